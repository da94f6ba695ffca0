import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { diskByteStore } from "../src/platform/files/diskByteStore.ts";
import { reportFiles } from "../src/resources/reports/reportFiles.ts";
import { reportsRepository } from "../src/resources/reports/reports.repository.ts";
import { reportMailWork } from "../src/resources/reports/reportMailWork.ts";
import { reportMailsRepository } from "../src/resources/reports/reportMails.repository.ts";
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

test("a report is done only together with its event, so that whoever asked for it hears of it even if the process dies in between", async () => {
  await sql`create function refuse_news() returns trigger language plpgsql as $$ begin
    if new.operation = 'report_ready' then raise exception 'no room'; end if; return new; end $$`.execute(pulse.db);
  await sql`create trigger refuse_news before insert on events for each row execute function refuse_news()`.execute(
    pulse.db,
  );
  const { id } = (await asked.ask("active-beacons")).content;
  await vi.waitFor(async () => expect(await failedOnce(String(id))).toEqual({ state: "queued" }), { timeout: 60_000 });
  await sql`drop trigger refuse_news on events`.execute(pulse.db);
  await pulse.db.updateTable("reports").set({ next_try_at: new Date() }).where("id", "=", String(id)).execute();
  await made();
  await asked.done(id);
  const events = await pulse.db
    .selectFrom("events")
    .select("operation")
    .where("entity_id", "=", String(id))
    .where("operation", "!=", "report_requested")
    .execute();
  expect(events).toEqual([{ operation: "report_ready" }]);
});

/** The state of a report once its first attempt has ended; undefined: it has not. */
const failedOnce = (id: string): Promise<{ state: string } | undefined> =>
  pulse.db
    .selectFrom("reports")
    .select("state")
    .where("id", "=", id)
    .where("attempts", "=", 1)
    .where("claimed_until", "is", null)
    .executeTakeFirst();

/** Its mail is due again, but not for the product, whose own clock shows today. */
const dueTomorrow = async (): Promise<{ id: string; due: Date }> => {
  const id = String((await made())["id"]);
  const due = new Date(Date.now() + 86_400_000);
  await pulse.db.updateTable("reports").set({ mailed_at: null, next_try_at: due }).where("id", "=", id).execute();
  return { id, due };
};
const mails = () => reportMailsRepository(pulse.db);
/** The lease of whoever is to send a report's mail. */
const leaseOf = (id: string) =>
  pulse.db
    .selectFrom("reports")
    .select(["mail_lease", "mail_leased_until", "mailed_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const mailing = (due: Date, mail: (report: { id: string }) => Promise<void>): ReturnType<typeof reportMailWork> =>
  reportMailWork({
    mails: mails(),
    find: reportsRepository(pulse.db).find,
    mail,
    mayHave: async () => true,
    now: () => due.getTime() + 1,
    problem: (error) => {
      throw error;
    },
  });
const { signal } = new AbortController();

test("only one of two processes mails a report", async () => {
  const { id, due } = await dueTomorrow();
  const claimed = await Promise.all([mails().claim(due), mails().claim(due)]);
  expect(claimed.filter((one) => one?.id === id)).toHaveLength(1);
});

test("a mail that takes long is nobody else's while its sender lives", async () => {
  const { id, due } = await dueTomorrow();
  const sent = Promise.withResolvers<void>();
  const sender = mailing(due, () => sent.promise)(signal);
  await vi.waitFor(async () => expect((await leaseOf(id)).mail_lease).not.toBeNull());
  const { mail_leased_until: first } = await leaseOf(id);
  await vi.waitUntil(async () => (await leaseOf(id)).mail_leased_until!.getTime() > first!.getTime() + 1_000, {
    timeout: 60_000,
  });
  const other = vi.fn(async () => undefined);
  await mailing(due, other)(signal);
  expect(other).not.toHaveBeenCalled();
  sent.resolve();
  await sender;
  expect(await leaseOf(id)).toMatchObject({ mail_lease: null, mailed_at: expect.any(Date) as Date });
});

test("a mail whose sender has died is another's within half a minute, and one that was only paused sends it no more", async () => {
  const { id, due } = await dueTomorrow();
  const paused = (await mails().claim(due))!;
  expect(paused.id).toBe(id);
  const { rows } = await sql<{
    seconds: number;
  }>`select extract(epoch from mail_leased_until - clock_timestamp())::float8
    as seconds from reports where id = ${id}`.execute(pulse.db);
  expect(rows[0]!.seconds).toBeLessThanOrEqual(20);
  const past = new Date(0);
  await pulse.db.updateTable("reports").set({ mail_leased_until: past }).where("id", "=", id).execute();
  const other = (await mails().claim(due))!;
  expect(other.id).toBe(id);
  expect(await mails().extend(paused)).toBe(false);
  expect(await mails().extend(other)).toBe(true);
  // What becomes of the first try does not touch the second.
  await mails().later(paused, due);
  await mails().giveUp(paused, "mail_refused");
  expect(await mails().claim(due)).toBeUndefined();
  await mails().sent(other, due);
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
    mailDone: mailing(new Date(due.getTime() + 60_000), async ({ id }) => void mailed.push(id)),
    mayHave: async () => true,
    endWithEvent: reportsRepository(pulse.db).end,
    now: () => due.getTime() + 60_000,
    problem: (error) => {
      throw error;
    },
  });
  await work(signal);
  expect(mailedBefore).toContain(short);
  expect(mailed.filter((id) => id === short || id === long)).toEqual([short, long]);
});
