import { access } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { askedReports } from "./support/askedReports.ts";
import { aCustomer, anAsset, aSite, aToken, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A report whose file is too big for a mail, and how long its link is valid.
const megabyte = 1024 * 1024;
const dayMs = 86_400_000;
const span = { start_time_utc: "2026-10-24T00:00:00.000Z", end_time_utc: "2026-10-26T00:00:00.000Z" };
const rows = 11_000;
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
/** The product's clock runs ahead by this, ms. */
let aheadMs = 0;

beforeAll(async () => {
  pulse = await testPulse({}, { now: () => Date.now() + aheadMs });
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  const { id, trackerId } = await anAsset(pulse, customer, site, { name: "Cart ".padEnd(1000, "x") });
  await sql`insert into positions (tracker_id, asset_id, ts, end_ts, site_id, lat, lon, accuracy, accuracy_outer,
      mechanism, moving, shown)
    select ${trackerId}, ${id}, at, at, ${site.id}, 51.9, 4.4, 1, 3, 'TRILATERATED', true, true
    from (select ${span.start_time_utc}::timestamptz + make_interval(secs => nth * 5) as at
      from generate_series(1, ${rows}::int) as nth) as each`.execute(pulse.db);
});
afterAll(() => pulse.stop());

const asPerson = async () => {
  const token = await aToken(pulse, customer, "Manager");
  const email = String((await call(pulse, "GET", "users/me", { token })).content["email"]);
  return askedReports({ pulse, siteId: site.id, person: { email, token }, span });
};

test("a report's file above 10 MB is mailed as a link, which anybody may open for 7 days until the file is deleted", async () => {
  const asked = await asPerson();
  const report = await asked.done((await asked.ask("asset-history")).content["id"]);
  expect(report).toMatchObject({ state: "done", rows, reason: null });
  const size = Number(report["file_size"]);
  expect(size).toBeGreaterThan(10 * megabyte);
  const ends = Date.parse(String(report["expires_at"]));
  expect(ends - Date.parse(String(report["completed_at"]))).toBe(7 * dayMs);

  const [mail, ...more] = await asked.mailsOf(report);
  expect(more).toEqual([]);
  expect(mail!.attachments).toEqual([]);
  expect(mail!.text).toContain(`Download it until ${new Date(ends).toISOString().slice(0, 16).replace("T", " ")}:`);
  expect(mail!.text).not.toContain("attached");
  expect(mail!.text).toContain(`11,000 rows, ${(size / megabyte).toFixed(1)} MB.`);
  const link = /https?:\S+/.exec(mail!.text)![0];
  const file = join(pulse.config.dataDir, "reports", String(report["id"]));
  const follow = async () => {
    const answer = await fetch(link);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  aheadMs = ends - 60_000 - Date.now();
  const { status, headers, text } = await follow();
  expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect([Buffer.byteLength(text), text.split("\r\n").length]).toEqual([size, rows + 2]);

  aheadMs = ends - Date.now();
  expect(await follow()).toMatchObject({ status: 404, text: expect.stringContaining('"not_found"') as string });
  // The next work on reports deletes the file.
  const later = await asPerson();
  await later.done((await later.ask("active-beacons")).content["id"]);
  await vi.waitFor(() => expect(access(file)).rejects.toThrow("ENOENT"), { timeout: 20_000 });
  expect((await follow()).status).toBe(404);
});
