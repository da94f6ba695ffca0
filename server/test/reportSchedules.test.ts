import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { siteDigest } from "../src/resources/schedules/digest.repository.ts";
import { scheduleRunsRepository } from "../src/resources/schedules/scheduleRuns.repository.ts";
import { scheduleWork } from "../src/resources/schedules/scheduleWork.ts";
import { schedulesRepository } from "../src/resources/schedules/schedules.repository.ts";
import { viewers } from "../src/platform/sessions/viewers.ts";
import { MailRefused, type Mail } from "../src/platform/mail/mail.ts";
import { type Answer, call } from "./support/api.ts";
import { aCustomer, aGeofence, anAsset, aSite, aToken, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Scheduled reports: what people set over HTTP, and what the job makes of it, on the test's own clock.
let pulse: TestPulse;
let customer: NewCustomer;
let sites: TestSite[];
let boss: Person;
let local: Person;

interface Person {
  token: string;
  email: string;
}
const aPersonWith = async (role: "Manager" | "Viewer", options: { siteIds?: string[] } = {}): Promise<Person> => {
  const token = await aToken(pulse, customer, role, options);
  return { token, email: String((await call(pulse, "GET", "users/me", { token })).content["email"]) };
};

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  sites = [await aSite(pulse, customer, { name: "Alpha" }), await aSite(pulse, customer, { name: "Beta" })];
  boss = await aPersonWith("Manager");
  local = await aPersonWith("Viewer", { siteIds: [sites[1]!.id] });
});
afterAll(() => pulse.stop());

const wanted = (more: object = {}) => ({
  name: "Every morning",
  report: "asset-history",
  every: "day",
  at: "06:00",
  time_zone: "Europe/Berlin",
  recipients: [boss.email],
  ...more,
});
const post = (more: object = {}, token = boss.token): Promise<Answer> =>
  call(pulse, "POST", "report-schedules", { token, body: wanted(more) });
const listed = async (id: unknown): Promise<Record<string, unknown>> => {
  const { content } = await call(pulse, "GET", "report-schedules", { token: boss.token });
  return content.find((each) => each["id"] === id)!;
};
const madeBy = (id: unknown) =>
  pulse.db
    .selectFrom("reports")
    .select(["kind", "site_id", "user_email", "start_at", "end_at", "sees_elevation", "title", "run_at"])
    .where("schedule_id", "=", String(id))
    .orderBy("run_at")
    .orderBy("user_email")
    .orderBy("site_id")
    .execute();

/** The job of one process, whose clock shows this time. */
function processAt(nowMs: number, send: (mail: Mail) => Promise<void> = async () => undefined) {
  return scheduleWork({
    runs: scheduleRunsRepository(pulse.db),
    schedules: schedulesRepository(pulse.db),
    person: viewers(pulse.db, Date.now).person,
    digest: (site, limits, at) => siteDigest(pulse.db, site, limits, at),
    send,
    publicUrl: "https://pulse.test",
    wake: () => undefined,
    now: () => nowMs,
    problem: (error) => {
      if (!(error instanceof MailRefused || (error as Error).message === "away")) throw error;
    },
  }).work(new AbortController().signal);
}
/** The instant `minutes` after a schedule's next run. */
const afterNext = ({ content }: Answer, minutes = 1): number =>
  Date.parse(String(content["next_at"])) + minutes * 60_000;
const dayMs = 86_400_000;

describe("a schedule", () => {
  test("a report schedule is made, shown with its next run, changed with its version, and deleted", async () => {
    const made = await post({ every: "week", weekday: 1 });
    expect([made.status, made.content]).toMatchObject([
      201,
      { active: true, site_ids: [], parameters: {}, weekday: 1, day: null, last: null, version: 1 },
    ]);
    const next = new Date(String(made.content["next_at"]));
    expect(next.getTime()).toBeGreaterThan(Date.now());
    expect(next.getUTCDay()).toBe(1);
    const path = `report-schedules/${String(made.content["id"])}`;
    expect((await call(pulse, "GET", path, { token: boss.token })).content).toEqual(made.content);
    const put = (body: object) => call(pulse, "PUT", path, { token: boss.token, body });
    const paused = await put({ active: false, version: 1 });
    expect(paused.content).toMatchObject({ active: false, next_at: null, version: 2, weekday: 1 });
    expect((await put({ name: "Late", version: 1 })).status).toBe(409);
    expect((await call(pulse, "DELETE", path, { token: boss.token })).status).toBe(200);
    expect(await listed(made.content["id"])).toBeUndefined();
    expect((await call(pulse, "GET", path, { token: boss.token })).status).toBe(404);
  });

  test("the report schedules of a customer are listed by name, all or one page if asked for", async () => {
    const other = await aCustomer(pulse);
    const token = await aToken(pulse, other, "Manager");
    const recipients = [String((await call(pulse, "GET", "users/me", { token })).content["email"])];
    const names = Array.from({ length: 30 }, (_, nth) => `Nightly ${String(nth).padStart(2, "0")}`);
    for (const name of names.toReversed()) expect((await post({ name, recipients }, token)).status).toBe(201);
    const list = (query = "") => call(pulse, "GET", `report-schedules${query}`, { token });
    const { content, metadata } = await list();
    expect(content.map(({ name }) => name)).toEqual(names);
    expect(metadata).toMatchObject({ total_count: 30, current_page: 1, max_page: 1 });
    const second = await list("?page=2&limit=7");
    expect(second.content.map(({ name }) => name)).toEqual(names.slice(7, 14));
    expect(second.metadata).toMatchObject({ total_count: 30, current_page: 2, max_page: 5, limit: 7 });
  });

  test.each<[string, object, string]>([
    ["somebody else's people", { recipients: ["else@pulse.test"] }, "recipients[0]"],
    ["nobody", { recipients: [] }, "recipients"],
    ["an unknown zone", { time_zone: "Mars/Olympus" }, "time_zone"],
    ["an hour that no clock shows", { at: "24:00" }, "at"],
    ["a site that is not there", { site_ids: [uuidv7()] }, "site_ids[0]"],
    ["another report's parameter", { parameters: { split_type: "name" } }, "parameters.split_type"],
    ["a parameter that nothing takes", { parameters: { nonsense: 1 } }, "parameters"],
  ])("a report schedule is refused for %s", async (_what, more, path) => {
    const { status, content } = await post(more);
    expect([status, (content["details"] as { path: string }[])[0]?.path]).toEqual([400, path]);
  });

  test("a superadmin, who belongs to no customer, may receive what they schedule, and is still kept by others", async () => {
    const token = await aToken(pulse, null, null);
    const email = String((await call(pulse, "GET", "users/me", { token })).content["email"]);
    expect((await post({ recipients: [email] })).content["details"]).toMatchObject([
      { path: "recipients[0]", message: "is not a user of this customer" },
    ]);
    const made = await call(pulse, "POST", `report-schedules?customer_id=${customer.id}`, {
      token,
      body: wanted({ recipients: [email] }),
    });
    expect([made.status, made.content["recipients"]]).toEqual([201, [email]]);
    const renamed = await call(pulse, "PUT", `report-schedules/${String(made.content["id"])}`, {
      token: boss.token,
      body: { name: "Every evening" },
    });
    expect([renamed.status, renamed.content["recipients"]]).toEqual([200, [email]]);
    await processAt(afterNext(made));
    const rows = await madeBy(made.content["id"]);
    expect(rows.map(({ user_email }) => user_email)).toEqual([email, email]);
  });

  test("a report schedule is hidden from other customers, and from people who may enter none of its sites", async () => {
    const made = await post({ site_ids: [sites[0]!.id] });
    const path = `report-schedules/${String(made.content["id"])}`;
    const stranger = await aToken(pulse, await aCustomer(pulse), "Manager");
    const elsewhere = await aPersonWith("Manager", { siteIds: [sites[1]!.id] });
    for (const token of [stranger, elsewhere.token]) {
      expect((await call(pulse, "DELETE", path, { token })).status).toBe(404);
      const { content } = await call(pulse, "GET", "report-schedules", { token });
      expect(content.map(({ id }) => id)).not.toContain(made.content["id"]);
    }
  });
});

describe("a run", () => {
  test("a run makes a report for each recipient and each site they may enter, once even with two processes", async () => {
    const made = await post({ recipients: [boss.email, local.email] });
    const { id } = made.content;
    await processAt(afterNext(made, -2));
    expect(await madeBy(id)).toEqual([]);
    await Promise.all([processAt(afterNext(made)), processAt(afterNext(made))]);
    const reports = await madeBy(id);
    const [alpha, beta] = sites.map((site) => site.id);
    expect(new Set(reports.map((each) => `${each.user_email} ${each.site_id}`))).toEqual(
      new Set([`${boss.email} ${alpha!}`, `${boss.email} ${beta!}`, `${local.email} ${beta!}`]),
    );
    expect(reports).toHaveLength(3);
    const [first] = reports;
    expect([first!.title, first!.end_at.getTime() - first!.start_at.getTime() + 1]).toEqual([
      "Every morning",
      expect.toSatisfy((ms: number) => [23, 24, 25].includes(ms / 3600_000)) as number,
    ]);
    expect(await listed(id)).toMatchObject({ last: { at: made.content["next_at"], status: "running" } });
    expect(Date.parse(String((await listed(id))["next_at"]))).toBeGreaterThan(afterNext(made));
    // They are in the recipients' report lists, and mailed like any other. Their process's clock was ahead of ours.
    const due = { next_try_at: new Date() };
    await pulse.db.updateTable("reports").set(due).where("schedule_id", "=", String(id)).execute();
    const span = "start_time_utc=2026-01-01T00:00:00Z&end_time_utc=2026-01-02T00:00:00Z";
    await call(pulse, "POST", `reports/active-beacons?site_id=${alpha!}&${span}`, {
      token: boss.token,
      body: { formats_list: ["csv"], deliveries_list: [{ type: "email", user_email: boss.email }] },
    });
    await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ last: { status: "done" } }), {
      timeout: 20_000,
    });
    const outbox = JSON.parse((await call(pulse, "GET", "/dev/outbox.json")).text) as { subject: string; to: string }[];
    expect(
      outbox
        .filter(({ subject }) => subject.startsWith("Every morning: "))
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([boss.email, boss.email, local.email].toSorted());
  });

  test("a run that was missed while nothing ran is made up for once, and skips no day", async () => {
    const made = await post();
    const { id } = made.content;
    await processAt(afterNext(made));
    await processAt(afterNext(made) + 9 * dayMs);
    const spans = (await madeBy(id)).filter(({ site_id: site }) => site === sites[0]!.id);
    expect(spans).toHaveLength(2);
    const [first, second] = spans;
    expect(second!.start_at.getTime()).toBe(first!.end_at.getTime() + 1);
    expect(Math.round((second!.end_at.getTime() - second!.start_at.getTime()) / dayMs)).toBe(9);
    expect(Date.parse(String((await listed(id))["next_at"])) - afterNext(made) - 9 * dayMs).toBeLessThan(1.1 * dayMs);
  });

  test("a run makes nothing for a recipient who has left, and says so", async () => {
    const gone = await aPersonWith("Viewer");
    const made = await post({ recipients: [gone.email] });
    await pulse.db.deleteFrom("users").where("email", "=", gone.email).execute();
    await processAt(afterNext(made));
    expect(await madeBy(made.content["id"])).toEqual([]);
    expect(await listed(made.content["id"])).toMatchObject({ last: { status: "nobody" } });
  });
});

describe("a digest", () => {
  test("a digest names low, silent, lost and overdue assets in one mail, and is retried until a server accepts it", async () => {
    const names = ["Low", "Silent", "Lost", "Never heard", "Well"];
    const nowMs = Date.now() + 40 * dayMs;
    const hoursAgo = (hours: number): Date => new Date(nowMs - hours * 3600_000);
    const heard: Record<string, [number, number | null]> = {
      Low: [1, 20],
      Silent: [25, 90],
      Lost: [24 * 8, 90],
      Well: [1, 21],
    };
    const site = sites[0]!;
    const fence = await aGeofence(pulse, customer, site, { name: "Dock" });
    for (const name of names) {
      const { id, trackerId } = await anAsset(pulse, customer, site, { name });
      const [hours, percent] = heard[name] ?? [];
      if (hours !== undefined)
        await pulse.db
          .insertInto("tracker_status")
          .values({ tracker_id: trackerId, last_heard_at: hoursAgo(hours), battery_level: percent ?? null })
          .execute();
      const since = name === "Well" ? hoursAgo(3) : hoursAgo(1);
      await pulse.db
        .insertInto("geofence_stays")
        .values({
          id: uuidv7(),
          geofence_id: fence.id,
          asset_id: id,
          site_id: site.id,
          enter_at: since,
          decided_at: since,
        })
        .execute();
    }
    const made = await post({
      report: "digest",
      name: "To look at",
      parameters: { dwell_limit_min: 120 },
      recipients: [boss.email, local.email],
    });
    expect(made.status).toBe(201);
    const mails: Mail[] = [];
    let isAway = true;
    const send = async (mail: Mail): Promise<void> => {
      if (isAway) throw new Error("away");
      if (mail.to === local.email) throw new MailRefused("no such mailbox");
      mails.push(mail);
    };
    await processAt(nowMs, send);
    expect(mails).toEqual([]);
    isAway = false;
    // Not before its pause is over.
    await processAt(nowMs + 30_000, send);
    expect(mails).toEqual([]);
    await processAt(nowMs + 61_000, send);
    await processAt(nowMs + 7 * 60_000, send);
    expect(mails).toHaveLength(1);
    const [{ subject, text, to }] = mails as [Mail];
    expect([to, subject]).toEqual([boss.email, "To look at: 5 to check"]);
    expect(
      text
        .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "TIME")
        .split("\n")
        .slice(0, 18),
    ).toEqual([
      "Alpha",
      "=====",
      "",
      "Low battery (1)",
      "- Low: 20%",
      "",
      "Silent (1)",
      "- Silent: last heard TIME",
      "",
      "Lost (2)",
      "- Lost: last heard TIME",
      "- Never heard: never heard",
      "",
      "Too long in a geofence (1)",
      "- Well: in Dock since TIME",
      "",
      "Beta",
      "====",
    ]);
    expect(text).toContain("Nothing needs attention.");
    // The address that was refused is not tried again, and the schedule says that a mail has failed.
    expect(await listed(made.content["id"])).toMatchObject({ last: { status: "failed" } });
  });
});
