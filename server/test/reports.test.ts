import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import { askedReports, linesOf, type ReportMail } from "./support/askedReports.ts";
import {
  aCustomer,
  aGateway,
  aGeofence,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestSite,
} from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { writeStay, type WrittenStay } from "./support/writtenStays.ts";

// Reports as people ask for them over the API, from the request to the file and the mail.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let cart: TestAsset;
let formula: TestAsset;
let person: { email: string; token: string };
type Asked = ReturnType<typeof askedReports>;
let asked: Asked;

const hour = (nth: number): Date => new Date(Date.UTC(2026, 9, 24, nth));
const span = { start_time_utc: hour(0).toISOString(), end_time_utc: hour(48).toISOString() };
const ask = (...given: Parameters<Asked["ask"]>): Promise<Answer> => asked.ask(...given);
const get = (path: string, token = person.token): Promise<Answer> => asked.get(path, token);
const done = ({ content }: Answer): Promise<Record<string, unknown>> => asked.done(content["id"]);
const fileOf = (report: Record<string, unknown>): Promise<string> => asked.fileOf(report);
const mailsOf = (report: Record<string, unknown>): Promise<ReportMail[]> => asked.mailsOf(report);

const wasThere = (stay: WrittenStay): Promise<void> => writeStay(pulse, site, stay, hour);

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  cart = await anAsset(pulse, customer, site, { name: "Cart 1" });
  formula = await anAsset(pulse, customer, site, { name: "=cmd()" });
  const token = await aToken(pulse, customer, "Manager");
  person = { token, email: String((await call(pulse, "GET", "users/me", { token })).content["email"]) };
  asked = askedReports({ pulse, siteId: site.id, person, span });
  const gateway = await aGateway(pulse, customer, site, { x: 1, y: 1 });
  // From before the span into it, within it, out of it, and wholly after it.
  await wasThere({ asset: cart, from: -3, to: 2 });
  await wasThere({ asset: cart, from: 5, to: 30, hardware: gateway.id });
  await wasThere({ asset: formula, from: 6, to: 7 });
  await wasThere({ asset: formula, from: 47, to: 60 });
  await wasThere({ asset: cart, from: 49, to: 50 });
});
afterAll(() => pulse.stop());

describe("asset-history", () => {
  test("an asset-history report is written, mailed to the person who asked, and can be fetched with the mail's link", async () => {
    const requested = await ask("asset-history", { convert_to_timezone: "Europe/Berlin" });
    expect([requested.status, requested.content["message"]]).toEqual([
      202,
      "Report Generation Request Recieved Successfully",
    ]);
    expect(requested.content).toMatchObject({ state: "queued", progress: 0, file_url: null, user_email: person.email });
    const report = await done(requested);
    expect(report).toMatchObject({ state: "done", progress: 1, rows: 4, reason: null });
    const [header, ...rows] = linesOf(await fileOf(report));
    expect(header).toBe(
      "asset_name,asset_type,tracker_name,tracker_mac,building,floor,location,lat,lon,elevation,accuracy,nearest_hardware,start_timestamp,end_timestamp,duration_s",
    );
    // Summer time ends in the night from the 24th to the 25th.
    expect(rows.map((row) => row.split(",").slice(-3).join(" "))).toEqual([
      "2026-10-23T23:00:00.000+02:00 2026-10-24T04:00:00.000+02:00 18000",
      "2026-10-24T08:00:00.000+02:00 2026-10-24T09:00:00.000+02:00 3600",
      "2026-10-24T07:00:00.000+02:00 2026-10-25T07:00:00.000+01:00 90000",
      "2026-10-26T00:00:00.000+01:00 2026-10-26T13:00:00.000+01:00 46800",
    ]);
    expect(rows.map((row) => row.split(",")[0])).toEqual(["Cart 1", "'=cmd()", "Cart 1", "'=cmd()"]);
    expect(rows[2]).toMatch(/,G-\d+,2026/);

    const [mail, ...more] = await mailsOf(report);
    expect(more).toEqual([]);
    const [file] = mail!.attachments;
    expect(file).toMatchObject({
      filename: expect.stringMatching(/^asset-history_.*\.csv$/) as string,
      content_type: "text/csv",
    });
    expect(mail!.text).toContain("Europe/Berlin");
    const fetched = await fetch(file!.url);
    expect(fetched.headers.get("content-disposition")).toBe(`attachment; filename="${file!.filename}"`);
    expect(linesOf(await fetched.text())).toEqual([header, ...rows]);
    expect((await get("reports")).content.map(({ id }) => id)).toContain(report["id"]);
  });

  test("an asset-history report is ordered from its end if requested", async () => {
    const report = await done(await ask("asset-history", { order_by_desc: "end_timestamp" }));
    const ends = linesOf(await fileOf(report))
      .slice(1)
      .map((row) => row.split(",").at(-2)!);
    expect(ends).toEqual(ends.toSorted().toReversed());
    expect(ends).toHaveLength(4);
  });

  test("an asset-history report contains no elevations for those who may not read them", async () => {
    const token = await tokenWith(pulse, customer, ["report_download.c"]);
    const email = String((await call(pulse, "GET", "users/me", { token })).content["email"]);
    const query = new URLSearchParams({ site_id: site.id, ...span });
    const requested = await call(pulse, "POST", `reports/asset-history?${query.toString()}`, {
      token,
      body: { formats_list: ["csv"], deliveries_list: [{ type: "email", user_email: email }] },
    });
    const path = `reports/${String(requested.content["id"])}`;
    await vi.waitFor(async () => expect((await get(path, token)).content["state"]).toBe("done"), { timeout: 20_000 });
    expect((await get(`${path}/file`, token)).text).not.toContain("elevation");
    // Only the person who asked for it can see it.
    expect((await get(path)).status).toBe(404);
    expect((await get(`${path}/file`)).status).toBe(404);
  });
});

test("a geofence-history report leaves times outside the span empty, and can be a zip with a file for each geofence", async () => {
  const fences = [
    await aGeofence(pulse, customer, site, { name: "Dock" }),
    await aGeofence(pulse, customer, site, { name: "Cold store" }),
  ];
  const stays = [
    [fences[0]!, -5, 3],
    [fences[1]!, 4, 6],
    [fences[0]!, 40, null],
  ] as const;
  for (const [fence, enter, exit] of stays)
    await pulse.db
      .insertInto("geofence_stays")
      .values({
        id: uuidv7(),
        geofence_id: fence.id,
        asset_id: cart.id,
        site_id: site.id,
        enter_at: hour(enter),
        exit_at: exit === null ? null : hour(exit),
        exit_reason: exit === null ? null : "exit",
        decided_at: hour(enter),
      })
      .execute();
  const whole = await done(await ask("geofence-history", { order_by_desc: "enter_time" }));
  expect(linesOf(await fileOf(whole))).toEqual([
    "geofence_name,asset_name,asset_type,enter_time,exit_time,exit_reason,duration_s",
    "Dock,Cart 1,Cart,2026-10-25T16:00:00.000+00:00,,,",
    "Cold store,Cart 1,Cart,2026-10-24T04:00:00.000+00:00,2026-10-24T06:00:00.000+00:00,exit,7200",
    "Dock,Cart 1,Cart,,2026-10-24T03:00:00.000+00:00,exit,",
  ]);
  const split = await done(await ask("geofence-history", { split_type: "name" }));
  const zip = await fileOf(split);
  expect(zip.slice(0, 2)).toBe("PK");
  for (const name of ["Dock", "Cold-store"]) expect(zip).toMatch(new RegExp(`geofence-history_${name}_[\\w-]+\\.csv`));
  expect(split["rows"]).toBe(3);
  expect((await mailsOf(split))[0]!.attachments[0]).toMatchObject({ content_type: "application/zip" });
});

test("an asset-search-history report lists who made which tracker ring, and active-beacons the received trackers", async () => {
  await pulse.db
    .insertInto("device_requests")
    .values({
      id: uuidv7(),
      customer_id: customer.id,
      site_id: site.id,
      kind: "ring",
      target: "tracker",
      target_id: cart.trackerId,
      target_name: "Tag of the cart",
      asset_name: "Cart 1",
      state: "expired",
      reason: "no answer",
      command: JSON.stringify({}),
      via_name: "G-1",
      requested_by: "somebody@pulse.test",
      requested_at: hour(10),
      completed_at: hour(11),
    })
    .execute();
  const rings = linesOf(await fileOf(await done(await ask("asset-search-history"))));
  expect(rings[0]).toBe(
    "requested_at,user_email,asset_name,tracker_name,tracker_mac,kind,gateway,state,reason,completed_at,location",
  );
  expect(rings.slice(1)).toEqual([
    expect.stringContaining(
      `2026-10-24T10:00:00.000+00:00,somebody@pulse.test,Cart 1,Tag of the cart,${cart.mac},ring,G-1,expired,no answer`,
    ),
  ]);
  for (const nth of [1, 2])
    await pulse.db
      .insertInto("sightings")
      .values({
        tracker_id: cart.trackerId,
        ts: hour(nth),
        hardware_id: uuidv7(),
        asset_id: cart.id,
        rssi: -60,
        rssi_min: -70,
        rssi_max: -50,
        count: nth,
      })
      .execute();
  const beacons = linesOf(await fileOf(await done(await ask("active-beacons"))));
  expect(beacons[0]).toBe(
    "tracker_name,tracker_mac,type,serial_no,asset_name,first_heard,last_heard,sightings,gateways_heard,battery_level,last_location",
  );
  expect(beacons).toHaveLength(2);
  expect(beacons[1]).toContain(
    `${cart.mac},KKM,,Cart 1,2026-10-24T01:00:00.000+00:00,2026-10-24T02:00:00.000+00:00,3,2,`,
  );
});

describe("an invalid request is refused", () => {
  test.each<[string, string, Record<string, string>, string]>([
    ["an end before the start", "asset-history", { end_time_utc: hour(-1).toISOString() }, "start_after_end"],
    ["an unknown zone", "asset-history", { convert_to_timezone: "Mars/Olympus" }, "invalid_parameter"],
    ["an offset instead of a zone", "asset-history", { convert_to_timezone: "+01:00" }, "invalid_parameter"],
    ["another report's order", "geofence-history", { order_by_desc: "end_timestamp" }, "invalid_parameter"],
    ["an order, which it does not have", "active-beacons", { order_by_desc: "enter_time" }, "invalid_parameter"],
    ["an order too", "asset-search-history", { order_by_desc: "requested_at" }, "invalid_parameter"],
    ["no site", "active-beacons", { site_id: "" }, "SelectSiteFirst"],
  ])("a report request with %s is refused", async (_what, kind, more, code) => {
    const { status, content } = await ask(kind, more);
    expect([status, content["code"]]).toEqual([400, code]);
  });

  test("a report that has no order says so", async () => {
    const { content } = await ask("active-beacons", { order_by_desc: "enter_time" });
    expect(content["details"]).toMatchObject([{ path: "order_by_desc", message: "does not apply to active-beacons" }]);
  });

  test("a report request with somebody else's address, even beside one's own, is refused", async () => {
    for (const before of [[], asked.body().deliveries_list]) {
      const deliveries_list = [...before, { type: "email", user_email: "else@pulse.test" }];
      const { status, content } = await ask("asset-history", {}, { formats_list: ["csv"], deliveries_list });
      const path = `deliveries_list[${before.length}].user_email`;
      expect([status, content["code"], content["details"]]).toMatchObject([400, "email_invalid", [{ path }]]);
    }
  });

  test.each(["formats_list", "deliveries_list"])("a report request with nothing in %s is refused", async (list) => {
    const { status, content } = await ask("asset-history", {}, { ...asked.body(), [list]: [] });
    expect([status, content["code"], content["details"]]).toMatchObject([400, "field_required", [{ path: list }]]);
  });
});

test("a report's span of ten years with little data is still written", async () => {
  const report = await done(await ask("asset-history", { start_time_utc: "2016-11-01T00:00:00.000Z" }));
  expect(report["rows"]).toBe(4);
});

test("the list of reports has pages, and reports of an inaccessible site are not found", async () => {
  const ids: unknown[] = [];
  for (let nth = 0; nth < 3; nth += 1) ids.unshift((await ask("active-beacons")).content["id"]);
  const all = await get("reports");
  expect(all.metadata).toMatchObject({ current_page: 1, max_page: 1, total_count: all.content.length });
  expect(all.content.slice(0, 3).map(({ id }) => id)).toEqual(ids);
  const page = await get(`reports?site_id=${site.id}&limit=2&page=2`);
  expect(page.content.map(({ id }) => id)).toEqual(all.content.slice(2, 4).map(({ id }) => id));
  expect(page.metadata).toMatchObject({ current_page: 2, limit: 2, total_count: all.content.length });
  const stranger = await aSite(pulse, await aCustomer(pulse));
  expect((await get(`reports?site_id=${stranger.id}`)).status).toBe(404);
  expect((await get("reports?limit=201")).status).toBe(400);
});

test("a finished report is deleted with its file and the mail's link", async () => {
  const report = await done(await ask("active-beacons"));
  const [mail] = await mailsOf(report);
  const path = `reports/${String(report["id"])}`;
  expect((await call(pulse, "DELETE", path, { token: person.token })).status).toBe(200);
  expect((await get(path)).status).toBe(404);
  expect((await fetch(mail!.attachments[0]!.url)).status).toBe(404);
});

test("only the person who asked for a report is notified when it is ready", async () => {
  const report = await done(await ask("asset-history"));
  const told = async (token: string) =>
    (await get(`events/search?site_id=${site.id}&limit=200`, token)).content.filter(
      ({ target }) => (target as { id: string } | null)?.id === report["id"],
    );
  expect(await told(person.token)).toMatchObject([
    { resource: "common", operation: null, icon: "report", level: "site" },
  ]);
  expect(await told(await aToken(pulse, customer, "Administrator"))).toEqual([]);
});
