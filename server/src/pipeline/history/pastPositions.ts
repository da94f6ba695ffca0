import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import type { Database } from "../../platform/database/schema.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import { threadWork } from "../../platform/runtime/threadWork.ts";
import { pastJob } from "./pastJob.ts";
import type { PastJob, PastResult } from "./pastThread.ts";
import { type LocatedWork, writeBackfill } from "./writeBackfill.ts";
import { type FinishedWork, nextWork, type PastWork, claimDue, finishWork } from "./pastWork.repository.ts";
import { gapMs } from "./positionFold.ts";
import type { PositionWriter } from "./positionWriter.ts";
import { writeHalving } from "./writeHalving.ts";

/** Messages kept while a line was down arrive over some time: the past is made once nothing has come for this long. */
const quietMs = 60_000;
/** If late messages do not stop, it is made after this time. */
const maxMs = 10 * 60_000;
/** How many trackers are located at a time, and about how many rows are written in a transaction. */
const atOnce = 20;
const rowsAtOnce = 1000;

export interface PastPositions {
  /** Makes the positions that are due, for as long as there are any. */
  turn(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Fills holes in history: if gateways have reported a tracker late (`late_heard`), a thread locates it at moments of
 * that time, and the rows for them are written in the transaction that deletes the work. Rows that were made this way
 * are made again when more is reported about their time; those of live fixes stay as they are. The live dot, fences and
 * people are not notified of it.
 */
export function pastPositions(parts: {
  db: Kysely<Database>;
  partition: number;
  /** Rejects if another process works on the partition by now; called in each transaction that writes. */
  check(trx: Kysely<Database>): Promise<void>;
  sites: Pick<SiteModels, "of">;
  positions: Pick<PositionWriter, "unsavedMs">;
  /** While the log of an earlier process is being processed, rows may still come. */
  isBehind(): boolean;
  /** The moment up to which all messages are processed, ms. */
  processedMs(): number;
  now(): number;
  log: Pick<BaseLogger, "warn">;
}): PastPositions {
  const { db, partition, check, sites, now, log } = parts;
  const thread = threadWork<PastJob, PastResult>(new URL("./pastThread.ts", import.meta.url));
  const stopping = new AbortController();
  /** Live fixes can no longer continue rows that end before this. */
  const settled = (): Date => new Date(parts.processedMs() - 2 * gapMs);

  const due = async (): Promise<PastWork[]> => {
    if (parts.isBehind()) return [];
    // What was located meanwhile must be in the database before a hole can be recognised.
    const next = (): Promise<PastWork[]> => {
      const unsavedMs = parts.positions.unsavedMs();
      return nextWork(db, partition, unsavedMs === null ? null : new Date(unsavedMs), atOnce);
    };
    const begun = await next();
    if (begun.length > 0) return begun;
    await claimDue(db, partition, { quietSince: new Date(now() - quietMs), longAgo: new Date(now() - maxMs) }, atOnce);
    return next();
  };

  const locatePast = async (siteId: string | null, late: readonly PastWork[]): Promise<LocatedWork[]> => {
    const site = siteId === null ? null : await sites.of(siteId);
    const nothingOf = (work: PastWork): LocatedWork => ({ work, untilMs: work.untilMs, parts: [] });
    if (site === null) return late.map(nothingOf);
    const { job, untilMs } = await pastJob(db, site, late, settled());
    const results = job.trackers.length === 0 ? [] : await thread.run(job);
    const partsOf = new Map(
      job.trackers.map(({ trackerId, holes }, nth) => {
        const rows = results[nth]!;
        return [trackerId, typeof rows === "string" ? rows : rows.map((row, at) => ({ hole: holes[at]!, ...row }))];
      }),
    );
    return late.map((work) => {
      const { trackerId } = work;
      const ofTracker = partsOf.get(trackerId) ?? [];
      if (typeof ofTracker !== "string")
        return { work, untilMs: untilMs.get(trackerId) ?? work.untilMs, parts: ofTracker };
      log.warn({ tracker: trackerId, reason: ofTracker }, "The past of a tracker cannot be located and is left out");
      return nothingOf(work);
    });
  };

  const write = (batch: readonly LocatedWork[]): Promise<void> =>
    writeHalving(
      batch,
      (part) => writeBackfill(db, part, { settled: settled(), createdAt: new Date(now()), check }),
      refuse,
    );
  const refusals: FinishedWork[] = [];
  const refuse = ({ work }: LocatedWork, error: unknown): void => {
    log.warn({ err: error, tracker: work.trackerId }, "Past positions cannot be stored and are left out");
    refusals.push({ work, untilMs: work.untilMs });
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const startedMs = performance.now();
      const works = await due();
      if (works.length === 0) return;
      for (const [siteId, ofSite] of Map.groupBy(works, (one) => one.siteId)) {
        let [batch, rows]: [LocatedWork[], number] = [[], 0];
        for (const result of await locatePast(siteId, ofSite)) {
          batch.push(result);
          rows += result.parts.reduce((sum, { stays }) => sum + stays.length, 0);
          if (rows < rowsAtOnce) continue;
          await write(batch);
          [batch, rows] = [[], 0];
        }
        await write(batch);
      }
      await finishWork(db, refusals.splice(0));
      // It rests as long as it works: at most half of a core, and half of the database's time.
      await pause(performance.now() - startedMs, undefined, { signal: stopping.signal });
    }
  };

  return {
    turn: async () => {
      try {
        await work();
      } catch (error) {
        // Work that a stop interrupts is done after the next start.
        if (!stopping.signal.aborted) throw error;
      }
    },
    close: () => {
      stopping.abort();
      return thread.close();
    },
  };
}
