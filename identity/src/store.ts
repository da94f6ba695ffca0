import type { Kysely } from "kysely";
import { createCodes, type Codes } from "./codes.ts";
import { createDevices, type Devices } from "./devices.ts";
import { createLiveSessions, type LiveSessions } from "./liveSessions.ts";
import type { Passwords } from "./passwords.ts";
import { createPasskeys, type Passkeys } from "./passkeys.ts";
import { createRecoveryCodes, type RecoveryCodes } from "./recoveryCodes.ts";
import { createRefreshTokens, type RefreshTokens } from "./refreshTokens.ts";
import type { IdentityTables } from "./schema.ts";
import type { Secrets } from "./secrets.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignInCodes, type SignInCodes } from "./signInCodes.ts";
import { createUsers, type Users } from "./users.ts";

/**
 * The tables of one transaction. Limits, messages and the audit log are left out on purpose: they count even if the
 * transaction is undone. Every change of a user locks the user's row first, so that two changes take turns and cannot
 * deadlock.
 */
export interface Store {
  now: () => number;
  secrets: Secrets;
  passwords: Passwords;
  users: Users;
  sessions: Sessions;
  devices: Devices;
  refreshTokens: RefreshTokens;
  liveSessions: LiveSessions;
  codes: Codes;
  passkeys: Passkeys;
  recoveryCodes: RecoveryCodes;
  signInCodes: SignInCodes;
}

/** Runs `work` with a store of its own: either everything it writes is kept, or nothing. */
export type RunTransaction = <T>(work: (store: Store) => Promise<T>) => Promise<T>;

/** The tables over `db`, which is the database or a transaction on it. */
export function createStore(
  db: Kysely<IdentityTables>,
  parts: { now: () => number; secrets: Secrets; passwords: Passwords },
): Store {
  const { now, secrets } = parts;
  return {
    ...parts,
    users: createUsers(db, now),
    sessions: createSessions(db, now, secrets),
    devices: createDevices(db, now, secrets),
    refreshTokens: createRefreshTokens(db, now, secrets),
    liveSessions: createLiveSessions(db, now),
    codes: createCodes(db, now, secrets),
    passkeys: createPasskeys(db, now),
    recoveryCodes: createRecoveryCodes(db, secrets),
    signInCodes: createSignInCodes(db, now, secrets),
  };
}
