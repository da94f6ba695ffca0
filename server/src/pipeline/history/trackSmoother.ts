import { setTimeout as pause } from "node:timers/promises";
import type { Fix } from "@pulse/positioning/fix/fix";
import { smoothTrack } from "@pulse/positioning/smooth/smoothTrack";
import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { LiveSite } from "../locate/liveSite.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import { namedRoom } from "../places/namedRoom.ts";
import { flushLoop } from "./flushLoop.ts";
import { insertSmoothed, type SmoothedRow } from "./smoothedPositions.repository.ts";

/** Fixes within this time after a place improve it; later ones no longer change it. */
const lagMs = 20_000;
/** A walk is written in pieces of this length. Each begins a lag earlier, so that the smoother has warmed up. */
const pieceMs = 120_000;
/** The track of a tracker that is silent for this long has ended. */
const silentMs = 60_000;
/**
 * Ten thousand walks take seconds: they are smoothed in stretches of this length, with pauses of the same length for
 * other work.
 */
const stretchMs = 5;
const rowsAtOnce = 2000;

interface Track {
  siteId: string;
  fixes: Fix[];
  /** The newest fix that was judged moving; -Infinity: there is none in memory. */
  movedMs: number;
  /** Places have been written up to this time. */
  writtenMs: number;
}

export interface TrackSmoother {
  /** Writes every track to its end as far as it is known now, for a few seconds at most. */
  close(): Promise<void>;
}

/**
 * Smooths the tracks of moving things backward, once it is known what came after, and stores the better places beside
 * the history rows, which stay as they were shown live. Still things are left out, since their live place is just as
 * good. GPS and ANCHORED fixes are not smoothed.
 */
export function trackSmoother(parts: {
  db: Kysely<Database>;
  bus: Pick<Bus, "subscribe">;
  sites: Pick<SiteModels, "ready">;
  now: () => number;
  log: Pick<BaseLogger, "warn">;
  flushMs?: number;
  /** How much time a stop allows for walks that have not ended; the others stay as they were shown. */
  closingMs?: number;
}): TrackSmoother {
  const { db, sites, now, log, flushMs = 2000, closingMs = 3000 } = parts;
  const tracks = new Map<string, Track>();
  let waiting: SmoothedRow[] = [];
  let closeByMs = Infinity;

  const stop = parts.bus.subscribe("fixes", (located) => {
    for (const { siteId, trackerId, fix } of located) {
      let track = tracks.get(trackerId);
      if (fix.mechanism !== "TRILATERATED") {
        tracks.delete(trackerId);
        continue;
      }
      const newestMs = track?.fixes.at(-1)?.atMs ?? -Infinity;
      if (!track || track.siteId !== siteId || fix.atMs <= newestMs)
        tracks.set(trackerId, (track = { siteId, fixes: [], movedMs: -Infinity, writtenMs: -Infinity }));
      track.fixes.push(fix);
      if (fix.moving) track.movedMs = fix.atMs;
      else if (track.movedMs === -Infinity) dropBefore(track, fix.atMs - lagMs);
    }
  });

  /** Queues what is settled of a track. */
  const settle = (trackerId: string, track: Track, everything: boolean): void => {
    const [oldestMs, newestMs] = [track.fixes[0]?.atMs ?? 0, track.fixes.at(-1)?.atMs ?? 0];
    const silent = now() - newestMs > silentMs;
    if (track.movedMs === -Infinity) {
      if (silent) tracks.delete(trackerId);
      return;
    }
    const ended = everything || silent || newestMs - track.movedMs > lagMs;
    if (!ended && newestMs - oldestMs < pieceMs) return;
    const untilMs = ended ? newestMs : newestMs - lagMs;
    const site = sites.ready(track.siteId);
    if (site)
      for (const fix of smoothTrack(site.model, track.fixes)) {
        if (fix.atMs <= track.writtenMs || fix.atMs > untilMs) continue;
        const { atMs, accuracyM, accuracyOuterM } = fix;
        const room = roomOn(site, fix);
        waiting.push({ trackerId, atMs, ...site.frame.toLatLon(fix), accuracyM, accuracyOuterM, room });
      }
    track.writtenMs = untilMs;
    if (ended) track.movedMs = -Infinity;
    dropBefore(track, untilMs - lagMs);
    if (silent) tracks.delete(trackerId);
  };

  const store = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    try {
      await insertSmoothed(db, rows);
    } catch (error) {
      waiting = [...rows, ...waiting].slice(-maxWaiting);
      throw error;
    }
  };

  const write = async (everything: boolean): Promise<void> => {
    let beganMs = performance.now();
    const all = [...tracks];
    let remaining = all.length;
    // The database may refuse for a while: tracks must not grow meanwhile.
    const refused: unknown[] = [];
    for (const [trackerId, track] of all) {
      if (performance.now() > closeByMs) break;
      remaining -= 1;
      if (tracks.get(trackerId) === track) settle(trackerId, track, everything);
      if (waiting.length >= rowsAtOnce && refused.length === 0)
        await store().catch((error: unknown) => refused.push(error));
      if (performance.now() - beganMs < stretchMs) continue;
      await pause(closeByMs === Infinity ? stretchMs : 0);
      beganMs = performance.now();
    }
    if (refused.length > 0) throw refused[0];
    await store();
    if (everything && remaining > 0)
      log.warn({ trackers: remaining }, "Walks stay as they were shown: the stop left no time for them");
  };
  const loop = flushLoop({ what: "Smoothed positions", everyMs: flushMs, now, log, write });

  return {
    close: () => {
      stop();
      closeByMs = performance.now() + closingMs;
      return loop.close();
    },
  };
}

function roomOn({ floors }: Pick<LiveSite, "floors">, { floor, room }: Fix): SmoothedRow["room"] {
  return namedRoom(room, floors.get(floor)?.rooms);
}

/** Beyond this many rows the oldest are given up: they are only an improvement. */
const maxWaiting = 50_000;

function dropBefore(track: Track, beforeMs: number): void {
  let old = 0;
  while (old < track.fixes.length && track.fixes[old]!.atMs < beforeMs) old++;
  if (old > 0) track.fixes.splice(0, old);
}
