import type { BaseLogger } from "pino";
import { flushLoop } from "../history/flushLoop.ts";
import type { SystemEvent, WriteTransaction } from "../../platform/writes/record.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import { type Crossing, storeCrossings, type StoredCrossing } from "./stays.repository.ts";

export interface CrossingWriter {
  /** Takes a crossing; never waits and never fails. */
  add(crossing: Crossing): void;
  /** Writes everything that was added before. */
  flush(): Promise<void>;
  /** Stops the timer and writes the rest. */
  close(): Promise<void>;
  /** Every crossing decided before this moment is in the database; null: all are. */
  unsavedMs(): number | null;
}

const flushMs = 250;
/** The most crossings in one transaction. */
const maxBatch = 500;

/** Writes crossings in their order, each with its event in one transaction. If the database is away, they wait. */
export function crossingWriter(parts: {
  unit: Pick<UnitOfWork, "commitEvents">;
  /** Rejects if another process works on the log by now; called in each transaction that writes. */
  check(trx: WriteTransaction): Promise<void>;
  log: Pick<BaseLogger, "warn">;
  now(): number;
}): CrossingWriter {
  let queue: Crossing[] = [];
  const write = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch);
      await parts.unit.commitEvents(async (trx) => {
        await parts.check(trx);
        return (await storeCrossings(trx, batch)).flatMap(happeningOf);
      });
      queue = queue.slice(batch.length);
    }
  };
  const loop = flushLoop({ what: "Crossings of geofences", everyMs: flushMs, write, now: parts.now, log: parts.log });
  return {
    add: (crossing) => void queue.push(crossing),
    flush: loop.flush,
    close: loop.close,
    unsavedMs: () => (queue.length === 0 ? null : Math.min(...queue.map(({ atMs }) => atMs))),
  };
}

/** The event that reports a crossing; nothing if its asset or geofence is gone. */
function happeningOf(crossing: StoredCrossing): SystemEvent[] {
  const { assetId, assetName, geofenceId, geofenceName, customerId, siteId, exit, atMs } = crossing;
  if (assetName === null || geofenceName === null) return [];
  const operation = exit === null ? "asset_entered_geofence" : operations[exit];
  const asset = { id: assetId, name: assetName, at: new Date(atMs).toISOString() };
  return [{ kind: "geofence", operation, entity: { id: geofenceId, name: geofenceName }, customerId, siteId, asset }];
}

const operations = { exit: "asset_exited_geofence", timeout: "asset_exited_geofence_by_timeout" } as const;
