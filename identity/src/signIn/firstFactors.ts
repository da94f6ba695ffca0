import type { Caller, Context } from "../context.ts";
import { refuse } from "../errors.ts";
import type { Pool } from "../pools.ts";
import { normalisedName } from "../users.ts";
import { openById, type Respond } from "./answer.ts";
import { passkeyRequest } from "./factorChallenges.ts";
import { freshState, required, startPassword, startSrp, subjectFor } from "./start.ts";
import { type AuthAnswer, challenge } from "./step.ts";

type Parameters = Record<string, string>;

/**
 * USER_AUTH: begins with the preferred first factor, or with a choice of them. Everybody is offered the same, also people
 * without a passkey and names that nobody has.
 */
export async function startUserAuth(
  context: Context,
  pool: Pool,
  parameters: Parameters,
  caller: Caller,
): Promise<AuthAnswer> {
  const name = required(parameters, "USERNAME");
  const preferred = parameters["PREFERRED_CHALLENGE"] ?? "";
  const subject = await subjectFor(context, pool, name);
  if (preferred !== "") return begin(context, pool, { factor: preferred, parameters, sub: subject.sub, caller });
  const state = freshState([normalisedName(name), subject.sub], subject.user !== null);
  const session = await context.sessions.start(pool, subject.sub, "SELECT_CHALLENGE", state);
  const { answer } = challenge("SELECT_CHALLENGE", session, { USERNAME: subject.sub });
  return { ...answer, AvailableChallenges: availableIn(context) };
}

/** SELECT_CHALLENGE: the first factor that the person chose. */
export const firstFactorChoice: Respond = async (context, { pool, sessionId, responses, caller }) => {
  const name = required(responses, "USERNAME");
  const factor = required(responses, "ANSWER");
  const session = await openById(context, pool, "SELECT_CHALLENGE", sessionId, name);
  if (!availableIn(context).includes(factor))
    throw refuse.invalidParameter("ANSWER is none of the challenges to choose from.");
  await context.sessions.consume(session);
  return begin(context, pool, { factor, parameters: responses, sub: session.sub, caller });
};

const availableIn = ({ webAuthn }: Pick<Context, "webAuthn">): string[] => [
  "PASSWORD",
  "PASSWORD_SRP",
  ...(webAuthn.isSupported ? ["WEB_AUTHN"] : []),
];

async function begin(
  context: Context,
  pool: Pool,
  choice: { factor: string; parameters: Parameters; sub: string; caller: Caller },
): Promise<AuthAnswer> {
  const { factor, parameters, sub, caller } = choice;
  switch (factor) {
    case "PASSWORD":
      return startPassword(context, pool, parameters, caller);
    case "PASSWORD_SRP":
      return startSrp(context, pool, parameters);
    case "WEB_AUTHN": {
      const name = normalisedName(required(parameters, "USERNAME"));
      const { answer } = await passkeyRequest(context, pool, sub, freshState([name, sub], true));
      return answer;
    }
    default:
      throw refuse.invalidParameter(`Challenge ${factor.slice(0, 64)} is not supported by this pool`);
  }
}
