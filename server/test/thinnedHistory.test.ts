import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { thinHistory } from "../src/pipeline/history/thin/thinHistory.ts";
import { type ColdDesk, coldDesk, coldNowMs } from "./support/coldDesk.ts";
import type { ColdSite } from "./support/coldSite.ts";
import { temporaryFolder } from "./support/database.ts";
import { quiet } from "./support/fixes.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Old history of things that move keeps about a row a minute, and what is made of it stays as it was.
let pulse: TestPulse;
let desk: ColdDesk;
let place: ColdSite;

beforeAll(async () => {
  pulse = await testPulse({ PULSE_DATA_DIR: join(temporaryFolder(), "data") });
});
afterAll(() => pulse.stop());
beforeEach(async () => {
  desk = await coldDesk(pulse);
  ({ place } = desk);
});

/** What is older than this is thinned: all walks but those of June and October. */
const afterDays = 60;
const thin = (log = quiet): Promise<void> =>
  thinHistory({ db: pulse.db, afterDays, now: () => coldNowMs, log }, new AbortController().signal);
const markHours = (): Promise<unknown> =>
  sql`insert into changed_hours (site_id, hour)
    select distinct site_id, date_trunc('hour', ts) from positions where site_id = ${place.site.id}
    on conflict do nothing`.execute(pulse.db);
const dwell = async (from: string, to: string): Promise<string> =>
  (
    await desk.get(
      `analytics/dwell?site_id=${place.site.id}&start_time_utc=${from}Z&end_time_utc=${to}Z&by=room&asset_ids=${place.walker.id}`,
    )
  ).text;
const walkHours = ["2026-02-10T08:00:00", "2026-02-10T09:00:00"] as const;
const history = (thing: string, from: string, to: string) =>
  desk.get(`${thing}/history?start_time_utc=${from}Z&end_time_utc=${to}Z&limit=1000`);

test("a walk keeps a row a minute and the ends of its stays in rooms, and stays as it was in newer months", async () => {
  const before = await history(`assets/${place.walker.id}`, ...walkHours);
  const newer = ["2026-06-03T09:00:00", "2026-06-03T10:00:00"] as const;
  const newerBefore = await history(`assets/${place.walker.id}`, ...newer);
  const rowsBefore = await desk.warmRows();
  const reported: object[] = [];
  await thin({ ...quiet, info: (what: object) => void reported.push(what) } as never);
  const after = await history(`assets/${place.walker.id}`, ...walkHours);
  expect(before.content).toHaveLength(600);
  // Twenty minutes, seven stays in rooms, and the rows that may not be shown, each between two that may.
  expect(after.content.length).toBeLessThan(150);
  expect([after.content[0], after.content.at(-1)]).toEqual([before.content[0], before.content.at(-1)]);
  const known = new Set(before.content.map((row) => JSON.stringify(row)));
  expect(after.content.filter((row) => !known.has(JSON.stringify(row)))).toEqual([]);
  const times = after.content.map((row) => [
    Date.parse(String(row["timestamp"])),
    Date.parse(String(row["end_timestamp"])),
  ]);
  for (const [nth, [startMs]] of times.entries())
    if (nth > 0) expect(startMs! - times[nth - 1]![1]!).toBeLessThanOrEqual(60_000);
  expect((await history(`assets/${place.walker.id}`, ...newer)).text).toBe(newerBefore.text);
  const deleted = rowsBefore - (await desk.warmRows());
  expect(deleted).toBeGreaterThan(1500);
  expect(reported).toContainEqual(expect.objectContaining({ site: place.site.id, deleted }));
});

test("things at rest, the newest position of each asset and what the map shows stay as they were", async () => {
  const questions = [
    `assets/${place.sitter.id}/history?start_time_utc=2026-01-01T00:00:00Z&end_time_utc=2026-11-01T00:00:00Z`,
    ...["2026-03-01T00:00:00Z", "2026-05-10T00:00:00Z", "2026-07-01T00:00:00Z"].map(
      (at) => `assets/live?site_id=${place.site.id}&at=${at}`,
    ),
    `assets/live?site_id=${place.site.id}`,
  ];
  const before = await desk.answersOf(questions);
  await thin();
  expect(await desk.answersOf(questions)).toEqual(before);
});

test("dwell and stays in rooms are the same, even if they are summed again from what is left", async () => {
  await markHours();
  const before = await dwell(...walkHours);
  expect(before).toContain('"visits":');
  const rows = await desk.warmRows();
  // Hours that are not summed yet wait for their sums.
  await thin();
  expect(await desk.warmRows()).toBe(rows);
  await pulse.db.deleteFrom("changed_hours").where("site_id", "=", place.site.id).execute();
  await thin();
  expect(await desk.warmRows()).toBeLessThan(rows);
  expect(await dwell(...walkHours)).toBe(before);
  await pulse.db.deleteFrom("room_stays").where("site_id", "=", place.site.id).execute();
  await markHours();
  expect(await dwell(...walkHours)).toBe(before);
});

test("two runs thin once, and what is thinned goes to files as it is", async () => {
  await Promise.all([thin(), thin()]);
  const rows = await desk.warmRows();
  await thin();
  expect(await desk.warmRows()).toBe(rows);
  const before = await history(`assets/${place.walker.id}`, ...walkHours);
  await desk.freeze();
  expect((await desk.coldRows()).rows).toBeGreaterThan(50);
  expect((await history(`assets/${place.walker.id}`, ...walkHours)).text).toBe(before.text);
});
