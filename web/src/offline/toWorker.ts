/** What a page tells the service worker. */
export type ToWorker =
  /** Somebody signed out: nothing of theirs may stay. */
  | { kind: "forget" }
  /** These were asked for before the worker was there. */
  | { kind: "keep"; urls: readonly string[]; idToken: string };
