import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { mergedPlain, parseEmail, type AttributeChange } from "./attributes.ts";
import type { Context } from "./context.ts";
import { assertPasswordAllowed } from "./passwordRules.ts";
import type { Pool } from "./pools.ts";
import type { UserStatus } from "./schema.ts";
import type { User, UserChange } from "./users.ts";

type AccountContext = Pick<
  Context,
  "users" | "passwords" | "refreshTokens" | "sessions" | "devices" | "codes" | "audit" | "now"
>;

export interface NewAccount {
  email: string;
  password: string;
  status: UserStatus;
  change: AttributeChange;
}

const temporaryLifeMs = 7 * 24 * 3_600_000;

/** Makes an account. UsernameExists, InvalidPassword and InvalidParameter as Cognito gives them. */
export async function createAccount(context: AccountContext, pool: Pool, account: NewAccount): Promise<User> {
  const email = parseEmail(account.email);
  const { change } = account;
  assertPasswordAllowed(account.password, personalWords(email, change.plain));
  const sub = randomUUID();
  return context.users.insert({
    sub,
    pool,
    email,
    emailVerified: change.emailVerified ?? false,
    phoneNumber: change.phoneNumber ?? null,
    phoneNumberVerified: Boolean(change.phoneNumber && change.phoneNumberVerified),
    attributes: mergedPlain({}, change.plain),
    status: account.status,
    secretSealed: context.passwords.seal(pool, sub, account.password),
    temporaryUntil: account.status === "FORCE_CHANGE_PASSWORD" ? new Date(context.now() + temporaryLifeMs) : null,
  });
}

/** Sets a password that was found good; whoever was signed in no longer is, except for the family given. */
export async function setPassword(
  context: AccountContext,
  pool: Pool,
  user: User,
  password: string,
  options: { status: UserStatus; exceptOriginJti?: string; alsoSet?: UserChange },
): Promise<void> {
  await context.users.update(user.sub, {
    ...options.alsoSet,
    secret_sealed: context.passwords.seal(pool, user.sub, password),
    status: options.status,
    temporary_until: options.status === "FORCE_CHANGE_PASSWORD" ? new Date(context.now() + temporaryLifeMs) : null,
  });
  await context.sessions.endAll(user.sub);
  await context.codes.drop(user.sub, "reset");
  await context.refreshTokens.revokeAll(user.sub, options.exceptOriginJti);
}

/** Ends all sessions, those half begun too. */
export async function signOutEverywhere(context: AccountContext, user: User): Promise<void> {
  await context.sessions.endAll(user.sub);
  await context.refreshTokens.revokeAll(user.sub);
}

export async function setEnabled(context: AccountContext, user: User, enabled: boolean): Promise<void> {
  await context.users.update(user.sub, { enabled });
  if (!enabled) await signOutEverywhere(context, user);
}

export async function removeAccount(context: AccountContext, user: User): Promise<void> {
  await signOutEverywhere(context, user);
  await context.codes.drop(user.sub);
  await context.users.remove(user.sub);
}

/** Turns MFA off and forgets all devices: for someone who has lost the phone. */
export async function resetMfa(context: AccountContext, user: User): Promise<void> {
  await context.users.update(user.sub, { sms_mfa: false, sms_preferred: false });
  await context.devices.forgetAll(user.sub);
  await signOutEverywhere(context, user);
}

/** Applies an administrator's change of attributes at once. A new address is unverified unless the change says so. */
export async function applyAttributes(
  context: AccountContext,
  user: User,
  change: AttributeChange,
): Promise<User | null> {
  const emailChanged = change.email !== undefined && change.email !== user.email;
  const phoneChanged = change.phoneNumber !== undefined && change.phoneNumber !== user.phone_number;
  return context.users.update(user.sub, {
    attributes: JSON.stringify(mergedPlain(user.attributes, change.plain)),
    ...(emailChanged ? { email: change.email, email_verified: change.emailVerified ?? false } : {}),
    ...(!emailChanged && change.emailVerified !== undefined ? { email_verified: change.emailVerified } : {}),
    ...(phoneChanged
      ? { phone_number: change.phoneNumber ?? null, phone_number_verified: change.phoneNumberVerified ?? false }
      : {}),
    ...(!phoneChanged && change.phoneNumberVerified !== undefined
      ? { phone_number_verified: change.phoneNumberVerified }
      : {}),
    // Without a number there is nowhere to send a code.
    ...(phoneChanged && change.phoneNumber === null ? { sms_mfa: false, sms_preferred: false } : {}),
  });
}

/** A password that meets the rules, with no six digits in a row. */
export function temporaryPassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz";
  const pick = (from: string): string => from.charAt(randomInt(from.length));
  const tail = [...randomBytes(12)].map((byte) => letters.charAt(byte % letters.length)).join("");
  return `${pick("ABCDEFGHJKLMNPQRSTUVWXYZ")}${tail}-${pick("23456789")}${pick("23456789")}`;
}

/** Refuses a password by the rules, the person's own name and address among them. */
export function assertPasswordOf(user: User, password: string): void {
  assertPasswordAllowed(password, personalWords(user.email, user.attributes));
}

const personalWords = (email: string, attributes: Record<string, string>): string[] =>
  [email, attributes["given_name"] ?? "", attributes["family_name"] ?? ""].filter((word) => word !== "");
