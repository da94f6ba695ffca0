import { distanceM } from "@pulse/geo/latLon";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { killedPulse, type KilledPulse } from "./killedPulse.ts";
import { killLoad, type KillRecord } from "./killLoad.ts";

// Kills the product under load, again and again over the same folder, and looks for what it had acknowledged.
const kills = Number(process.env["PULSE_KILLS"] || 3);
const trackersEach = 2500;
/**
 * A shown place must be found again within this distance, since the windows before a crash are known less exactly, m.
 */
const sameM = 2;

let pulse: KilledPulse | undefined;
afterEach(() => pulse?.remove());

test(
  "what was acknowledged before a kill is in the database once, what was shown is in history, and no dot moves backwards",
  { timeout: 120_000 + kills * 30_000 },
  async () => {
    pulse = await killedPulse({ gateways: 12, trackers: kills * trackersEach });
    const random = seededRandom(Number(process.env["PULSE_KILL_SEED"] || 22));
    const records: KillRecord[] = [];
    let taken = 0;
    for (let kill = 0; kill < kills; kill++) {
      await pulse.start();
      const load = killLoad(pulse, (count) => {
        const heard = pulse!.trackers.slice(taken, taken + count);
        if (heard.length < count) return [];
        taken += count;
        return heard;
      });
      await expect.poll(() => load.record.acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 1500 + random() * 2500));
      await pulse.kill();
      await load.end();
      records.push(load.record);
    }
    await pulse.start();
    // A stop leaves what it cannot work within seconds in the log, for the next start.
    await pulse.worked();
    await pulse.stop();

    const { sightings, stays } = await pulse.read(async (db) => ({
      sightings: (
        await sql<{ tracker: string; times: number }>`
          select tracker_id as tracker, sum(count) as times from sightings group by tracker_id`.execute(db)
      ).rows,
      stays: await db.selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute(),
    }));
    const timesOf = new Map(sightings.map(({ tracker, times }) => [tracker, times]));
    const staysOf = Map.groupBy(stays, (stay) => stay.tracker_id);
    const found = records.map(({ acknowledged, unanswered, shown }) => {
      const times = (ids: Iterable<string>) => [...ids].map((id) => timesOf.get(id) ?? 0);
      return {
        acknowledged: acknowledged.size,
        lost: times(acknowledged).filter((count) => count === 0).length,
        twice: times([...acknowledged, ...unanswered]).filter((count) => count > 1).length,
        shown: shown.length,
        shownAndLost: shown.filter(
          ({ trackerId, atMs, ...place }) =>
            !staysOf
              .get(trackerId)
              ?.some(
                (stay) => stay.ts.getTime() <= atMs && stay.end_ts.getTime() >= atMs && distanceM(stay, place) <= sameM,
              ),
        ).length,
      };
    });
    process.stderr.write(`kills over ${process.env["PULSE_TEST_DATABASE_URL"] ? "PostgreSQL" : "PGlite"}:\n`);
    for (const [kill, row] of found.entries()) process.stderr.write(`  ${kill + 1}  ${JSON.stringify(row)}\n`);
    for (const row of found) {
      expect(row.acknowledged).toBeGreaterThan(0);
      expect(row).toMatchObject({ lost: 0, twice: 0, shownAndLost: 0 });
    }
    expect(found.some((row) => row.shown > 0)).toBe(true);
    // No dot has moved backwards, even from one process to the next.
    const seen = new Map<string, number>();
    for (const { shown } of records)
      for (const { trackerId, atMs } of shown) {
        expect(atMs).toBeGreaterThanOrEqual(seen.get(trackerId) ?? -Infinity);
        seen.set(trackerId, atMs);
      }
    // No tracker has two rows of the same moment.
    for (const [, own] of staysOf)
      for (const [nth, stay] of own.entries())
        expect(nth === 0 || stay.ts.getTime() > own[nth - 1]!.end_ts.getTime()).toBe(true);
  },
);

/** Mulberry32: the same moments in every run. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
