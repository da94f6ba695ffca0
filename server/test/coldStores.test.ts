import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseS3Address } from "../src/platform/files/s3/s3Address.ts";
import { s3ByteStore } from "../src/platform/files/s3/s3ByteStore.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { type ColdSite, coldSite } from "./support/coldSite.ts";
import { temporaryFolder, testDatabase } from "./support/database.ts";
import { hasS3Server, type S3Server, s3Server } from "./support/s3Server.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The nightly job moves old months to the store of the settings, and people read them from there.
let pulse: TestPulse;
let place: ColdSite;
let token: string;
const span = "start_time_utc=2026-02-01T00:00:00Z&end_time_utc=2026-08-01T00:00:00Z";

beforeEach(async () => {
  const { db, reset } = await testDatabase();
  await reset();
  // A job that an earlier file's product did not finish would be left alone for a minute, as if somebody were at it.
  await sql`drop schema if exists pgboss cascade`.execute(db);
  place = await coldSite({ db }, await aCustomer({ db }));
});
afterEach(() => pulse.stop());

async function begin(settings: Record<string, string>): Promise<void> {
  pulse = await testPulse(settings, { keep: true });
  token = await aToken(pulse, null, null);
}
const get = (path: string) => call(pulse, "GET", path, { token });
const historyOf = () => get(`assets/${place.walker.id}/history?${span}&limit=1000`);
const filesOf = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cold_files where frozen_at is not null`.execute(pulse.db);
  return rows[0]!.count;
};

test("with the setting the job moves old months to the data folder at the start, and answers stay the same", async () => {
  const data = { PULSE_DATA_DIR: join(temporaryFolder(), "data") };
  await begin(data);
  const before = await historyOf();
  expect(before.content).toHaveLength(1000);
  await pulse.stop();
  await begin({ ...data, PULSE_HISTORY_COLD_AFTER_MONTHS: "4" });
  // Until it has come to the last of them.
  const isDone = async (): Promise<boolean> => {
    const { rows } = await sql`select from cold_sites where until_ts > now() - interval '6 months'`.execute(pulse.db);
    return rows.length > 0;
  };
  await expect.poll(isDone, { timeout: 60_000 }).toBe(true);
  expect(await filesOf()).toBeGreaterThan(2);
  expect((await historyOf()).text).toBe(before.text);
  const { disk } = (await get("system/operations")).content as { disk?: Record<string, unknown> };
  expect(disk?.["cold_history"]).toMatchObject({
    rows: expect.any(Number) as number,
    until: expect.stringMatching(/^2026-/) as string,
  });
  await pulse.stop();
  // Without the setting, what is in files stays readable.
  await begin(data);
  expect((await historyOf()).text).toBe(before.text);
});

test.runIf(hasS3Server)(
  "a bucket has the files, and while it is away history is answered with 503 and words",
  async () => {
    const server: S3Server = await s3Server();
    const bucket = server.bucket();
    const data = { PULSE_DATA_DIR: join(temporaryFolder(), "data"), PULSE_FILES_URL: server.url(bucket) };
    try {
      await begin(data);
      const before = await historyOf();
      await pulse.stop();
      await begin({ ...data, PULSE_HISTORY_COLD_AFTER_MONTHS: "4" });
      await expect.poll(filesOf, { timeout: 60_000 }).toBeGreaterThan(2);
      await expect
        .poll(async () => server.names(bucket).filter((name) => name.endsWith(".parquet")).length)
        .toBe(await filesOf());
      expect((await historyOf()).text).toBe(before.text);
      await server.stop("SIGKILL");
      const other = `assets/${place.former.id}/history?${span}`;
      expect(await get(other)).toMatchObject({
        status: 503,
        content: { message: "The store of files does not answer. Try again later" },
      });
      // What is in the database is answered all the same.
      const recent = "start_time_utc=2026-10-01T00:00:00Z&end_time_utc=2026-11-01T00:00:00Z";
      expect((await get(`assets/${place.walker.id}/history?${recent}`)).content).toHaveLength(600);
      await server.start();
      expect((await get(other)).status).toBe(200);
      expect((await historyOf()).text).toBe(before.text);
    } finally {
      await server.stop();
    }
  },
);

test.runIf(hasS3Server)("a part of a file is read from a bucket, and nothing where there is no file", async () => {
  const server = await s3Server();
  await begin({});
  const store = s3ByteStore(parseS3Address(server.url(server.bucket()))!);
  try {
    await store.write("letters", Buffer.from("abcdefgh"));
    expect(Buffer.from((await store.read("letters", 2, 5))!).toString()).toBe("cde");
    expect(Buffer.from((await store.read("letters", 6, 20))!).toString()).toBe("gh");
    expect(await store.read("nothing", 0, 1)).toBeNull();
  } finally {
    store.close();
    await server.stop();
  }
});
