import type { Caller, Context } from "../context.ts";
import { refuse } from "../errors.ts";
import type { Pool } from "../pools.ts";
import type { Session, Stage } from "../sessions.ts";
import type { User } from "../users.ts";
import type { AuthAnswer } from "./step.ts";
import { assertMaySignIn } from "./steps.ts";

/** What a client sends in answer to a challenge. */
export interface Answer {
  pool: Pool;
  sessionId: string | undefined;
  responses: Record<string, string>;
  caller: Caller;
}
export type Respond = (context: Context, answer: Answer) => Promise<AuthAnswer>;

/** The open session of a stage. Refuses without an id. */
export async function openById(
  context: Pick<Context, "sessions">,
  pool: Pool,
  stage: Stage,
  id: string | undefined,
  name: string,
): Promise<Session> {
  if (!id) throw refuse.invalidParameter("Missing required parameter Session");
  return context.sessions.open(pool, stage, { id }, name);
}

/** The user of a session that is past the password. Refuses if they may no longer sign in. */
export async function signedUser(context: Pick<Context, "users">, pool: Pool, session: Session): Promise<User> {
  const user = await context.users.bySub(pool, session.sub);
  if (!user) throw refuse.invalidSession();
  assertMaySignIn(user);
  return user;
}
