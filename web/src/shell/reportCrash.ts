import type { ApiClient } from "../api/client.ts";

// The same error may be reported more than once: by our boundary, by the router's, and again in another language. Thrown
// values that are not errors are told apart by their text.
const reports = new Map<unknown, Promise<string | null>>();

/**
 * Reports an error that broke a page to the server, once, and returns the id for searching its log; null if the server did
 * not answer, or nobody is signed in.
 */
export function reportCrash(api: Pick<ApiClient, "call">, error: unknown, page: string): Promise<string | null> {
  const key = error instanceof Error ? error : String(error);
  const known = typeof key === "string" ? new Error(key) : key;
  const earlier = reports.get(key);
  if (earlier !== undefined) return earlier;
  const body = {
    message: `${known.name}: ${known.message}`.slice(0, 1000),
    stack: (known.stack ?? "").slice(0, 8000),
    page: page.slice(0, 500),
  };
  // The contract is loaded with the report: the sign-in page, which may also break, does not include it.
  const report = import("@pulse/contract/system")
    .then(({ reportCrash: endpoint }) => api.call(endpoint, { body }))
    .then(
      ({ requestId }) => requestId,
      () => null,
    );
  reports.set(key, report);
  return report;
}
