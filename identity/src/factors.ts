import { refuse } from "./errors.ts";
import type { CodeFactor } from "./schema.ts";
import type { User } from "./users.ts";

/** What a sign-in may ask for, as the process that hosts the pools decides for each user. */
export interface FactorPolicy {
  /** The factors whose codes reach people from here. */
  deliverable: readonly CodeFactor[];
  /** What counts for this user. */
  accepted: readonly (CodeFactor | "WEB_AUTHN")[];
  /** Whether a sign-in without any factor has to set one up. */
  isRequired: boolean;
}

const all: readonly CodeFactor[] = ["SMS_MFA", "SOFTWARE_TOKEN_MFA", "EMAIL_OTP"];

/** Everything can be delivered and counts, and nothing is required: Amazon's MFA setting "optional". */
export const optionalFactors: FactorPolicy = { deliverable: all, accepted: [...all, "WEB_AUTHN"], isRequired: false };

/** The factors that a user has turned on and that still have what they need. */
export const enabledFactors = (user: User): CodeFactor[] =>
  all.filter(
    (factor) =>
      (factor === "SMS_MFA" && user.sms_mfa && user.phone_number !== null) ||
      (factor === "SOFTWARE_TOKEN_MFA" && user.totp_mfa && user.totp_sealed !== null) ||
      (factor === "EMAIL_OTP" && user.email_mfa && user.email_verified),
  );

/** What a sign-in asks for after the password. */
export type Demand =
  | { kind: "nothing" }
  | { kind: "code"; factor: CodeFactor }
  | { kind: "choice"; factors: CodeFactor[] }
  /** One of the user's passkeys, which here comes after the password. */
  | { kind: "passkey" }
  /** Set up an authenticator app now. */
  | { kind: "setUp" };

/**
 * The second factor of a sign-in. Factors that the customer no longer accepts still count while the user has no other,
 * because dropping them would leave the password alone. Throws CodeDeliveryFailure where none of the user's factors can
 * be delivered any more.
 * @param hasPasskey for a user whose only factor it is, so that the password alone does not let anybody in
 */
export function demandOf(user: User, policy: FactorPolicy, hasPasskey: boolean): Demand {
  const enabled = enabledFactors(user);
  if (enabled.length === 0) return hasPasskey ? { kind: "passkey" } : withoutFactor(user, policy);
  const reachable = enabled.filter((factor) => policy.deliverable.includes(factor));
  if (reachable.length === 0) throw refuse.factorUnreachable();
  const accepted = reachable.filter((factor) => policy.accepted.includes(factor));
  const usable = accepted.length > 0 ? accepted : reachable;
  const preferred = usable.find((factor) => factor === user.preferred_mfa);
  const [first] = usable;
  if (preferred) return { kind: "code", factor: preferred };
  return usable.length === 1 && first ? { kind: "code", factor: first } : { kind: "choice", factors: usable };
}

/**
 * Where one is required, a code by mail needs no preparation, and an authenticator app is set up on the way. A phone
 * number is asked for after the sign-in, as Pulse's own screens do.
 */
function withoutFactor(user: User, { accepted, isRequired }: FactorPolicy): Demand {
  if (!isRequired || accepted.includes("SMS_MFA")) return { kind: "nothing" };
  if (accepted.includes("EMAIL_OTP") && user.email_verified) return { kind: "code", factor: "EMAIL_OTP" };
  return accepted.includes("SOFTWARE_TOKEN_MFA") ? { kind: "setUp" } : { kind: "nothing" };
}
