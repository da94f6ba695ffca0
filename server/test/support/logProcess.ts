import type { Kysely } from "kysely";
import { vi } from "vitest";
import { type CheckLease, type LogShare, sharedLog } from "../../src/pipeline/ingest/logShare.ts";
import { siteDivision } from "../../src/pipeline/ingest/siteShares.repository.ts";
import type { Database } from "../../src/platform/database/schema.ts";
import type { LogScope } from "../../src/platform/log/logScope.ts";

export type LogProcess = ReturnType<typeof logProcess>;

/**
 * A process that shares a log and works on nothing; `turn` is what it does again and again, and `look` that it looks now and then which
 * sites have grown: three gateways are too many.
 * @param parts.fail why it cannot begin its work
 * @param parts.written what the end of its work waits for
 */
export function logProcess(parts: {
  db: Kysely<Database>;
  logId: string;
  monotonicMs(): number;
  fail?: Error | null;
  written?: Promise<void>;
}) {
  const { db, logId, monotonicMs, fail = null, written = Promise.resolve() } = parts;
  const lost: Error[] = [];
  const checks = new Map<number, CheckLease>();
  const ended: number[] = [];
  const network = { isReachable: true };
  const scopes = new Map<number, LogScope>();
  let turn = async (): Promise<void> => undefined;
  let look = async (): Promise<void> => undefined;
  const problem = vi.fn();
  const share: LogShare = sharedLog({
    db,
    logId,
    division: siteDivision(db, logId, { gateways: 2, trackers: 100 }),
    every: (ms, act) => {
      if (ms < 1_000) turn = async () => act();
      else look = async () => act();
    },
    isReachable: () => network.isReachable,
    monotonicMs,
    onLost: (error) => void lost.push(error),
    problem,
  });
  const begin = (): Promise<void> =>
    share.begin(async (scope, check) => {
      const { partition } = scope;
      if (fail !== null) throw fail;
      scopes.set(partition, scope);
      checks.set(partition, check);
      return async () => {
        await written;
        checks.delete(partition);
        ended.push(partition);
      };
    });
  return { share, begin, turn: () => turn(), look: () => look(), lost, scopes, checks, ended, problem, network };
}

/** The partitions that processes work on. */
export const worked = (...processes: LogProcess[]): number[] =>
  processes.flatMap(({ checks }) => [...checks.keys()]).toSorted((a, b) => a - b);
