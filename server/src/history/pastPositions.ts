import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import type { Database } from "../adapters/database/schema.ts";
import { transaction } from "../adapters/database/transaction.ts";
import type { LiveSite } from "../locate/liveSite.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import { threadWork } from "../threadWork.ts";
import { timesChanged } from "../whereTimeGoes/changedTimes.ts";
import { dueLate, type LateHeard, lateWorked, type WorkedLate } from "./lateHeard.repository.ts";
import { heardTexts, holesOf, linkTimes, toldTimes } from "./pastRows.repository.ts";
import type { PastRows } from "./pastStays.ts";
import type { PastJob, PastResult } from "./pastThread.ts";
import { warmMs } from "./pastTrack.ts";
import { gapMs } from "./positionFold.ts";
import { insertStays } from "./positions.repository.ts";
import type { PositionWriter } from "./positionWriter.ts";
import { insertSmoothed } from "./smoothedPositions.repository.ts";
import { writeHalving } from "./writeHalving.ts";

/** Of what was kept while a line was down more comes for a while: the past is made once nothing came for this long. */
const quietMs = 60_000;
/** Where late messages do not end, it is made after this time. */
const mostMs = 10 * 60_000;
/** So many trackers are located at a time, at most this much of each, and so many rows written in a transaction. */
const atOnce = 20;
const partMs = 3_600_000;
const rowsAtOnce = 1000;

export interface PastPositions {
  /** Makes the positions that are due, for as long as there are any. */
  turn(): Promise<void>;
  close(): Promise<void>;
}

/** A tracker with the rows to write up to a moment; null: nothing can be made of it. */
interface Made extends WorkedLate {
  rows: PastRows | null;
}

/**
 * Fills holes in history: where gateways have told late what they heard of a tracker (`late_heard`), it is located at
 * moments of that time, in a thread, and rows dated then are written in the transaction that forgets the note. Rows that
 * there are stay as they are; the live dot, fences and people are told nothing of it.
 */
export function pastPositions(parts: {
  db: Kysely<Database>;
  sites: Pick<SiteModels, "of">;
  positions: Pick<PositionWriter, "unsavedMs">;
  /** While the log of an earlier process is worked, rows may still come. */
  isBehind(): boolean;
  now(): number;
  log: Pick<BaseLogger, "warn">;
}): PastPositions {
  const { db, sites, now, log } = parts;
  const thread = threadWork<PastJob, PastResult>(new URL("./pastThread.ts", import.meta.url));
  const ending = new AbortController();

  const due = async (): Promise<LateHeard[]> => {
    if (parts.isBehind()) return [];
    const nowMs = now();
    const late = await dueLate(db, new Date(nowMs - quietMs), new Date(nowMs - mostMs), atOnce);
    // What was located meanwhile must be in the database before a hole can be told.
    const unsavedMs = parts.positions.unsavedMs() ?? Infinity;
    return late.filter(({ untilMs }) => untilMs < unsavedMs);
  };

  const made = async (siteId: string | null, late: readonly LateHeard[]): Promise<Made[]> => {
    const site = siteId === null ? null : await sites.of(siteId);
    const nothingOf = (one: LateHeard): Made => ({ late: one, untilMs: one.untilMs, rows: null });
    if (site === null) return late.map(nothingOf);
    const { job, untilMs } = await jobOf(db, site, late);
    const found = job.trackers.length === 0 ? [] : await thread.run(job);
    const rowsOf = new Map(job.trackers.map(({ trackerId }, nth) => [trackerId, found[nth]!]));
    return late.map((one) => {
      const rows = rowsOf.get(one.trackerId) ?? null;
      if (typeof rows !== "string") return { late: one, untilMs: untilMs.get(one.trackerId) ?? one.untilMs, rows };
      log.warn({ tracker: one.trackerId, reason: rows }, "The past of a tracker cannot be located and is left out");
      return nothingOf(one);
    });
  };

  const write = (some: readonly Made[]): Promise<void> => writeHalving(some, (few) => writeAll(db, few), refuse);
  const refusals: WorkedLate[] = [];
  const refuse = ({ late }: Made, error: unknown): void => {
    log.warn({ err: error, tracker: late.trackerId }, "Past positions cannot be stored and are left out");
    refusals.push({ late, untilMs: late.untilMs });
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const startedMs = performance.now();
      const late = await due();
      if (late.length === 0) return;
      for (const [siteId, ofSite] of Map.groupBy(late, (one) => one.siteId)) {
        let some: Made[] = [];
        for (const one of await made(siteId, ofSite)) {
          some.push(one);
          if (some.reduce((sum, { rows }) => sum + (rows?.stays.length ?? 0), 0) < rowsAtOnce) continue;
          await write(some);
          some = [];
        }
        await write(some);
      }
      await lateWorked(db, refusals.splice(0));
      // It rests as long as it works: at most half of a core, and half of the database's time.
      await pause(performance.now() - startedMs, undefined, { signal: ending.signal });
    }
  };

  return {
    turn: async () => {
      try {
        await work();
      } catch (error) {
        // What is under way at a stop is made after the next start.
        if (!ending.signal.aborted) throw error;
      }
    },
    close: () => {
      ending.abort();
      return thread.close();
    },
  };
}

/** What is to be located, and up to when of trackers of which more is left for another turn. */
async function jobOf(
  db: Kysely<Database>,
  site: LiveSite,
  late: readonly LateHeard[],
): Promise<{ job: PastJob; untilMs: ReadonlyMap<string, number> }> {
  const holes = Map.groupBy(await holesOf(db, late, gapMs), ({ trackerId }) => trackerId);
  const cut = new Map<string, number>();
  for (const [trackerId, all] of holes) {
    const untilMs = all[0]!.fromMs + partMs;
    if (all.at(-1)!.untilMs <= untilMs) continue;
    cut.set(trackerId, untilMs);
    const now = all.filter(({ fromMs }) => fromMs < untilMs);
    holes.set(
      trackerId,
      now.map((hole) => ({ ...hole, untilMs: Math.min(untilMs, hole.untilMs) })),
    );
  }
  const open = late.filter(({ trackerId }) => holes.has(trackerId));
  const heard = Map.groupBy(await heardTexts(db, [...holes.values()].flat(), warmMs), ({ trackerId }) => trackerId);
  const links = await linkTimes(db, open);
  const fromMs = open.reduce((least, one) => Math.min(least, one.fromMs), Infinity);
  const untilMs = open.reduce((most, one) => Math.max(most, one.untilMs), -Infinity);
  const { calibration } = site.model;
  const job = {
    siteId: site.id,
    plan: site.plan,
    calibration,
    origin: site.frame.origin,
    rooms: new Map([...site.floors.values()].flatMap(({ rooms }) => [...rooms])),
    trackers: open.map(({ trackerId }) => {
      const tag = site.tags.get(trackerId);
      // What was learned under another law would mislead under this one.
      const holds = tag !== undefined && tag.version === (calibration?.version ?? 0);
      return {
        trackerId,
        tag: tag === undefined ? null : { make: tag.make, offsetDb: holds ? tag.offsetDb : null },
        holes: holes.get(trackerId) ?? [],
        heard: heard.get(trackerId) ?? [],
        links: links.filter((link) => link.trackerId === trackerId),
      };
    }),
    told: links.length === 0 ? [] : await toldTimes(db, links, fromMs, untilMs),
  };
  return { job, untilMs: cut };
}

async function writeAll(db: Kysely<Database>, some: readonly Made[]): Promise<void> {
  const stays = some.flatMap(({ rows }) => rows?.stays ?? []);
  const smoothed = some.flatMap(({ rows }) => rows?.smoothed ?? []);
  await transaction(db, async (trx) => {
    await insertStays(trx, stays);
    await insertSmoothed(trx, smoothed);
    await timesChanged(
      trx,
      stays.map(({ fix, endMs }) => ({ siteId: fix.siteId, fromMs: fix.atMs, toMs: endMs })),
    );
    await lateWorked(trx, some);
  });
}
