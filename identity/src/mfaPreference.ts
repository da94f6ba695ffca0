import { z } from "zod";
import { changingUser } from "./accounts.ts";
import type { AuditAction } from "./audit.ts";
import type { Context } from "./context.ts";
import { refuse } from "./errors.ts";
import { enabledFactors } from "./factors.ts";
import type { Pool } from "./pools.ts";
import type { CodeFactor } from "./schema.ts";
import type { User, UserChange } from "./users.ts";

const Setting = z.object({ Enabled: z.boolean().default(false), PreferredMfa: z.boolean().default(false) }).nullish();

/** The settings of SetUserMFAPreference; a factor that is left out keeps its own. */
export const MfaPreference = z.object({
  SMSMfaSettings: Setting,
  SoftwareTokenMfaSettings: Setting,
  EmailMfaSettings: Setting,
});
type MfaPreference = z.infer<typeof MfaPreference>;

const settingsOf = (preference: MfaPreference) =>
  (
    [
      ["SMS_MFA", preference.SMSMfaSettings],
      ["SOFTWARE_TOKEN_MFA", preference.SoftwareTokenMfaSettings],
      ["EMAIL_OTP", preference.EmailMfaSettings],
    ] as const
  ).flatMap(([factor, setting]) => (setting ? [{ factor, ...setting }] : []));

/** What a preference has changed. */
export interface MfaChange {
  action: AuditAction;
  detail: Record<string, string>;
  /** Whether the first factor was turned on or the last one off; null: neither. */
  turned: "on" | "off" | null;
}

/** Whether a preference turns off a factor that is on. */
export const weakens = (user: User, preference: MfaPreference): boolean =>
  settingsOf(preference).some(({ factor, Enabled }) => !Enabled && enabledFactors(user).includes(factor));

/**
 * Applies a preference and returns what the audit log says of it; null if nothing was given. A factor can be turned on
 * once what it needs is there: a verified phone number, a verified authenticator app, a verified address that mails
 * reach. InvalidParameterException otherwise, and then nothing is changed.
 */
export async function setMfaPreference(
  context: Pick<Context, "transaction" | "factorPolicy">,
  pool: Pool,
  user: User,
  preference: MfaPreference,
): Promise<MfaChange | null> {
  const settings = settingsOf(preference);
  if (settings.length === 0) return null;
  const { deliverable } = await context.factorPolicy(pool, user.sub);
  const { before, after } = await changingUser(context, pool, user.sub, async (store, fresh) => {
    for (const { factor, Enabled } of settings) if (Enabled) assertReady(fresh, factor, deliverable);
    const changed = await store.users.update(fresh.sub, changeOf(fresh, settings));
    return { before: enabledFactors(fresh), after: enabledFactors(changed ?? fresh) };
  });
  const factors = settings.map(({ factor }) => factor);
  return {
    action: settings.some(({ Enabled }) => Enabled) ? "mfa_enabled" : "mfa_disabled",
    // Texts were the only factor for long, and their entries say no more.
    detail: factors.join() === "SMS_MFA" ? {} : { factors: factors.join(", ") },
    turned: (before.length === 0) === (after.length === 0) ? null : after.length > 0 ? "on" : "off",
  };
}

function changeOf(user: User, settings: ReturnType<typeof settingsOf>): UserChange {
  let preferred = user.preferred_mfa;
  const change: UserChange = {};
  for (const { factor, Enabled, PreferredMfa } of settings) {
    if (Enabled && PreferredMfa) preferred = factor;
    else if (preferred === factor) preferred = null;
    if (factor === "SMS_MFA") change.sms_mfa = Enabled;
    else if (factor === "EMAIL_OTP") change.email_mfa = Enabled;
    else {
      change.totp_mfa = Enabled;
      // An app that is turned off is removed: turning it on again takes a new secret.
      if (!Enabled) Object.assign(change, { totp_sealed: null, totp_step: null });
    }
  }
  return { ...change, preferred_mfa: preferred };
}

function assertReady(user: User, factor: CodeFactor, deliverable: readonly CodeFactor[]): void {
  const isReady = {
    SMS_MFA: user.phone_number !== null && user.phone_number_verified,
    SOFTWARE_TOKEN_MFA: user.totp_sealed !== null,
    EMAIL_OTP: user.email_verified && deliverable.includes("EMAIL_OTP"),
  }[factor];
  if (isReady) return;
  throw refuse.invalidParameter(
    factor === "SOFTWARE_TOKEN_MFA"
      ? "User has not verified software token mfa"
      : `User does not have delivery config set to turn on ${factor}`,
  );
}
