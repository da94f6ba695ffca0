import type { Caller, Context } from "../context.ts";
import { refuse } from "../errors.ts";
import type { Pool } from "../pools.ts";
import { normalisedName } from "../users.ts";
import { failed, freshState, lockedReason, required, subjectFor } from "./start.ts";
import type { AuthAnswer } from "./step.ts";
import { finish } from "./steps.ts";

/** `sign_in_method` of such a sign-in, and the `amr` of its tokens. */
export const federated = "sso";

/**
 * CUSTOM_AUTH: asks anybody for the code that a sign-in with another identity provider ended with. Whether the user
 * exists shows neither here nor in the answer to a code.
 */
export async function startCustom(
  context: Context,
  pool: Pool,
  parameters: Record<string, string>,
): Promise<AuthAnswer> {
  const name = required(parameters, "USERNAME");
  const subject = await subjectFor(context, pool, name);
  const state = freshState([normalisedName(name), subject.sub], subject.user !== null);
  return {
    ChallengeName: "CUSTOM_CHALLENGE",
    Session: await context.sessions.start(pool, subject.sub, "CUSTOM_CHALLENGE", state),
    ChallengeParameters: { USERNAME: subject.sub },
  };
}

/**
 * The code becomes tokens, without a second factor: that is the other provider's task. A right code passes even while
 * wrong ones are locked: nobody can guess 256 bits, and strangers who try must not keep people out.
 */
export async function answerCustom(
  context: Context,
  answer: { pool: Pool; sessionId: string | undefined; responses: Record<string, string>; caller: Caller },
): Promise<AuthAnswer> {
  const { pool, sessionId, responses, caller } = answer;
  const name = required(responses, "USERNAME");
  const code = required(responses, "ANSWER").trim();
  if (!sessionId) throw refuse.invalidParameter("Missing required parameter Session");
  const session = await context.sessions.open(pool, "CUSTOM_CHALLENGE", { id: sessionId }, name);
  const found = await context.users.bySub(pool, session.sub);
  const user = session.state.known ? found : null;
  if (!(await context.signInCodes.redeem(session.sub, code)) || user === null) {
    const who = session.state.names[0] ?? name;
    const outcome = await context.throttle.guess(
      `custom_challenge:${session.sub}`,
      () => false,
      () => failed(context, pool, user, who, caller, lockedReason),
    );
    if (outcome === "locked") throw refuse.lockedOut();
    await context.sessions.consume(session);
    failed(context, pool, user, who, caller);
    throw refuse.notAuthorized();
  }
  const deviceKey = responses["DEVICE_KEY"] || null;
  const step = await context.transaction(async (store) => {
    const fresh = await store.users.lockForSession(pool, session.sub, session.idHash);
    if (fresh === null) throw refuse.replayedSession();
    if (!fresh.enabled) throw refuse.disabled();
    if (fresh.status === "UNCONFIRMED") throw refuse.notConfirmed();
    const device = deviceKey ? await store.devices.tracked(fresh.sub, deviceKey) : null;
    return finish(store, pool, fresh, device, caller, { method: federated });
  });
  return step.tell(context);
}
