import type { Section } from "@pulse/contract/fields";
import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Database } from "../../platform/database/schema.ts";
import { type LogScope, readsSite } from "../../platform/log/logScope.ts";
import { refresher } from "../../platform/runtime/refresher.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import { crossingWriter } from "./crossingWriter.ts";
import { fenceWatch } from "./fenceWatch.ts";
import type { KnownFences } from "./knownFences.ts";
import { endStaysOfRemoved, storedStays } from "./stays.repository.ts";
import type { WatchedFix } from "./watchedAsset.ts";

/** How often time-outs are checked, in the time of the log. */
const tickMs = 1_000;

/** The stage of the live path that says which assets are in which fences. */
export interface Fencing {
  process(fix: WatchedFix): Section[];
  /** The fences that an asset is in as far as its fixes were taken. */
  inside(assetId: string): Section[];
  /** All fixes up to this moment were taken, so that a stay of whatever was not seen for long enough has ended. */
  ticked(nowMs: number): void;
  /** Everything before this moment is decided and stored; null: everything is. */
  unsavedMs(): number | null;
  /** Resolves when changes were read and crossings written. */
  settled(): Promise<void>;
  /** Writes the rest. */
  close(): Promise<void>;
}

/** Reads the open stays of the assets in a scope of the log, and follows them. */
export async function fencing(parts: {
  db: Kysely<Database>;
  bus: Pick<Bus, "subscribe">;
  scope: LogScope;
  fences: KnownFences;
  /** When these assets were seen last, also with a tracker that they no longer have. */
  lastSeen(assetIds: readonly string[]): Promise<Map<string, { end_ts: Date }>>;
  /** When each asset of the scope was seen last with a tracker that it has, ms. */
  allLastSeen(): Promise<Map<string, number>>;
  unit: Pick<UnitOfWork, "commitEvents">;
  /** Rejects if another process works on the log by now; called in each transaction that writes crossings. */
  check: Parameters<typeof crossingWriter>[0]["check"];
  log: Pick<BaseLogger, "warn">;
  now(): number;
  random(): number;
  problem(error: unknown): void;
}): Promise<Fencing> {
  const { db, bus, now, scope, fences } = parts;
  const stored = await storedStays(db, scope);
  const open = [...new Set(stored.flatMap(({ assetId, isOpen }) => (isOpen ? [assetId] : [])))];
  const lastPositions = await parts.lastSeen(open);
  const seenMs = await parts.allLastSeen();
  // Some were seen with a tracker that they no longer have.
  for (const [id, { end_ts }] of lastPositions) seenMs.set(id, end_ts.getTime());
  const writer = crossingWriter(parts);
  const watch = fenceWatch({ fences, stored, seenMs, crossed: writer.add, now });

  const removals = refresher<string>({
    ...parts,
    read: async (ids) => {
      await writer.flush();
      watch.drop(await endStaysOfRemoved(db, scope, [...new Set(ids)], new Date(now())));
    },
  });
  // Some may have been archived or deleted before this process started.
  if (open.length > 0) removals.request(...open);
  const stop = bus.subscribe("changed", ({ kind, ids, siteId }) => {
    if (kind !== "asset" || ids.length === 0) return;
    if (siteId === null || readsSite(scope, siteId)) removals.request(...ids);
  });
  let checkedMs = -Infinity;

  return {
    process: watch.process,
    inside: watch.inside,
    ticked: (nowMs) => {
      if (Math.abs(nowMs - checkedMs) < tickMs) return;
      checkedMs = nowMs;
      watch.tick(nowMs);
    },
    unsavedMs: () => {
      const moments = [watch.undecidedMs(), writer.unsavedMs()].filter((ms) => ms !== null);
      return moments.length === 0 ? null : Math.min(...moments);
    },
    settled: async () => {
      await fences.settled();
      await removals.settled();
      await writer.flush();
    },
    close: async () => {
      stop();
      removals.close();
      await writer.close();
    },
  };
}
