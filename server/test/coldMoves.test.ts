import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ColdHistory, coldHistory } from "../src/pipeline/history/cold/coldHistory.ts";
import { coldReader } from "../src/pipeline/history/cold/coldReader.ts";
import { coldSweep } from "../src/pipeline/history/cold/coldSweep.ts";
import { movements } from "../src/pipeline/history/movements.ts";
import type { ByteStore } from "../src/platform/files/byteStore.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { type ColdDesk, coldDesk, coldNowMs, historyQuestions } from "./support/coldDesk.ts";
import { type ColdSite, coldSite } from "./support/coldSite.ts";
import { temporaryFolder } from "./support/database.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The move of old months to files, whatever happens meanwhile.
const hourMs = 3_600_000;
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

const contents = async (): Promise<Record<string, string>> =>
  desk.answersOf(historyQuestions(place).filter((path, nth) => nth % 4 === 0 && path.includes(place.walker.id)));
test("a crash after a file is written loses nothing and repeats nothing, and what it left is deleted", async () => {
  const before = await contents();
  const rowsBefore = await desk.warmRows();
  const dying: ByteStore = {
    ...desk.store,
    read: async () => {
      throw new Error("killed");
    },
  };
  await expect(desk.freeze({ store: dying })).rejects.toMatchObject({ cause: { message: "killed" } });
  expect([await desk.coldRows(), await desk.warmRows(), (await desk.names()).length]).toEqual([
    { files: 0, rows: 0 },
    rowsBefore,
    1,
  ]);
  expect(await contents()).toEqual(before);
  await desk.freeze();
  const { files, rows } = await desk.coldRows();
  expect(rows + (await desk.warmRows())).toBe(rowsBefore);
  expect(await desk.names()).toHaveLength(files + 1);
  const sweep = (nowMs: number) => coldSweep({ db: pulse.db, store: desk.store, now: () => nowMs }, new Date(0));
  // It might still be at it.
  await sweep(coldNowMs + 1_800_000);
  expect(await desk.names()).toHaveLength(files + 1);
  await sweep(coldNowMs + 2 * hourMs);
  expect(await desk.names()).toHaveLength(files);
  expect(await contents()).toEqual(before);
});

test("a crash in the transaction that deletes the rows leaves all of them", async () => {
  const before = await contents();
  const rowsBefore = await desk.warmRows();
  await sql
    .raw(`create or replace function refuse_cold() returns trigger language plpgsql as
        $$ begin raise exception 'power cut'; end $$`)
    .execute(pulse.db);
  await sql
    .raw("create trigger refuse_cold before update on cold_files for each row execute function refuse_cold()")
    .execute(pulse.db);
  try {
    await expect(desk.freeze()).rejects.toThrow("History of some sites was not moved to files");
  } finally {
    await sql.raw("drop trigger refuse_cold on cold_files").execute(pulse.db);
  }
  expect([await desk.coldRows(), await desk.warmRows()]).toEqual([{ files: 0, rows: 0 }, rowsBefore]);
  await desk.freeze();
  const { rows } = await desk.coldRows();
  expect(rows + (await desk.warmRows())).toBe(rowsBefore);
  expect(await contents()).toEqual(before);
});

test("rows that change while a file is written stay, and move the next night", async () => {
  const rowsBefore = await desk.warmRows();
  let isFirst = true;
  const slow: ByteStore = {
    ...desk.store,
    write: async (name, bytes) => {
      if (isFirst)
        await sql`update positions set accuracy = 99 where ctid in (
            select ctid from positions where tracker_id = ${place.walker.trackerId} and ts >= '2026-02-10T08:01Z' limit 1)`.execute(
          pulse.db,
        );
      isFirst = false;
      await desk.store.write(name, bytes);
    },
  };
  await desk.freeze({ store: slow });
  expect([(await desk.coldRows()).files, await desk.warmRows(), await desk.names()]).toEqual([0, rowsBefore, []]);
  await desk.freeze();
  expect((await desk.coldRows()).rows + (await desk.warmRows())).toBe(rowsBefore);
});

test("two processes at once move each row once", async () => {
  const before = await contents();
  const rowsBefore = await desk.warmRows();
  await Promise.allSettled([desk.freeze(), desk.freeze(), desk.freeze()]);
  await desk.freeze();
  const { rows } = await desk.coldRows();
  expect(rows).toBeGreaterThan(2000);
  expect(rows + (await desk.warmRows())).toBe(rowsBefore);
  expect(await contents()).toEqual(before);
});

test("an answer that falls in the middle of the move is that of before", async () => {
  const before = await contents();
  const moving = desk.freeze();
  for (let nth = 0; nth < 3; nth += 1) expect(await contents()).toEqual(before);
  await moving;
});

test("a move right after the rows were read takes no smoothed place from them", async () => {
  const { walker, site } = place;
  const mover = { kind: "asset", id: walker.id, siteId: site.id, name: "Walker" } as const;
  const span = { start: new Date("2026-02-01T00:00:00Z"), end: new Date("2026-04-01T00:00:00Z") };
  const months = coldHistory(
    coldReader(desk.store, () => coldNowMs),
    () => coldNowMs,
  );
  const pageWith = (read: ColdHistory["read"]) =>
    movements({ prompt: pulse.db, patient: pulse.db }, { read }).page(mover, span, { limit: 500 });
  const before = await pageWith(months.read);
  expect(before.content.some(({ smoothed }) => smoothed)).toBe(true);
  const after = await pageWith(async (db, of, asked, read) => {
    const result = await months.read(db, of, asked, read);
    await desk.freeze();
    return result;
  });
  expect((await desk.coldRows()).rows).toBeGreaterThan(0);
  expect(after).toEqual(before);
});

test("retention deletes files with their month, and a site takes its files with it", async () => {
  await desk.freeze();
  const { files } = await desk.coldRows();
  const months = (await desk.names()).map((name) => /-(\d{4}-\d\d)-\d\d-[^/]+$/.exec(name)![1]);
  const sweep = (before: string) =>
    coldSweep({ db: pulse.db, store: desk.store, now: () => Date.now() + 2 * hourMs }, new Date(before));
  await sweep("2026-02-28T23:59:59Z");
  expect((await desk.coldRows()).files).toBe(files);
  await sweep("2026-03-31T23:59:59Z");
  const remaining = months.filter((month) => month! > "2026-02").length;
  expect([remaining < files, (await desk.coldRows()).files, (await desk.names()).length]).toEqual([
    true,
    remaining,
    remaining,
  ]);
  const path = `assets/${place.walker.id}/history?start_time_utc=2026-02-01T00:00:00Z&end_time_utc=2026-02-20T00:00:00Z`;
  expect((await desk.get(path)).content.length).toBeLessThan(3);
  const other = place;
  place = await coldSite(pulse, desk.customer);
  await desk.freeze();
  await call(pulse, "DELETE", `sites/${other.site.id}?cascade=true`, { token: desk.token });
  await sweep("2000-01-01T00:00:00Z");
  expect((await desk.store.list()).filter(({ name }) => name.includes(other.site.id))).toEqual([]);
  expect(await desk.names()).toHaveLength((await desk.coldRows()).files);
});

test("another customer reads nothing of it, even where a file is listed under the wrong one", async () => {
  const stranger = await aToken(pulse, await aCustomer(pulse), "Administrator");
  await desk.freeze();
  const path = `assets/${place.walker.id}/history?start_time_utc=2026-02-01T00:00:00Z&end_time_utc=2026-02-20T00:00:00Z`;
  expect((await call(pulse, "GET", path, { token: stranger })).status).toBe(404);
  expect((await desk.get(path)).content).toHaveLength(600);
  const { id } = await aCustomer(pulse);
  await sql`update cold_files set customer_id = ${id} where site_id = ${place.site.id}`.execute(pulse.db);
  // The last ones of each file's time stay in the database.
  expect((await desk.get(path)).content.length).toBeLessThan(3);
});

test("a file that is missing is an answer of 503 with words, not half of a history", async () => {
  await desk.freeze();
  const [path] = historyQuestions(place);
  expect((await desk.get(path!)).status).toBe(200);
  const restarted = coldHistory(coldReader(desk.store, Date.now), Date.now);
  await desk.store.remove(await desk.names());
  await expect(
    restarted.read(pulse.db, { assetIds: [place.walker.id] }, { from: new Date(0), to: new Date() }, (cold) =>
      cold.count({ fromMs: 0, toMs: Date.now() }),
    ),
  ).rejects.toMatchObject({ status: 503, message: "A part of the history cannot be read. Try again later" });
});
