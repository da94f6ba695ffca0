import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskByteStore } from "../src/platform/files/diskByteStore.ts";
import { reportFiles } from "../src/resources/reports/reportFiles.ts";
import { reportsRepository } from "../src/resources/reports/reports.repository.ts";
import { reportWork } from "../src/resources/reports/reportWork.ts";
import { call } from "./support/api.ts";
import { askedReports, linesOf } from "./support/askedReports.ts";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { months } from "./support/coldMonths.ts";

// The work on reports: what a process has left unfinished, what several processes do at once, and in which order.
let pulse: TestPulse;
let customerId: string;
let siteId: string;
let person: { email: string; token: string };
let asked: ReturnType<typeof askedReports>;
const span = { start_time_utc: "2026-10-24T00:00:00.000Z", end_time_utc: "2026-10-26T00:00:00.000Z" };

beforeAll(async () => {
  pulse = await testPulse();
  const customer = await aCustomer(pulse);
  customerId = customer.id;
  siteId = (await aSite(pulse, customer)).id;
  const token = await aToken(pulse, customer, "Manager");
  person = { token, email: String((await call(pulse, "GET", "users/me", { token })).content["email"]) };
  asked = askedReports({ pulse, siteId, person, span });
});
afterAll(() => pulse.stop());

/** A report that is done and mailed. */
const made = async (): Promise<Record<string, unknown>> =>
  asked.done((await asked.ask("active-beacons")).content["id"]);

test("a report that a process left unfinished is taken over by the next, and mailed once", async () => {
  const left = await made();
  const past = new Date(Date.now() - 1000);
  await pulse.db
    .updateTable("reports")
    .set({ state: "running", progress: 0.5, claimed_until: past, next_try_at: past, mailed_at: null })
    .where("id", "=", String(left["id"]))
    .execute();
  // The part that it has written is left behind.
  const partOf = join(pulse.config.dataDir, "reports", `${String(left["id"])}.1.part`);
  await writeFile(partOf, "asset_name");
  await made();
  const again = await asked.done(left["id"]);
  expect(again).toMatchObject({ state: "done", progress: 1 });
  await expect(access(partOf)).rejects.toThrow("ENOENT");
  expect(await asked.mailsOf(left)).toHaveLength(1);
  expect(linesOf(await asked.fileOf(again)).length).toBeGreaterThan(0);
});

test("a report that ends its process again and again is given up and marked as failed", async () => {
  const left = await made();
  const past = new Date(Date.now() - 1000);
  await pulse.db
    .updateTable("reports")
    .set({ state: "running", attempts: 4, claimed_until: past, next_try_at: past })
    .where("id", "=", String(left["id"]))
    .execute();
  await made();
  expect((await asked.get(`reports/${String(left["id"])}`)).content).toMatchObject({
    state: "failed",
    reason: "internal_server_error",
  });
});

test("only one of two processes mails a report", async () => {
  const report = await made();
  const id = String(report["id"]);
  // Its mail is due again, but not before this test takes it: the product's own clock shows today.
  const due = new Date(Date.now() + 86_400_000);
  await pulse.db.updateTable("reports").set({ mailed_at: null, next_try_at: due }).where("id", "=", id).execute();
  const reports = reportsRepository(pulse.db);
  const until = new Date(due.getTime() + 60_000);
  const claimed = await Promise.all([reports.claimMail(due, until), reports.claimMail(due, until)]);
  expect(claimed.filter((one) => one?.id === id)).toHaveLength(1);
});

test("the mail of a finished report does not wait for a long report behind it", async () => {
  // Later than anything that the product itself looks for.
  const due = new Date(Date.now() + 86_400_000);
  const [short, long] = [uuidv7(), uuidv7()];
  const { id: userId } = (await call(pulse, "GET", "users/me", { token: person.token })).content;
  for (const [nth, id] of [short, long].entries())
    await pulse.db
      .insertInto("reports")
      .values({
        id,
        kind: "active-beacons",
        customer_id: customerId,
        site_id: siteId,
        user_id: String(userId),
        user_email: person.email,
        start_at: new Date(span.start_time_utc),
        end_at: new Date(span.end_time_utc),
        zone: "UTC",
        is_newest_first: false,
        is_split: false,
        sees_elevation: false,
        requested_at: new Date(due.getTime() + nth),
        next_try_at: due,
      })
      .execute();
  const folder = join(pulse.config.dataDir, "later");
  const files = reportFiles(folder, diskByteStore(folder));
  const mailed: string[] = [];
  const mailedBefore: string[] = [];
  const work = reportWork({
    rows: { db: pulse.db, months },
    hasOwnServer: false,
    reports: reportsRepository(pulse.db),
    files: {
      ...files,
      write: (report, ...more) => {
        if (report.id === long) mailedBefore.push(...mailed);
        return files.write(report, ...more);
      },
    },
    mail: async ({ id }) => void mailed.push(id),
    mayHave: async () => true,
    endWithEvent: reportsRepository(pulse.db).end,
    now: () => due.getTime() + 60_000,
    problem: (error) => {
      throw error;
    },
  });
  await work(new AbortController().signal);
  expect(mailedBefore).toContain(short);
  expect(mailed.filter((id) => id === short || id === long)).toEqual([short, long]);
});
