import { readdirSync } from "node:fs";
import { join } from "node:path";
import { identityMigrations } from "@pulse/identity/migrations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { askedReports } from "./support/askedReports.ts";
import { aCustomer, anAsset, aSite, aToken } from "./support/builders.ts";
import { testDatabase } from "./support/database.ts";
import { heldReads } from "./support/heldReads.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { writeStay } from "./support/writtenStays.ts";

// A report that is cancelled while it is being written: the database holds an answer back until it has been.
let pulse: TestPulse;
let siteId: string;
let token: string;
let asked: ReturnType<typeof askedReports>;
const reads = heldReads("from positions ");
/** The product's clock runs ahead by this, ms. */
let aheadMs = 0;
// It contains few rows, so that it is read in about ten parts.
const span = { start_time_utc: "2021-01-01T00:00:00.000Z", end_time_utc: "2026-10-26T00:00:00.000Z" };

beforeAll(async () => {
  const database = await testDatabase(identityMigrations);
  await database.reset();
  const reading = { ...database.reading, patient: database.reading.patient.withPlugin(reads.plugin) };
  pulse = await testPulse({}, { now: () => Date.now() + aheadMs, database: { ...database, reading }, keep: true });
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer);
  siteId = site.id;
  const asset = await anAsset(pulse, customer, site);
  await writeStay(pulse, site, { asset, from: 1, to: 2 }, (nth) => new Date(Date.UTC(2026, 9, 24, nth)));
  token = await aToken(pulse, customer, "Manager");
  const email = String((await call(pulse, "GET", "users/me", { token })).content["email"]);
  asked = askedReports({ pulse, siteId, person: { email, token }, span });
});
afterAll(async () => {
  reads.letGo();
  await pulse.stop();
});

const idOf = async (kind: string): Promise<string> => String((await asked.ask(kind)).content["id"]);
const filesOf = (id: string): string[] =>
  readdirSync(join(pulse.config.dataDir, "reports")).filter((name) => name.startsWith(id));
const cancel = (id: string) => call(pulse, "DELETE", `reports/${id}`, { token });

/** How many parts the report is read in. */
async function numReads(): Promise<number> {
  void reads.hold(0);
  expect(await asked.done(await idOf("asset-history"))).toMatchObject({ state: "done", rows: 1 });
  return reads.count();
}

test("a running report stops reading, leaves no file, mail or event, and the next one starts", async () => {
  expect(await numReads()).toBeGreaterThan(8);
  await cancelledAt(4, () => (aheadMs += 2000));
  // The answer that was held, and those read ahead: it checks once a second whether it is still wanted.
  expect(reads.count()).toBeLessThanOrEqual(6);
});

test("a report that has already read everything can still be cancelled", async () => {
  const whole = await numReads();
  await cancelledAt(whole, () => undefined);
  expect(reads.count()).toBe(whole);
});

/** Cancels a report whose nth answer is on its way, and looks at everything that could be left of it. */
async function cancelledAt(nth: number, meanwhile: () => void): Promise<void> {
  const held = reads.hold(nth);
  const id = await idOf("asset-history");
  await held;
  const look = async () => (await asked.get(`reports/${id}`)).content;
  expect(await look()).toMatchObject({ state: "running", file_url: null });
  expect(filesOf(id)).toEqual([`${id}.1.part`]);
  const { status, content } = await cancel(id);
  expect([status, content]).toEqual([200, { id }]);
  const cancelled = { state: "cancelled", file_url: null, mailed_at: null, rows: null };
  expect(await look()).toMatchObject(cancelled);
  expect((await asked.get(`reports/${id}/file`)).status).toBe(404);

  meanwhile();
  reads.letGo();
  await asked.done(await idOf("active-beacons"));
  expect(await look()).toMatchObject(cancelled);
  expect(filesOf(id)).toEqual([]);
  expect(await asked.mailsOf({ id })).toEqual([]);
  const { content: news } = await asked.get(`events/search?site_id=${siteId}&limit=200`);
  expect(news.map(({ target }) => (target as { id: string } | null)?.id)).not.toContain(id);
  const { content: listed } = await asked.get("reports");
  expect(listed.find((report) => report["id"] === id)).toMatchObject(cancelled);
  // Cancelled once more, it is deleted.
  expect((await cancel(id)).status).toBe(200);
  expect((await asked.get(`reports/${id}`)).status).toBe(404);
}

test("a waiting report is cancelled before it starts", async () => {
  const held = reads.hold(2);
  const first = await idOf("asset-history");
  await held;
  const waiting = await idOf("asset-history");
  expect((await asked.get(`reports/${waiting}`)).content).toMatchObject({ state: "queued", progress: 0 });
  expect((await cancel(waiting)).status).toBe(200);
  reads.letGo();
  expect(await asked.done(first)).toMatchObject({ state: "done" });
  expect((await asked.get(`reports/${waiting}`)).content).toMatchObject({ state: "cancelled", progress: 0 });
  expect(filesOf(waiting)).toEqual([]);
});
