import { randomBytes } from "node:crypto";
import type { Caller, Context } from "../context.ts";
import { attributeList } from "../attributes.ts";
import { newCode } from "../codes.ts";
import { masked } from "../delivery.ts";
import { messagesFor } from "../messagesFor.ts";
import type { Device } from "../devices.ts";
import { refuse } from "../errors.ts";
import type { Pool } from "../pools.ts";
import type { Session, SessionState } from "../sessions.ts";
import { parsePublicA, serverEphemeral, type Verifier } from "../srp.ts";
import type { Store } from "../store.ts";
import { tokenLifeS } from "../tokens.ts";
import type { User } from "../users.ts";

/** The answer of InitiateAuth and RespondToAuthChallenge: the next challenge, or tokens. */
export interface AuthAnswer {
  ChallengeName?: string;
  Session?: string;
  ChallengeParameters: Record<string, string>;
  AuthenticationResult?: AuthenticationResult;
}

export interface AuthenticationResult {
  AccessToken: string;
  IdToken: string;
  RefreshToken?: string;
  ExpiresIn: number;
  TokenType: "Bearer";
  NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string };
}

/** A step of a sign-in that is stored but not yet answered. */
export interface Step {
  /** The id of the session in the answer; null if the sign-in is complete. */
  session: string | null;
  /** What is left to do once the step is committed: sending a code or signing tokens. */
  tell(context: Context): Promise<AuthAnswer>;
}

/** What the caller has proven so far. */
export interface Proof {
  sub: string;
  /** Used up by this step; null if this step begins the sign-in. */
  session: Session | null;
  /** The row whose password was checked in this call; null if an earlier call has checked it. */
  judged: User | null;
}

/** The hash has a key, because a million tries are enough to find six digits behind a plain hash. */
export const mfaCodeHash = (context: Pick<Context, "secrets">, sub: string, code: string): string =>
  context.secrets.keyedHash("sign-in code", sub, code).toString("base64url");

/**
 * Takes a sign-in one step further, with the user's current row: it is locked until session, device and token family are
 * written. If a reset, a disabling or a deletion comes before that, this step is refused; if it comes after, it ends what
 * this step began. NotAuthorizedException if the password has changed since it was checked.
 */
export async function proceed(
  context: Context,
  pool: Pool,
  proof: Proof,
  next: (store: Store, user: User) => Promise<Step>,
): Promise<AuthAnswer> {
  const { sub, session, judged } = proof;
  const step = await context.transaction(async (store) => {
    const user = session
      ? await store.users.lockForSession(pool, sub, session.idHash)
      : await store.users.lock(pool, sub);
    if (user === null)
      throw session && (await store.users.lock(pool, sub)) ? refuse.replayedSession() : refuse.notAuthorized();
    if (judged && judged.secret_sealed !== user.secret_sealed) throw refuse.notAuthorized();
    assertMaySignIn(user);
    return next(store, user);
  });
  return step.tell(context);
}

/**
 * The steps after the password, in this order: a new password, the remembered device (which replaces the code), the
 * code, a device that is only tracked, the tokens.
 */
export async function advance(
  store: Store,
  pool: Pool,
  user: User,
  state: SessionState,
  caller: Caller,
): Promise<Step> {
  if (user.status === "FORCE_CHANGE_PASSWORD") return newPasswordChallenge(store, pool, user, state);
  const device = state.deviceKey ? await store.devices.tracked(user.sub, state.deviceKey) : null;
  const codeNeeded = needsCode(user) && !state.mfaDone;
  if (device && (device.remembered || !codeNeeded)) return deviceChallenge(store, pool, user, state, device);
  if (codeNeeded) return codeChallenge(store, pool, user, state, caller);
  return finish(store, pool, user, null, caller);
}

export const needsCode = (user: User): boolean => user.sms_mfa && user.phone_number !== null;

/** Refuses users who may not sign in. Called only after the password was right. */
export function assertMaySignIn(user: User): void {
  if (!user.enabled) throw refuse.disabled();
  if (user.status === "UNCONFIRMED") throw refuse.notConfirmed();
  if (user.status === "RESET_REQUIRED") throw refuse.resetRequired();
}

async function newPasswordChallenge(store: Store, pool: Pool, user: User, state: SessionState): Promise<Step> {
  if (user.temporary_until && user.temporary_until.getTime() <= store.now())
    throw refuse.notAuthorized("Temporary password has expired and must be reset by an administrator.");
  const attributes = Object.fromEntries(
    attributeList(user)
      .filter(({ Name }) => Name !== "sub")
      .map(({ Name, Value }) => [Name, Value]),
  );
  return challenge(
    "NEW_PASSWORD_REQUIRED",
    await store.sessions.start(pool, user.sub, "NEW_PASSWORD_REQUIRED", state),
    {
      USER_ID_FOR_SRP: user.sub,
      requiredAttributes: "[]",
      userAttributes: JSON.stringify(attributes),
    },
  );
}

async function deviceChallenge(
  store: Store,
  pool: Pool,
  user: User,
  state: SessionState,
  device: Device,
): Promise<Step> {
  return challenge("DEVICE_SRP_AUTH", await store.sessions.start(pool, user.sub, "DEVICE_SRP_AUTH", state), {
    USERNAME: user.sub,
    DEVICE_KEY: device.device_key,
  });
}

async function codeChallenge(store: Store, pool: Pool, user: User, state: SessionState, { ip }: Caller): Promise<Step> {
  const to = user.phone_number ?? "";
  const code = newCode();
  const mfaState = { ...state, mfaCodeHash: mfaCodeHash(store, user.sub, code) };
  const session = await store.sessions.start(pool, user.sub, "SMS_MFA", mfaState);
  return {
    session,
    async tell({ spendSms, send }) {
      await spendSms({ to, sub: user.sub, ip, purpose: "sign_in" });
      await send(messagesFor(user.attributes).signInCode(to, code));
      return {
        ChallengeName: "SMS_MFA",
        Session: session,
        ChallengeParameters: {
          CODE_DELIVERY_DELIVERY_MEDIUM: "SMS",
          CODE_DELIVERY_DESTINATION: masked(to),
          USER_ID_FOR_SRP: user.sub,
        },
      };
    },
  };
}

/**
 * Starts a family of tokens. If there is no device, the answer proposes one, which the client may confirm.
 * @param method how the sign-in was proven; null: by the pool's own password and code
 */
export async function finish(
  store: Store,
  pool: Pool,
  user: User,
  device: Device | null,
  caller: Caller,
  method: string | null = null,
): Promise<Step> {
  const proposed = device ? null : store.devices.proposal(pool, user.sub, caller.ip);
  const { family, token } = await store.refreshTokens.startFamily(pool, user.sub, device, proposed, method);
  return {
    session: null,
    async tell({ tokens, audit }) {
      const minted = await tokens.mint(pool, user, family);
      const detail: Record<string, string> = method === null ? {} : { method };
      audit({ action: "sign_in", pool: pool.name, sub: user.sub, email: user.email, ...caller, detail });
      return {
        ChallengeParameters: {},
        AuthenticationResult: {
          ...minted,
          RefreshToken: token,
          ExpiresIn: tokenLifeS,
          TokenType: "Bearer",
          ...(proposed
            ? { NewDeviceMetadata: { DeviceKey: proposed.device_key, DeviceGroupKey: proposed.group_key } }
            : {}),
        },
      };
    },
  };
}

/** The server's answer in SRP, for a user or a device: it starts a session that waits for the proof. */
export async function srpChallenge(
  store: Pick<Store, "sessions">,
  pool: Pool,
  move: {
    stage: "PASSWORD_VERIFIER" | "DEVICE_PASSWORD_VERIFIER";
    sub: string;
    publicAHex: string;
    verifier: Verifier;
    state: SessionState;
    parameters: Record<string, string>;
  },
): Promise<Step & { answer: AuthAnswer }> {
  if (parsePublicA(move.publicAHex) === null) throw refuse.invalidParameter("Invalid SRP_A");
  const ephemeral = serverEphemeral(move.verifier);
  const secretBlock = randomBytes(64).toString("base64");
  const srp = { aHex: move.publicAHex, ...ephemeral };
  const session = await store.sessions.start(pool, move.sub, move.stage, { ...move.state, srp }, secretBlock);
  return challenge(move.stage, session, {
    ...move.parameters,
    SALT: move.verifier.saltHex,
    SRP_B: ephemeral.publicHex,
    SECRET_BLOCK: secretBlock,
  });
}

/** A challenge that needs nothing but its answer. */
function challenge(name: string, session: string, parameters: Record<string, string>): Step & { answer: AuthAnswer } {
  const answer = { ChallengeName: name, Session: session, ChallengeParameters: parameters };
  return { session, answer, tell: async () => answer };
}
