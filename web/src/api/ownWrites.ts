import type { Endpoint } from "@pulse/contract/endpoint";
import type { QueryClient } from "@tanstack/react-query";

/** The changes made by this window, under one key of the query cache. */
export interface OwnWrites {
  /** How many changes have no answer yet. */
  underWay: number;
  /** When each thing named in a change was changed, by its id. */
  at: ReadonlyMap<string, number>;
}
export type OwnWritesKey = readonly ["ownWrites"];

interface RequestData {
  params?: unknown;
  body?: unknown;
}

const key: OwnWritesKey = ["ownWrites"];
const maxEntries = 500;
const ids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/**
 * Remembers changes made from here, so that people are not notified of what they have just done themselves. The event often
 * arrives before the answer, hence `underWay`.
 */
export function ownWrites(queries: Pick<QueryClient, "setQueryData">, now: () => number) {
  let writes: OwnWrites = { underWay: 0, at: new Map() };
  const update = (change: Partial<OwnWrites>): void => {
    writes = { ...writes, ...change };
    queries.setQueryData<OwnWrites>(key, writes);
  };
  return {
    /** Runs `ask`; for a change, keeps the ids in its request and answer. */
    async watch<Content>(
      { method }: Endpoint,
      request: RequestData | undefined,
      ask: () => Promise<Content>,
    ): Promise<Content> {
      if (method === "GET") return ask();
      update({ underWay: writes.underWay + 1 });
      let content: Content | undefined;
      try {
        content = await ask();
        return content;
      } finally {
        const named = JSON.stringify([request?.params, request?.body, content]).match(ids) ?? [];
        const at = [...writes.at, ...named.map((id) => [id, now()] as const)];
        update({ underWay: writes.underWay - 1, at: new Map(at.slice(-maxEntries)) });
      }
    },
  };
}
