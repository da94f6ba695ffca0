import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { LogScope } from "../../platform/log/logScope.ts";
import type { MessageLog } from "../../platform/log/messageLog.ts";
import type { LogWorker } from "./logWorker.ts";
import { shareChangeEntry } from "./shareMoves.ts";
import { isLeft } from "./siteGrowth.repository.ts";
import { areMovesOver, separatedTrackers } from "./trackerShares.repository.ts";

/** How many trackers move at once: the share that gets them stands still for a moment. */
const atOnce = 200;

/**
 * Keeps all trackers of an asset in its share, for the divided sites of a home. A new asset goes to the share of its tracker; to one of which
 * something is known its trackers go. Both happen at a place of the log that all shares read.
 * @returns looks once, and puts what is to move into the log
 */
export function linkedTrackers(parts: {
  db: Kysely<Database>;
  logId: string;
  scope: LogScope;
  log: Pick<MessageLog, "append">;
}): () => Promise<void> {
  const { db, logId, scope, log } = parts;
  const lookAt = async (siteId: string, shares: number): Promise<void> => {
    const separated = await separatedTrackers(db, siteId, shares, atOnce);
    // One that gets more shares waits until the last move is over.
    if (separated.length === 0 || (await isLeft(db, logId, siteId))) return;
    const adopted = separated
      .filter(({ isNew }) => isNew)
      .map(({ assetId, trackerId, from }) => ({ assetId, trackerId, share: from }));
    const others = separated.filter(({ isNew }) => !isNew);
    const isOver = others.length > 0 && (await areMovesOver(db, { logId, siteId, home: scope.home }));
    const to = others[0]?.to ?? 0;
    const moved = isOver ? others.filter((one) => one.to === to) : [];
    if (adopted.length + moved.length === 0) return;
    const trackerIds = moved.map(({ trackerId }) => trackerId);
    await log.append(shareChangeEntry({ siteId, to, trackerIds, adopted }));
  };
  return async () => {
    for (const [siteId, shares] of scope.divided) await lookAt(siteId, shares);
  };
}

/**
 * Does not look again until the work has read what the last look put into the log: only then does the database say that it moved. Nobody
 * waits for that, as the work may stand still until it stops.
 */
export function lookOnceRead(look: () => Promise<void>, work: Pick<LogWorker, "caughtUp" | "settled">) {
  let isUnread = false;
  return async (): Promise<void> => {
    if (isUnread || !work.caughtUp()) return;
    isUnread = true;
    // One that is refused may be in the log all the same.
    await look().finally(() => void work.settled().finally(() => (isUnread = false)));
  };
}
