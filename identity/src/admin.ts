import {
  applyAttributes,
  assertPasswordOf,
  changingUser,
  createAccount,
  removeAccount,
  resetMfa,
  setEnabled,
  setPassword,
} from "./accounts.ts";
import type { AuditAction } from "./audit.ts";
import type { Context } from "./context.ts";
import { refuse } from "./errors.ts";
import { enabledFactors } from "./factors.ts";
import type { LiveSession } from "./liveSessions.ts";
import type { Pool, PoolName } from "./pools.ts";
import type { UserStatus } from "./schema.ts";
import type { Store } from "./store.ts";
import type { User } from "./users.ts";

export interface AdminNewUser {
  pool: PoolName;
  email: string;
  password: string;
  /** False: the person must choose a password of their own at the first sign-in. */
  permanent: boolean;
  givenName?: string;
  familyName?: string;
  /** E.164 */
  phoneNumber?: string;
  phoneVerified?: boolean;
  mfaEnabled?: boolean;
  /** False: the account still waits for its sign-up code. Default true. */
  confirmed?: boolean;
}

export interface AdminUser {
  sub: string;
  email: string;
  status: UserStatus;
  enabled: boolean;
  phoneNumber: string | null;
  phoneVerified: boolean;
  mfaEnabled: boolean;
}

export interface UserRef {
  pool: PoolName;
  /** E-mail in any case, or sub. */
  username: string;
}

export type IdentityAdmin = ReturnType<typeof createAdmin>;

/**
 * Calls for the pools' own process, which need no signature: the demo's seed and the admin commands.
 * Every call throws IdentityError with Cognito's type: UsernameExists, UserNotFound, InvalidPassword, InvalidParameter.
 */
export function createAdmin(context: Context) {
  const found = async ({ pool: name, username }: UserRef): Promise<{ pool: Pool; user: User }> => {
    const pool = context.pools[name];
    const user = await context.users.byName(pool, username);
    if (!user) throw refuse.userNotFound();
    return { pool, user };
  };
  const note = (action: AuditAction, pool: Pool, user: User): void =>
    context.audit({
      action,
      pool: pool.name,
      sub: user.sub,
      email: user.email,
      ip: null,
      userAgent: null,
      requestId: null,
      detail: { by: "process" },
    });
  const noted = async (
    ref: UserRef,
    action: AuditAction,
    change: (store: Store, user: User, pool: Pool) => Promise<unknown>,
  ) => {
    const { pool, user } = await found(ref);
    await changingUser(context, pool, user.sub, (store, fresh) => change(store, fresh, pool));
    note(action, pool, user);
  };

  return {
    async createUser(request: AdminNewUser): Promise<{ sub: string }> {
      const pool = context.pools[request.pool];
      const confirmed = request.confirmed ?? true;
      const user = await context.transaction(async (store) => {
        const made = await createAccount(store, pool, {
          email: request.email,
          password: request.password,
          status: !confirmed ? "UNCONFIRMED" : request.permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD",
          change: {
            emailVerified: confirmed,
            phoneNumber: request.phoneNumber ?? null,
            phoneNumberVerified: request.phoneVerified ?? false,
            plain: { given_name: request.givenName ?? "", family_name: request.familyName ?? "" },
          },
        });
        if (request.mfaEnabled) await store.users.update(made.sub, { sms_mfa: true, preferred_mfa: "SMS_MFA" });
        return made;
      });
      note("user_created", pool, user);
      return { sub: user.sub };
    },

    /** Null where there is none. */
    async findUser({ pool, username }: UserRef): Promise<AdminUser | null> {
      const user = await context.users.byName(context.pools[pool], username);
      return user && view(user);
    },

    setPassword: (ref: UserRef, password: string, permanent: boolean): Promise<void> =>
      noted(ref, "password_changed", async (store, user, pool) => {
        assertPasswordOf(user, password);
        await setPassword(store, pool, user, password, { status: permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD" });
      }),

    setPhone: (ref: UserRef, phoneNumber: string | null, phoneVerified: boolean): Promise<void> =>
      noted(ref, "attributes_changed", (store, user) =>
        applyAttributes(store, user, { phoneNumber, phoneNumberVerified: phoneVerified, plain: {} }),
      ),

    /** Removes all second factors and passkeys, forgets the devices and ends the sessions. */
    resetMfa: (ref: UserRef): Promise<void> => noted(ref, "mfa_disabled", resetMfa),

    /** Makes ten recovery codes, which replace the old ones; the caller notes it. */
    async renewRecoveryCodes(ref: UserRef): Promise<string[]> {
      const { pool, user } = await found(ref);
      return changingUser(context, pool, user.sub, (store, fresh) => store.recoveryCodes.renew(fresh.sub));
    },

    async recoveryCodesLeft(ref: UserRef): Promise<number> {
      const { user } = await found(ref);
      return context.recoveryCodes.left(user.sub);
    },

    /** Where the user is signed in, the session used last first. */
    async sessions(ref: UserRef): Promise<LiveSession[]> {
      const { user } = await found(ref);
      return context.liveSessions.ofUser(user.sub);
    },

    /** Ends a session of the user; the caller notes it. False: the user has no such session. */
    async endSession(ref: UserRef, id: string): Promise<boolean> {
      const { pool, user } = await found(ref);
      return changingUser(context, pool, user.sub, (store, fresh) => store.refreshTokens.revokeOne(fresh.sub, id));
    },

    /**
     * Ends all sessions of the user but one, and the sign-ins in progress; the caller notes it. Returns how many sessions
     * have ended.
     */
    async endOtherSessions(ref: UserRef, currentId: string): Promise<number> {
      const { pool, user } = await found(ref);
      return changingUser(context, pool, user.sub, async (store, fresh) => {
        await store.sessions.endAll(fresh.sub);
        return store.refreshTokens.revokeAll(fresh.sub, currentId);
      });
    },

    disableUser: (ref: UserRef): Promise<void> =>
      noted(ref, "user_disabled", (store, user) => setEnabled(store, user, false)),

    enableUser: (ref: UserRef): Promise<void> =>
      noted(ref, "user_enabled", (store, user) => setEnabled(store, user, true)),

    deleteUser: (ref: UserRef): Promise<void> => noted(ref, "user_deleted", removeAccount),

    /**
     * Makes a new signing key, which is published now and signs in ten minutes. The old one stays published until its last
     * token has expired.
     */
    async rotateSigningKey(pool: PoolName): Promise<{ kid: string; signsFromMs: number }> {
      const rotated = await context.keys.rotate(context.pools[pool]);
      context.audit({
        action: "keys_rotated",
        pool,
        sub: null,
        email: null,
        ip: null,
        userAgent: null,
        requestId: null,
        detail: { kid: rotated.kid },
      });
      return rotated;
    },
  };
}

const view = (user: User): AdminUser => ({
  sub: user.sub,
  email: user.email,
  status: user.status,
  enabled: user.enabled,
  phoneNumber: user.phone_number,
  phoneVerified: user.phone_number_verified,
  mfaEnabled: enabledFactors(user).length > 0,
});
