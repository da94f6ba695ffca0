import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { LogScope } from "../../platform/log/logScope.ts";
import type { MessageLog } from "../../platform/log/messageLog.ts";
import type { CheckLease } from "./logShare.ts";
import { shareChangeEntry } from "./shareMoves.ts";
import { adoptAssets, areMovesOver, type SeparatedTracker, separatedTrackers } from "./trackerShares.repository.ts";

/** How many trackers move at once: the share that gets them stands still for a moment. */
const atOnce = 200;

/**
 * Keeps all trackers of an asset in its share, for the divided sites of a home. A new asset goes to the share of its tracker; to one of which
 * something is known its trackers go, at a place of the log that all shares read.
 * @returns looks once, and puts what is to move into the log
 */
export function linkedTrackers(parts: {
  db: Kysely<Database>;
  logId: string;
  scope: LogScope;
  check: CheckLease;
  log: Pick<MessageLog, "append">;
}): () => Promise<void> {
  const { db, logId, scope, check, log } = parts;
  const lookAt = async (siteId: string, shares: number): Promise<void> => {
    const separated = await separatedTrackers(db, siteId, shares, atOnce);
    if (separated.length === 0) return;
    const adopted = separated.filter(({ isNew }) => isNew);
    const others = separated.filter(({ isNew }) => !isNew);
    if (adopted.length > 0)
      await transaction(db, async (trx) => {
        await check(trx);
        await adoptAssets(trx, adopted);
      });
    const isOver = others.length > 0 && (await areMovesOver(db, { logId, siteId, home: scope.home }));
    const to = others[0]?.to ?? 0;
    const moved = isOver ? others.filter((one) => one.to === to) : [];
    if (adopted.length + moved.length === 0) return;
    const idsOf = (of: readonly SeparatedTracker[]): string[] => of.map(({ trackerId }) => trackerId);
    await log.append(shareChangeEntry({ siteId, to, trackerIds: idsOf(moved), renewed: idsOf(adopted) }));
  };
  return async () => {
    for (const [siteId, shares] of scope.divided) await lookAt(siteId, shares);
  };
}
