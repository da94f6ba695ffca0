import {
  associateWebAuthnCredential,
  deleteWebAuthnCredential,
  fetchMFAPreference,
  setUpTOTP,
  updateMFAPreference,
  verifyTOTPSetup,
} from "aws-amplify/auth";
import type { IdentityClient } from "./identityClient.ts";
import type { Passkey } from "./ownAccount.ts";

/** A second factor that is a code. */
export type CodeFactor = "sms" | "totp" | "email";

/** What the signed-in person has set up at the provider. */
export interface OwnFactors {
  enabled: CodeFactor[];
  preferred: CodeFactor | null;
  passkeys: Passkey[];
}

const isCode = (factor: string): factor is CodeFactor => ["sms", "totp", "email"].includes(factor);

type Account = Pick<IdentityClient, "listPasskeys">;

/** What the person has set up. Rejects with the provider's error. */
export async function readFactors(account: Account): Promise<OwnFactors> {
  const [{ enabled = [], preferred }, passkeys] = await Promise.all([fetchMFAPreference(), account.listPasskeys()]);
  const preferredName = preferred?.toLowerCase() ?? "";
  return {
    enabled: enabled.map((factor) => factor.toLowerCase()).filter(isCode),
    preferred: isCode(preferredName) ? preferredName : null,
    passkeys,
  };
}

/** Whether the person has a second factor besides texts, or a passkey. Rejects with the provider's error. */
export async function hasFactorBesideTexts(account: Account): Promise<boolean> {
  const { enabled, passkeys } = await readFactors(account);
  return enabled.some((factor) => factor !== "sms") || passkeys.length > 0;
}

/** A new key for an authenticator app, in base32. It counts once a code of it was confirmed. */
export const startApp = async (): Promise<string> => (await setUpTOTP()).sharedSecret;

/** Turns the authenticator app on. Rejects with the provider's error for a wrong code. */
export async function confirmApp(code: string): Promise<void> {
  await verifyTOTPSetup({ code });
  await updateMFAPreference({ totp: "PREFERRED" });
}

/** Turns a factor on or off, or makes it the one that a sign-in asks for first. */
export const setFactor = (factor: CodeFactor, to: "ENABLED" | "DISABLED" | "PREFERRED"): Promise<void> =>
  updateMFAPreference({ [factor]: to });

/** The browser asks for a new passkey. Rejects with the browser's or the provider's error. */
export const addPasskey = (): Promise<void> => associateWebAuthnCredential();

export const removePasskey = (id: string): Promise<void> => deleteWebAuthnCredential({ credentialId: id });

/** Why a change failed, as a key of the texts. */
export type FactorFailure = "signInAgain" | "wrongCode" | "canceled" | "other";

export function factorFailure(error: unknown): FactorFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (message.startsWith("Sign in again") || name === "sign_in_again") return "signInAgain";
  if (/^(EnableSoftwareTokenMFA|CodeMismatch)/.test(name)) return "wrongCode";
  return /Cancel|NotAllowedError/.test(name) ? "canceled" : "other";
}
