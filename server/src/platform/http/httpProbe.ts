import { oneLine } from "../runtime/oneLine.ts";

/** How long an answer may take, ms: somebody waits for the result. */
const waitMs = 5_000;

/** An answer, or why there was none. */
export type HttpAnswer =
  | {
      status: number;
      body: unknown;
      /** Our time minus that of the answer's `Date`, ms; null: it has none. */
      offsetMs: number | null;
    }
  | { error: string };

/**
 * Asks an address once, without following redirects, and reads the clock of whoever answers. A login in the address is not
 * sent.
 * @param method `HEAD` reads no body; the body of a `GET` is given as JSON, or null if it is none
 */
export async function httpProbe(address: string, method: "GET" | "HEAD", now: () => number): Promise<HttpAnswer> {
  const url = new URL(address);
  url.username = url.password = "";
  const requestedMs = now();
  try {
    const answer = await fetch(url, { method, redirect: "manual", signal: AbortSignal.timeout(waitMs) });
    const answeredMs = now();
    const body: unknown = method === "GET" ? await answer.json().catch(() => null) : null;
    await answer.body?.cancel().catch(() => undefined);
    const dateMs = Date.parse(answer.headers.get("date") ?? "");
    // The header has whole seconds, half a second less on average.
    const offsetMs = Number.isNaN(dateMs) ? null : (requestedMs + answeredMs) / 2 - (dateMs + 500);
    return { status: answer.status, body, offsetMs };
  } catch (error) {
    return { error: oneLine(error, address) };
  }
}
