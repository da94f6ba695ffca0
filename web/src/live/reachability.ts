import { limits } from "@pulse/contract/limits";
import { getServerStatus } from "@pulse/contract/system";

/** Whether the server answers. One that refuses is there; one that a proxy answers for is not. */
export async function isServerUp(): Promise<boolean> {
  try {
    const answer = await fetch(getServerStatus.path, { cache: "no-store", signal: timeout() });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** Whether a public site can be reached; what it answers is not for us to read. */
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
