import type { Caller, Context } from "../context.ts";
import { refuse } from "../errors.ts";
import { aboutName } from "../operation.ts";
import type { Subject } from "../passwords.ts";
import type { Pool } from "../pools.ts";
import type { SessionState } from "../sessions.ts";
import { normalisedName, type User } from "../users.ts";
import type { AuthAnswer } from "./step.ts";
import { advance, proceed, srpChallenge } from "./steps.ts";

type Parameters = Record<string, string>;

/** A parameter that a flow needs. InvalidParameterException if it is missing. */
export function required(parameters: Parameters, name: string): string {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (!value) throw refuse.invalidParameter(`Missing required parameter ${name}`);
  return value;
}

/** The account behind a name, or its stand-in; the legacy pool says openly if there is none. */
export async function subjectFor(
  context: Pick<Context, "users" | "passwords">,
  pool: Pool,
  name: string,
): Promise<Subject> {
  const normal = normalisedName(name);
  const user = await context.users.byName(pool, normal);
  if (!user && !pool.hidesUsers) throw refuse.userNotFound();
  return context.passwords.subjectOf(pool, normal, user);
}

/** A sign-in that begins. `names`: those under which the client may answer. */
export const freshState = (names: string[], known: boolean): SessionState => ({
  names,
  known,
  mfaDone: false,
  deviceKey: null,
  srp: null,
  mfaCodeHash: null,
  totp: null,
  passkeyChallenge: null,
});

/** USER_SRP_AUTH: answers A with B, for anyone. */
export async function startSrp(context: Context, pool: Pool, parameters: Parameters): Promise<AuthAnswer> {
  const name = required(parameters, "USERNAME");
  const publicAHex = required(parameters, "SRP_A");
  const subject = await subjectFor(context, pool, name);
  const { answer } = await srpChallenge(context, pool, {
    stage: "PASSWORD_VERIFIER",
    sub: subject.sub,
    publicAHex,
    verifier: subject.verifier,
    state: freshState([normalisedName(name), subject.sub], subject.user !== null),
    // Both are the sub, because clients keep tokens and devices under one of them and look them up under the other.
    parameters: { USERNAME: subject.sub, USER_ID_FOR_SRP: subject.sub },
  });
  return answer;
}

/** USER_PASSWORD_AUTH and ADMIN_USER_PASSWORD_AUTH: the password itself, checked against the verifier. */
export async function startPassword(
  context: Context,
  pool: Pool,
  parameters: Parameters,
  caller: Caller,
): Promise<AuthAnswer> {
  const name = required(parameters, "USERNAME");
  const password = required(parameters, "PASSWORD");
  const deviceKey = parameters["DEVICE_KEY"] || null;
  const subject = await subjectFor(context, pool, name);
  const outcome = await context.throttle.guess(
    `password:${subject.sub}`,
    () => context.passwords.matches(pool, subject, password),
    () => failed(context, pool, subject.user, name, caller, lockedReason),
  );
  if (outcome === "locked") throw refuse.lockedOut();
  if (outcome === "wrong" || !subject.user) {
    failed(context, pool, subject.user, name, caller);
    throw refuse.notAuthorized();
  }
  if (deviceKey && !(await context.devices.tracked(subject.sub, deviceKey))) throw refuse.deviceMissing();
  const state = { ...freshState([normalisedName(name), subject.sub], true), deviceKey };
  return proceed(context, pool, { sub: subject.sub, session: null, judged: subject.user }, (store, user, policy) =>
    advance({ store, pool, user, state, caller, policy, webAuthn: context.webAuthn }),
  );
}

/** Why a guess was refused unread: too many wrong ones came before it. */
export const lockedReason = { reason: "locked" };

/** Records a refused sign-in. */
export function failed(
  context: Pick<Context, "audit">,
  pool: Pool,
  user: User | null,
  name: string,
  caller: Caller,
  detail: Record<string, string> = {},
): void {
  context.audit({
    ...aboutName({ pool }, user, name, caller),
    action: "sign_in_failed",
    detail,
  });
}
