import type { UserInfo } from "@pulse/contract/users";
import { laterKey } from "./laterKey.ts";
import { recoveryDue } from "./recoveryDue.ts";

type PhoneStep = "/register-phone" | "/verify-phone";

/** What somebody has to do before the pages open, as far as the server knows. */
export interface MissingStep {
  path: PhoneStep | "/second-factor";
  /** Whether a factor that only the identity provider knows of takes its place. */
  yieldsToFactor: boolean;
}

/** The step that is missing; null: none. */
export function missingStep(me: UserInfo): MissingStep | null {
  if (recoveryDue.isFor(me.email)) return { path: "/second-factor", yieldsToFactor: false };
  const phone = phoneStep(me);
  if (phone !== null) return { path: phone, yieldsToFactor: hasOtherWays(me) };
  const isOpen =
    me.secondFactors.length > 0 &&
    !me.secondFactors.includes("sms") &&
    !me.mfaEnabled &&
    (me.secondFactorRequired || sessionStorage.getItem(laterKey) === null);
  return isOpen ? { path: "/second-factor", yieldsToFactor: true } : null;
}

/** Whether something besides texts counts as a second factor. */
export const hasOtherWays = (me: UserInfo): boolean => me.secondFactors.some((factor) => factor !== "sms");

/** The screen for a phone number that is missing or not verified; null: none is needed. */
export function phoneStep(me: UserInfo): PhoneStep | null {
  // Without texts there is nothing to verify a number with; and whoever has another factor needs none.
  if (!me.secondFactors.includes("sms") || (me.phoneNumber === null && me.mfaEnabled)) return null;
  if (me.phoneNumber === null) return "/register-phone";
  return me.phoneNumberVerified ? null : "/verify-phone";
}
