import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { askedReports, linesOf } from "./support/askedReports.ts";
import { type ColdDesk, coldDesk, historyQuestions } from "./support/coldDesk.ts";
import { type ColdSite, walks } from "./support/coldSite.ts";
import { temporaryFolder } from "./support/database.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// History whose old months are in files answers as it did before.
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

const hourMs = 3_600_000;
/** Each walk with the hours around it. */
const hoursOf = (walk: string): { from: string; to: string } => ({
  from: new Date(Date.parse(`${walk}:00Z`) - hourMs).toISOString(),
  to: new Date(Date.parse(`${walk}:00Z`) + 2 * hourMs).toISOString(),
});

/** Where time went, and where everything was at moments. */
function sumQuestions(): string[] {
  const { site } = place;
  return walks.flatMap((walk) => {
    const { from, to } = hoursOf(walk);
    const of = `site_id=${site.id}&start_time_utc=${from}&end_time_utc=${to}`;
    return [
      `analytics/coverage?${of}`,
      `analytics/heatmap?${of}&floor_id=${site.floorId}`,
      `analytics/dwell?${of}&by=room`,
      `analytics/flows?${of}&by=room`,
      `analytics/occupancy?${of}&by=room&step=hour`,
    ];
  });
}

function momentQuestions(): string[] {
  const moments = walks.flatMap((walk) =>
    [-900, 0.001, 7, 600.013, 1199, 1300].map((second) =>
      new Date(Date.parse(`${walk}:00Z`) + second * 1000).toISOString(),
    ),
  );
  const all = [
    ...moments,
    "2026-04-13T00:00:30Z",
    "2026-04-20T00:00:00Z",
    "2026-05-20T00:00:00Z",
    "2026-01-01T00:00:00Z",
  ];
  return all.flatMap((at) =>
    ["assets", "trackers"].map((things) => `${things}/live?site_id=${place.site.id}&at=${at}`),
  );
}

/** Has the sums of all hours made anew. */
async function forgetSums(): Promise<void> {
  for (const table of ["site_heat", "asset_heat", "room_stays", "changed_hours"] as const)
    await pulse.db.deleteFrom(table).where("site_id", "=", place.site.id).execute();
  for (const walk of walks)
    for (const hours of [-1, 0, 1])
      await pulse.db
        .insertInto("changed_hours")
        .values({
          site_id: place.site.id,
          hour: new Date(Math.floor(Date.parse(`${walk}:00Z`) / hourMs) * hourMs + hours * hourMs),
        })
        .execute();
}

async function ring(at: string, completedAt: string | null): Promise<void> {
  await pulse.db
    .insertInto("device_requests")
    .values({
      id: uuidv7(),
      customer_id: desk.customer.id,
      site_id: place.site.id,
      kind: "ring",
      target: "tracker",
      target_id: place.walker.trackerId,
      target_name: "Tag",
      asset_name: "Walker",
      state: "done",
      command: JSON.stringify({ kind: "ring", ringS: 10 }),
      requested_by: "somebody@example.com",
      requested_at: new Date(at),
      completed_at: completedAt === null ? null : new Date(completedAt),
    })
    .execute();
}

test("pages, files and playback answer to the byte as before, over the boundaries of files too", async () => {
  const before = await desk.answersOf(historyQuestions(place));
  const rowsBefore = await desk.warmRows();
  await desk.freeze();
  const cold = await desk.coldRows();
  expect(cold.rows).toBeGreaterThan(2000);
  expect((await desk.warmRows()) + cold.rows).toBe(rowsBefore);
  expect(await desk.answersOf(historyQuestions(place))).toEqual(before);
});

test("where assets and trackers were at moments of the past stays the same", async () => {
  const before = await desk.answersOf(momentQuestions());
  expect(Object.values(before).filter((text) => text.includes("Room,"))).not.toEqual([]);
  await desk.freeze();
  expect(await desk.answersOf(momentQuestions())).toEqual(before);
});

test("dwell, flows, occupancy and heat that are summed from files are those summed from the database", async () => {
  await forgetSums();
  const before = await desk.answersOf(sumQuestions());
  expect(Object.values(before).filter((text) => text.includes('"visits":'))).toHaveLength(walks.length);
  await desk.freeze();
  await forgetSums();
  expect(await desk.answersOf(sumQuestions())).toEqual(before);
});

test.each(["start_timestamp", "end_timestamp"])(
  "a report of everything that moved is the same, ordered by %s",
  async (order) => {
    const email = String((await desk.get("users/me")).content["email"]);
    const span = { start_time_utc: "2026-02-11T00:00:00Z", end_time_utc: "2026-10-02T09:05:00Z" };
    const asked = askedReports({ pulse, siteId: place.site.id, person: { email, token: desk.token }, span });
    const fileOf = async (): Promise<string> => {
      const more = order === "end_timestamp" ? { order_by_desc: order } : {};
      return asked.fileOf(await asked.done((await asked.ask("asset-history", more)).content["id"]));
    };
    const before = await fileOf();
    expect(linesOf(before).length).toBeGreaterThan(2000);
    await desk.freeze();
    expect(await fileOf()).toBe(before);
  },
);

test("a report of rings says where trackers were then, from files too", async () => {
  await ring("2026-02-28T23:55:00Z", "2026-02-28T23:56:00Z");
  await ring("2026-02-28T23:59:58Z", "2026-03-01T00:00:03Z");
  await ring("2026-03-02T10:00:00Z", null);
  await ring("2026-06-03T09:03:00Z", "2026-06-03T09:03:04Z");
  const email = String((await desk.get("users/me")).content["email"]);
  const span = { start_time_utc: "2026-01-01T00:00:00Z", end_time_utc: "2026-07-01T00:00:00Z" };
  const asked = askedReports({ pulse, siteId: place.site.id, person: { email, token: desk.token }, span });
  const fileOf = async (): Promise<string> =>
    asked.fileOf(await asked.done((await asked.ask("asset-search-history")).content["id"]));
  const before = await fileOf();
  expect(before.match(/Room, ""[01]"" ä/g)).toHaveLength(4);
  await desk.freeze();
  expect(await fileOf()).toBe(before);
});
