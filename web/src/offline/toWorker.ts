/** A message from a page to the service worker. */
export type ToWorker =
  /** Somebody signed out: none of their data may stay. */
  | { kind: "forget" }
  /** These were requested before the worker was running. */
  | { kind: "keep"; urls: readonly string[]; idToken: string };
