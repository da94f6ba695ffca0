import { refuse } from "../errors.ts";
import { openById, type Respond } from "./answer.ts";
import { lockedReason, required } from "./start.ts";
import { assertMaySignIn, finish, proceed } from "./steps.ts";

/**
 * The signature of a passkey. It completes the sign-in, with or without a password before it, because the authenticator
 * has verified its user. Refuses a passkey of another user or address, and one whose counter has gone back.
 */
export const passkeyAnswer: Respond = async (context, { pool, sessionId, responses, caller }) => {
  const name = required(responses, "USERNAME");
  const answer = context.webAuthn.parseAnswer(required(responses, "CREDENTIAL"));
  const session = await openById(context, pool, "WEB_AUTHN", sessionId, name);
  const user = await context.users.bySub(pool, session.sub);
  const passkey = user && (await context.passkeys.find(user.sub, answer.id));
  const expected = session.state.passkeyChallenge;
  let counter: number | null = null;
  const person = { sub: user?.sub ?? null, email: user?.email ?? (name.includes("@") ? name.toLowerCase() : null) };
  const event = { action: "passkey_refused", pool: pool.name, ...person, ...caller } as const;
  const detail = { passkey: passkey?.name ?? "unknown" };
  const outcome = await context.throttle.guess(
    `passkey:${session.sub}`,
    async () => {
      if (passkey && expected !== null) counter = await context.webAuthn.verifiedCounter(answer, passkey, expected);
      return counter !== null;
    },
    () => context.audit({ ...event, detail: { ...detail, ...lockedReason } }),
  );
  if (outcome === "locked") throw refuse.lockedOut();
  if (outcome === "wrong" || counter === null || !user || !passkey) {
    await context.sessions.consume(session);
    context.audit({ ...event, detail });
    context.webAuthn.assertAnswerOrigin(answer);
    throw refuse.notAuthorized("The passkey could not be verified.");
  }
  assertMaySignIn(user);
  const signatures: number = counter;
  return proceed(context, pool, { sub: user.sub, session, judged: null }, async (store, fresh) => {
    // It may have been removed a moment ago.
    if (!(await store.passkeys.used(fresh.sub, passkey.credential_id, signatures))) throw refuse.notAuthorized();
    return finish(store, pool, fresh, null, caller, { tracking: false });
  });
};
