import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { mergedPlain, parseEmail, type AttributeChange } from "./attributes.ts";
import type { Context } from "./context.ts";
import { refuse } from "./errors.ts";
import type { Store } from "./store.ts";
import { assertPasswordAllowed } from "./passwordRules.ts";
import type { Pool } from "./pools.ts";
import type { UserStatus } from "./schema.ts";
import type { User, UserChange } from "./users.ts";

export interface NewAccount {
  email: string;
  password: string;
  status: UserStatus;
  change: AttributeChange;
}

const temporaryLifeMs = 7 * 24 * 3_600_000;

/** Makes an account. Throws Cognito's UsernameExists, InvalidPassword or InvalidParameter. */
export async function createAccount(
  store: Pick<Store, "users" | "passwords" | "now">,
  pool: Pool,
  account: NewAccount,
): Promise<User> {
  const email = parseEmail(account.email);
  const { change } = account;
  assertPasswordAllowed(account.password, personalWords(email, change.plain));
  const sub = randomUUID();
  return store.users.insert({
    sub,
    pool,
    email,
    emailVerified: change.emailVerified ?? false,
    phoneNumber: change.phoneNumber ?? null,
    phoneNumberVerified: Boolean(change.phoneNumber && change.phoneNumberVerified),
    attributes: mergedPlain({}, change.plain),
    status: account.status,
    secretSealed: store.passwords.seal(pool, sub, account.password),
    temporaryUntil: account.status === "FORCE_CHANGE_PASSWORD" ? new Date(store.now() + temporaryLifeMs) : null,
  });
}

/**
 * Changes a user: `work` gets the current row, locked, and either everything it writes is kept or nothing. A sign-in locks
 * the row too, so it is over before `work` begins, or it begins afterwards and sees the change. Throws `gone` if the user
 * no longer exists.
 */
export function changingUser<T>(
  context: Pick<Context, "transaction">,
  pool: Pool,
  sub: string,
  work: (store: Store, user: User) => Promise<T>,
  gone: () => Error = refuse.userNotFound,
): Promise<T> {
  return context.transaction(async (store) => {
    const user = await store.users.lock(pool, sub);
    if (!user) throw gone();
    return work(store, user);
  });
}

// The following functions write more than one row, so they take the store that `changingUser` passes to `work`.

/** Sets a password that has passed the rules, and ends all sessions but the one with the given origin_jti. */
export async function setPassword(
  store: Store,
  pool: Pool,
  user: User,
  password: string,
  options: { status: UserStatus; exceptOriginJti?: string; alsoSet?: UserChange },
): Promise<User> {
  const changed = await store.users.update(user.sub, {
    ...options.alsoSet,
    secret_sealed: store.passwords.seal(pool, user.sub, password),
    status: options.status,
    temporary_until: options.status === "FORCE_CHANGE_PASSWORD" ? new Date(store.now() + temporaryLifeMs) : null,
  });
  await store.sessions.endAll(user.sub);
  await store.codes.drop(user.sub, "reset");
  await store.refreshTokens.revokeAll(user.sub, options.exceptOriginJti);
  return changed ?? user;
}

/** Ends all sessions, and the sign-ins that are still in progress. */
export async function signOutEverywhere(store: Pick<Store, "sessions" | "refreshTokens">, user: User): Promise<void> {
  await store.sessions.endAll(user.sub);
  await store.refreshTokens.revokeAll(user.sub);
}

export async function setEnabled(store: Store, user: User, enabled: boolean): Promise<void> {
  await store.users.update(user.sub, { enabled });
  if (!enabled) await signOutEverywhere(store, user);
}

export async function removeAccount(store: Store, user: User): Promise<void> {
  await store.users.remove(user.sub);
  await signOutEverywhere(store, user);
  await store.codes.drop(user.sub);
}

/** A user's columns without any second factor. */
export const withoutFactors = {
  sms_mfa: false,
  email_mfa: false,
  totp_mfa: false,
  totp_sealed: null,
  totp_pending_sealed: null,
  totp_step: null,
  preferred_mfa: null,
} as const;

/** Removes all second factors, passkeys too, and forgets all devices: for someone who has lost the phone. */
export async function resetMfa(store: Store, user: User): Promise<void> {
  await store.users.update(user.sub, withoutFactors);
  await store.passkeys.removeAll(user.sub);
  await store.recoveryCodes.drop(user.sub);
  await store.devices.forgetAll(user.sub);
  await signOutEverywhere(store, user);
}

/** Applies an administrator's change of attributes at once. A new address is unverified unless the change says so. */
export async function applyAttributes(
  store: Pick<Store, "users">,
  user: User,
  change: AttributeChange,
): Promise<User | null> {
  const emailChanged = change.email !== undefined && change.email !== user.email;
  const phoneChanged = change.phoneNumber !== undefined && change.phoneNumber !== user.phone_number;
  return store.users.update(user.sub, {
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
    ...(phoneChanged && change.phoneNumber === null ? withoutSms(user) : {}),
  });
}

/** The columns of a user who no longer gets codes by text message. */
const withoutSms = (user: User): UserChange => ({
  sms_mfa: false,
  ...(user.preferred_mfa === "SMS_MFA" ? { preferred_mfa: null } : {}),
});

/** A password that meets the rules, with no six digits in a row. */
export function temporaryPassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz";
  const pick = (from: string): string => from.charAt(randomInt(from.length));
  const tail = [...randomBytes(12)].map((byte) => letters.charAt(byte % letters.length)).join("");
  return `${pick("ABCDEFGHJKLMNPQRSTUVWXYZ")}${tail}-${pick("23456789")}${pick("23456789")}`;
}

/** Refuses a password that breaks the rules or consists of the person's own name or address. */
export function assertPasswordOf(user: User, password: string): void {
  assertPasswordAllowed(password, personalWords(user.email, user.attributes));
}

const personalWords = (email: string, attributes: Record<string, string>): string[] =>
  [email, attributes["given_name"] ?? "", attributes["family_name"] ?? ""].filter((word) => word !== "");
