import type { ApiClient } from "../api/client.ts";

// React tells of one error more than once: by its own boundary, by the router's, and again in another language.
const told = new WeakMap<object, Promise<string | null>>();

/**
 * Tells the server of an error that broke a page, once, and gives the id by which its log is searched; null where the
 * server did not answer, or nobody is signed in.
 */
export function reportCrash(api: Pick<ApiClient, "call">, error: unknown, page: string): Promise<string | null> {
  const known = error instanceof Error ? error : new Error(String(error));
  const key = error instanceof Error ? error : noError;
  const before = told.get(key);
  if (before !== undefined) return before;
  const body = {
    message: `${known.name}: ${known.message}`.slice(0, 1000),
    stack: (known.stack ?? "").slice(0, 8000),
    page: page.slice(0, 500),
  };
  // The contract comes with the report: the sign-in page, which may break as well, does without it.
  const report = import("@pulse/contract/system")
    .then(({ reportCrash: endpoint }) => api.call(endpoint, { body }))
    .then(
      ({ requestId }) => requestId,
      () => null,
    );
  told.set(key, report);
  return report;
}

// What is thrown and is no error has no identity of its own.
const noError = {};
