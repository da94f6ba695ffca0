import { randomBytes } from "node:crypto";
import type { Caller, Context } from "../context.ts";
import { attributeList } from "../attributes.ts";
import { newCode } from "../codes.ts";
import { masked, messages } from "../delivery.ts";
import type { Device } from "../devices.ts";
import { refuse } from "../errors.ts";
import type { Pool } from "../pools.ts";
import type { SessionState } from "../sessions.ts";
import { parsePublicA, serverEphemeral, type Verifier } from "../srp.ts";
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

type StepContext = Pick<
  Context,
  "sessions" | "devices" | "refreshTokens" | "tokens" | "throttle" | "send" | "audit" | "secrets" | "now"
>;

/** Keyed, because six digits are guessed from a plain hash at once. */
export const mfaCodeHash = (context: Pick<Context, "secrets">, sub: string, code: string): string =>
  context.secrets.keyedHash("sign-in code", sub, code).toString("base64url");

/**
 * What comes after the password, in this order: the state of the account, a new password, the remembered device
 * (which replaces the code), the code, a device that is only tracked, the tokens.
 */
export async function advance(
  context: StepContext,
  pool: Pool,
  user: User,
  state: SessionState,
  caller: Caller,
): Promise<AuthAnswer> {
  assertMaySignIn(user);
  if (user.status === "FORCE_CHANGE_PASSWORD") return newPasswordChallenge(context, pool, user, state);
  const device = state.deviceKey ? await context.devices.tracked(user.sub, state.deviceKey) : null;
  const codeNeeded = needsCode(user) && !state.mfaDone;
  if (device && (device.remembered || !codeNeeded)) return deviceChallenge(context, pool, user, state, device);
  if (codeNeeded) return codeChallenge(context, pool, user, state);
  return finish(context, pool, user, null, caller);
}

export const needsCode = (user: User): boolean => user.sms_mfa && user.phone_number !== null;

/** Told only to who had the right password. */
export function assertMaySignIn(user: User): void {
  if (!user.enabled) throw refuse.disabled();
  if (user.status === "UNCONFIRMED") throw refuse.notConfirmed();
  if (user.status === "RESET_REQUIRED") throw refuse.resetRequired();
}

async function newPasswordChallenge(
  context: StepContext,
  pool: Pool,
  user: User,
  state: SessionState,
): Promise<AuthAnswer> {
  if (user.temporary_until && user.temporary_until.getTime() <= context.now())
    throw refuse.notAuthorized("Temporary password has expired and must be reset by an administrator.");
  const attributes = Object.fromEntries(
    attributeList(user)
      .filter(({ Name }) => Name !== "sub")
      .map(({ Name, Value }) => [Name, Value]),
  );
  return {
    ChallengeName: "NEW_PASSWORD_REQUIRED",
    Session: await context.sessions.start(pool, user.sub, "NEW_PASSWORD_REQUIRED", state),
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.sub,
      requiredAttributes: "[]",
      userAttributes: JSON.stringify(attributes),
    },
  };
}

async function deviceChallenge(
  context: StepContext,
  pool: Pool,
  user: User,
  state: SessionState,
  device: Device,
): Promise<AuthAnswer> {
  return {
    ChallengeName: "DEVICE_SRP_AUTH",
    Session: await context.sessions.start(pool, user.sub, "DEVICE_SRP_AUTH", state),
    ChallengeParameters: { USERNAME: user.sub, DEVICE_KEY: device.device_key },
  };
}

async function codeChallenge(context: StepContext, pool: Pool, user: User, state: SessionState): Promise<AuthAnswer> {
  const to = user.phone_number ?? "";
  await context.throttle.hourly("sign_in_code", user.sub, context.throttle.limits.mfaCodesPerHour);
  const code = newCode();
  const Session = await context.sessions.start(pool, user.sub, "SMS_MFA", {
    ...state,
    mfaCodeHash: mfaCodeHash(context, user.sub, code),
  });
  await context.send(messages.signInCode(to, code));
  return {
    ChallengeName: "SMS_MFA",
    Session,
    ChallengeParameters: {
      CODE_DELIVERY_DELIVERY_MEDIUM: "SMS",
      CODE_DELIVERY_DESTINATION: masked(to),
      USER_ID_FOR_SRP: user.sub,
    },
  };
}

/** Tokens of a new family. Without a device the answer proposes one, which ConfirmDevice may take up. */
export async function finish(
  context: StepContext,
  pool: Pool,
  user: User,
  device: Device | null,
  caller: Caller,
): Promise<AuthAnswer> {
  const proposed = device ? null : await context.devices.propose(pool, user.sub, caller.ip);
  const deviceKey = device?.device_key ?? proposed?.device_key ?? null;
  const { family, token } = await context.refreshTokens.startFamily(pool, user.sub, deviceKey);
  const minted = await context.tokens.mint(pool, user, family);
  context.audit({ action: "sign_in", pool: pool.name, sub: user.sub, email: user.email, ...caller, detail: {} });
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
}

/** The server's move of SRP for a user or a device: a session that awaits the claim. */
export async function srpChallenge(
  context: Pick<Context, "sessions">,
  pool: Pool,
  step: {
    stage: "PASSWORD_VERIFIER" | "DEVICE_PASSWORD_VERIFIER";
    sub: string;
    publicAHex: string;
    verifier: Verifier;
    state: SessionState;
    parameters: Record<string, string>;
  },
): Promise<AuthAnswer> {
  if (parsePublicA(step.publicAHex) === null) throw refuse.invalidParameter("Invalid SRP_A");
  const ephemeral = serverEphemeral(step.verifier);
  const secretBlock = randomBytes(64).toString("base64");
  const srp = { aHex: step.publicAHex, ...ephemeral };
  return {
    ChallengeName: step.stage,
    Session: await context.sessions.start(pool, step.sub, step.stage, { ...step.state, srp }, secretBlock),
    ChallengeParameters: {
      ...step.parameters,
      SALT: step.verifier.saltHex,
      SRP_B: ephemeral.publicHex,
      SECRET_BLOCK: secretBlock,
    },
  };
}
