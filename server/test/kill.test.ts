import { distanceM } from "@pulse/geo/latLon";
import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { type Selectable, sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../src/platform/database/schema.ts";
import { killCrossings } from "./support/killCrossings.ts";
import { killedPulse, type KilledPulse, type OnceHeard } from "./support/killedPulse.ts";
import { hasMosquitto, type Mosquitto, mosquitto } from "./support/mosquitto.ts";
import { killLoad, type KillRecord, sayOnce } from "./support/killLoad.ts";

// Kills the product under load, again and again over the same folder, and checks that everything acknowledged is still
// there.
const kills = Number(process.env["PULSE_KILLS"] || 3);
const trackersEach = 2500;
/**
 * A shown place must be found again within this distance, since windows from before a crash are restored less exactly,
 * m.
 */
const sameM = 2;
/**
 * On a machine so busy that the server is far behind, what is shown comes from the preview (decision 16). Its fixes fall
 * at other moments than those of history, by at most the time between two of its rounds, ms.
 */
const previewMs = 10_000;

let pulse: KilledPulse;
let broker: Mosquitto | undefined;
let runs: { settings: Record<string, string>; mqttUrl: string; isOnce: boolean }[] = [];
const records: KillRecord[] = [];
let stored: { sightings: { tracker: string; times: number }[]; stays: Selectable<Database["positions"]>[] };
let crossed: Awaited<ReturnType<ReturnType<typeof killCrossings>["outcome"]>>;

// One series of kills for everything that must survive them, since every start of the product takes seconds.
beforeAll(
  async () => {
    const crossings = killCrossings();
    pulse = await killedPulse({ gateways: 12, trackers: 1 + kills * trackersEach, fill: crossings.fill });
    broker = hasMosquitto ? await mosquitto({ accounts: false }) : undefined;
    // The last time with a broker that others run, which keeps what Pulse has not acknowledged.
    const alone = { settings: {}, mqttUrl: pulse.mqttUrl, isOnce: true };
    const beside = broker && { settings: { PULSE_MQTT_URL: broker.url }, mqttUrl: broker.url, isOnce: false };
    runs = Array.from({ length: kills }, (_, kill) => (kill === kills - 1 && beside) || alone);
    const random = seededRandom(Number(process.env["PULSE_KILL_SEED"] || 22));
    let taken = 1;
    // In the middle of crossings, with nothing else under way: positions to be written would hold the log's cursor back.
    await pulse.start();
    await crossings.cross(pulse);
    await vi.waitUntil(async () => (await crossings.known(pulse)) > 0, { timeout: 30_000, interval: 20 });
    await pulse.kill();
    for (const { settings, mqttUrl } of runs) {
      await pulse.start(settings);
      const load = killLoad({ ...pulse, mqttUrl }, (count) => {
        const heard = pulse.trackers.slice(taken, taken + count);
        if (heard.length < count) return [];
        taken += count;
        return heard;
      });
      await vi.waitUntil(() => load.record.acknowledged.size > 0, { timeout: 30_000 });
      await new Promise((resolve) => setTimeout(resolve, 1500 + random() * 2500));
      await pulse.kill();
      await load.end();
      records.push(load.record);
    }
    const { settings, mqttUrl } = runs.at(-1)!;
    await pulse.start(settings);
    // It comes after everything that waits at the broker.
    await sayOnce(mqttUrl, pulse.gateways[0]!, pulse.trackers[0]!);
    await vi.waitUntil(() => isHeard(pulse, pulse.trackers[0]!), { timeout: 30_000 });
    // If some are lost, the test below says which.
    const isAll = async (): Promise<boolean> => (await crossings.known(pulse)) >= crossings.all;
    await vi.waitUntil(isAll, { timeout: 30_000 }).catch(() => undefined);
    // A stop leaves messages that it cannot process within seconds in the log, for the next start.
    await pulse.worked();
    await pulse.stop();
    await pulse.read(async (db) => {
      const { rows: sightings } = await sql<{ tracker: string; times: number }>`
      select tracker_id as tracker, sum(count) as times from sightings group by tracker_id`.execute(db);
      const stays = await db.selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute();
      stored = { sightings, stays };
      crossed = await crossings.outcome(db);
    });
  },
  120_000 + kills * 30_000,
);
afterAll(async () => {
  await pulse.remove();
  await broker?.stop();
});

/** Whether a tracker is heard by now. */
async function isHeard({ url, token }: KilledPulse, { id }: OnceHeard): Promise<boolean> {
  const answer = await fetch(`${url}/api/v3/trackers/${id}`, { headers: { "x-id-token": token } });
  const { result } = (await answer.json()) as { result: { content: { last_heard_at: string | null } } };
  return result.content.last_heard_at !== null;
}

test("acknowledged packets are stored once after a kill, and what was shown is in the history", () => {
  const timesOf = new Map(stored.sightings.map(({ tracker, times }) => [tracker, times]));
  const staysOf = Map.groupBy(stored.stays, (stay) => stay.tracker_id);
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
              (stay) =>
                stay.ts.getTime() <= atMs + previewMs &&
                stay.end_ts.getTime() >= atMs - previewMs &&
                distanceM(stay, place) <= sameM,
            ),
      ).length,
    };
  });
  process.stderr.write(`kills over ${process.env["PULSE_TEST_DATABASE_URL"] ? "PostgreSQL" : "PGlite"}:\n`);
  for (const [kill, row] of found.entries()) process.stderr.write(`  ${kill + 1}  ${JSON.stringify(row)}\n`);
  for (const [kill, row] of found.entries()) {
    // An external broker sends again what was kept but not yet acknowledged.
    if (runs[kill]!.isOnce) expect(row.twice).toBe(0);
    expect(row.acknowledged).toBeGreaterThan(0);
    expect(row).toMatchObject({ lost: 0, shownAndLost: 0 });
  }
  expect(found.some((row) => row.shown > 0)).toBe(true);
});

test("no dot goes back in time, even from one process to the next, but for a preview's, and a tracker's rows never overlap", () => {
  const seen = new Map<string, number>();
  for (const { shown } of records)
    for (const { trackerId, atMs } of shown) {
      expect(atMs).toBeGreaterThanOrEqual((seen.get(trackerId) ?? -Infinity) - previewMs);
      seen.set(trackerId, atMs);
    }
  for (const [, own] of Map.groupBy(stored.stays, (stay) => stay.tracker_id))
    for (const [nth, stay] of own.entries())
      expect(nth === 0 || stay.ts.getTime() > own[nth - 1]!.end_ts.getTime()).toBe(true);
});

test("a kill while assets cross a geofence loses no acknowledged crossing and reports none twice", () => {
  expect(crossed.found).toEqual(crossed.expected);
});
