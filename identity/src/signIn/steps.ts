import { randomBytes } from "node:crypto";
import type { Caller, Context } from "../context.ts";
import { attributeList } from "../attributes.ts";
import type { Device } from "../devices.ts";
import { refuse } from "../errors.ts";
import { demandOf, type FactorPolicy } from "../factors.ts";
import type { Pool } from "../pools.ts";
import type { Session, SessionState } from "../sessions.ts";
import { parsePublicA, serverEphemeral, type Verifier } from "../srp.ts";
import type { Store } from "../store.ts";
import { tokenLifeS } from "../tokens.ts";
import type { User } from "../users.ts";
import { factorChallenge } from "./factorChallenges.ts";
import { type AuthAnswer, challenge, type Progress, type Step } from "./step.ts";

/** What the caller has proven so far. */
export interface Proof {
  sub: string;
  /** Used up by this step; null if this step begins the sign-in. */
  session: Session | null;
  /** The row whose password was checked in this call; null if an earlier call has checked it. */
  judged: User | null;
}

/**
 * Takes a sign-in one step further, with the user's current row: it is locked until session, device and token family are
 * written. If a reset, a disabling or a deletion comes before that, this step is refused; if it comes after, it ends what
 * this step began. NotAuthorizedException if the password has changed since it was checked.
 */
export async function proceed(
  context: Context,
  pool: Pool,
  proof: Proof,
  next: (store: Store, user: User, policy: FactorPolicy) => Promise<Step>,
): Promise<AuthAnswer> {
  const { sub, session, judged } = proof;
  // Before the transaction: whoever decides may read the same database, which may have one connection.
  const policy = await context.factorPolicy(pool, sub);
  const step = await context.transaction(async (store) => {
    const user = session
      ? await store.users.lockForSession(pool, sub, session.idHash)
      : await store.users.lock(pool, sub);
    if (user === null)
      throw session && (await store.users.lock(pool, sub)) ? refuse.replayedSession() : refuse.notAuthorized();
    if (judged && judged.secret_sealed !== user.secret_sealed) throw refuse.notAuthorized();
    assertMaySignIn(user);
    return next(store, user, policy);
  });
  return step.tell(context);
}

/**
 * The steps after the password, in this order: a new password, the remembered device (which replaces the second factor),
 * the second factor, a device that is only tracked, the tokens.
 */
export async function advance(progress: Progress): Promise<Step> {
  const { store, pool, user, state, caller, policy } = progress;
  if (user.status === "FORCE_CHANGE_PASSWORD") return newPasswordChallenge(store, pool, user, state);
  const device = state.deviceKey ? await store.devices.tracked(user.sub, state.deviceKey) : null;
  if (device && (device.remembered || state.mfaDone)) return deviceChallenge(store, pool, user, state, device);
  const demand = state.mfaDone ? null : await demandFor(store, user, policy);
  if (demand && demand.kind !== "nothing") return factorChallenge(progress, demand);
  if (device) return deviceChallenge(store, pool, user, state, device);
  return finish(store, pool, user, null, caller);
}

/** What a sign-in asks of this user after the password. */
export const demandFor = async (store: Pick<Store, "passkeys">, user: User, policy: FactorPolicy) =>
  demandOf(user, policy, policy.accepted.includes("WEB_AUTHN") && (await store.passkeys.ofUser(user.sub)).length > 0);

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

/**
 * Starts a family of tokens. If there is no device, the answer proposes one, which the client may confirm.
 * @param how `method`: how the sign-in was proven, null by the pool's own password and code; `tracking` false: with a
 * passkey, which needs no remembered device
 */
export async function finish(
  store: Store,
  pool: Pool,
  user: User,
  device: Device | null,
  caller: Caller,
  { method = null, tracking = true }: { method?: string | null; tracking?: boolean } = {},
): Promise<Step> {
  const proposed = device || !tracking ? null : store.devices.proposal(pool, user.sub, caller.ip);
  const { family, token } = await store.refreshTokens.startFamily(pool, user.sub, {
    known: device,
    proposed,
    method,
    caller,
  });
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
