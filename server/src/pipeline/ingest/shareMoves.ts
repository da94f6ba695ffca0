import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { Database } from "../../platform/database/schema.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { LogEntry, LogRecord } from "../../platform/log/messageLog.ts";
import { isInScope, type LogScope } from "../../platform/log/logScope.ts";
import type { PositionWriter } from "../history/positionWriter.ts";
import type { LocateWorker } from "../locate/locateWorker.ts";
import type { DeviceRegistry } from "./deviceRegistry.ts";
import type { CheckLease } from "./logShare.ts";
import { isBeforeGrowth } from "./siteGrowth.repository.ts";
import { adoptAssets, areReleased, type Move, moveTrackers, releaseTrackers } from "./trackerShares.repository.ts";

/** Takes the place of the sender, which a device never is. */
const source = "shares";
/** How often a share looks whether another has left what it gets, ms. */
const releasedMs = 50;

/** From its place in the log on, some trackers of a divided site are in another share. */
const ShareChange = z.object({
  siteId: z.string(),
  to: z.number().int(),
  trackerIds: z.array(z.string()),
  /** New assets that go to the shares of their trackers. */
  adopted: z.array(z.object({ assetId: z.string(), trackerId: z.string(), share: z.number().int() })),
});
export type ShareChange = z.infer<typeof ShareChange>;

/** The entry of a log that says a change to all shares of a site, each of which reads it at the same place. */
export function shareChangeEntry(change: ShareChange): LogEntry {
  const payload = new TextEncoder().encode(JSON.stringify(change));
  return { source, topic: source, payload, siteId: change.siteId };
}

/** Null: the record is a device's message. */
function shareChangeOf(record: LogRecord): ShareChange | null {
  if (record.source !== source) return null;
  return ShareChange.parse(JSON.parse(new TextDecoder().decode(record.payload)));
}

/** The changes of shares in a partition of the log. */
export interface ShareMoves {
  /** Whether a record is one. */
  isChange(record: LogRecord): boolean;
  /** Makes it, once everything before it was processed. Can be repeated. Rejects while the database refuses, and if `isStopping`. */
  apply(record: LogRecord, isStopping: () => boolean): Promise<void>;
}

/**
 * Moves trackers between the shares of a divided site, at the same place of the log in each: the one that had a tracker stores all about
 * it, and the one that gets it goes on only then. A change goes to one share alone, so that no two wait for each other.
 */
export function shareMoves(parts: {
  db: Kysely<Database>;
  logId: string;
  scope: LogScope;
  check: CheckLease;
  devices: Pick<DeviceRegistry, "trackerById" | "readTrackers">;
  locate: Pick<LocateWorker, "forget">;
  positions: Pick<PositionWriter, "flush" | "forget">;
}): ShareMoves {
  const { db, logId, scope, check, devices, locate, positions } = parts;
  const own = scope.part?.share ?? 0;
  const leave = async (left: readonly string[], move: Move): Promise<void> => {
    for (const id of left) locate.forget(id);
    await positions.flush();
    for (const id of left) positions.forget(id);
    await transaction(db, async (trx) => {
      await check(trx);
      await releaseTrackers(trx, move, own);
    });
  };
  return {
    isChange: ({ source: sender }) => sender === source,
    apply: async (record, isStopping) => {
      const change = shareChangeOf(record);
      const shares = change === null ? undefined : scope.divided.get(change.siteId);
      if (change === null || shares === undefined) return;
      const { siteId, to, trackerIds, adopted } = change;
      if (await isBeforeGrowth(db, { logId, siteId, position: record.position })) return;
      const move = { siteId, shares, position: record.position, trackerIds, to };
      await transaction(db, async (trx) => {
        await check(trx);
        await moveTrackers(trx, move);
        await adoptAssets(trx, siteId, adopted);
      });
      await devices.readTrackers([...trackerIds, ...adopted.map(({ trackerId }) => trackerId)]);
      const left = trackerIds.filter((id) => {
        const tracker = devices.trackerById(id);
        if (tracker === undefined) return true;
        const isOwnAt = (position: number): boolean => isInScope(scope, siteId, tracker, position);
        return isOwnAt(record.position - 1) && !isOwnAt(record.position);
      });
      if (left.length > 0) await leave(left, move);
      if (own !== to) return;
      while (!(await areReleased(db, move))) {
        if (isStopping()) throw new Error("another share has not left its trackers yet");
        await pause(releasedMs);
      }
    },
  };
}
