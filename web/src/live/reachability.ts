import { limits } from "@pulse/contract/limits";
import { isOnlineAnswer, openPaths } from "../api/openAnswers.ts";

const TOO_MANY = 429;

/** Whether the server says that it is online. "Too many requests" counts as online; a page from a proxy or hotel does not. */
export async function isServerUp(): Promise<boolean> {
  try {
    const answer = await fetch(openPaths.status, { cache: "no-store", signal: timeout() });
    return answer.status === TOO_MANY || isOnlineAnswer(await answer.json());
  } catch {
    return false;
  }
}

/** Whether a public site can be reached; its answer cannot be read (no-cors). */
export async function isSiteReachable(url: string): Promise<boolean> {
  try {
    await fetch(url, { mode: "no-cors", cache: "no-store", credentials: "omit", signal: timeout() });
    return true;
  } catch {
    return false;
  }
}

function timeout(): AbortSignal {
  return AbortSignal.timeout(limits.statusTimeoutMs);
}
