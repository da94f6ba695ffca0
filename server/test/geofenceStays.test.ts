import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { aGeofence, anAsset, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { fixOf } from "./support/fixesOf.ts";
import { tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// What follows from the fixes of assets: stays in geofences, their lists and events.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let nowMs = Date.now();
const startMs = nowMs;
const now = (): number => nowMs;

beforeAll(async () => {
  pulse = await testPulse({}, { now });
  ({ customer, site, token } = await anOrganisation(pulse, { name: "Hof" }));
});
afterAll(() => pulse.stop());

const secondOf = (time: unknown): number => (Date.parse(String(time)) - startMs) / 1000;
const timeOf = (second: number): string => new Date(startMs + second * 1000).toISOString();
const ask = (path: string, as = token): Promise<Answer> => call(pulse, "GET", path, { token: as });

/** The asset is at x from one second to another. */
async function stands(asset: TestAsset, x: number, from: number, to: number, moving = true): Promise<void> {
  for (let second = from; second <= to; second++) {
    nowMs = Math.max(nowMs, startMs + second * 1000);
    pulse.bus.publish("fixes", [fixOf(site, asset, startMs + second * 1000, x, { moving })]);
  }
  await pulse.bus.idle();
  await pulse.settled();
}
/** An asset and a fence of its own around (10, 10), both known to the live path, with the site's model read. */
async function theScene(name: string): Promise<{ asset: TestAsset; fenceId: string }> {
  const asset = await anAsset(pulse, customer, site, { name });
  const { id: fenceId } = await aGeofence(pulse, customer, site, { name: `Fence of ${name}` });
  await known(asset);
  return { asset, fenceId };
}
async function known(asset: TestAsset): Promise<void> {
  pulse.bus.publish("changed", everythingChanged);
  await pulse.bus.idle();
  await pulse.settled();
  // The site's model is read at its first fix, which is lost.
  pulse.bus.publish("fixes", [fixOf(site, asset, startMs - 1_000_000, 30)]);
  await pulse.bus.idle();
  await pulse.settled();
}
const eventsOf = async (fenceId: string) =>
  (await pulse.db.selectFrom("events").selectAll().where("entity_id", "=", fenceId).orderBy("seq").execute()).map(
    ({ operation, entity_name, data }) => [operation, entity_name, data.asset?.name, secondOf(data.asset?.at)],
  );
const historyOf = async (fenceId: string, from = -10, to = 100_000) =>
  (await ask(`geofences/${fenceId}/history?start_time_utc=${timeOf(from)}&end_time_utc=${timeOf(to)}`)).content;

test("an asset that goes in and out is shown as an event, history, alert and place", async () => {
  const { asset, fenceId } = await theScene("Cart");
  await stands(asset, 30, 0, 5);
  await stands(asset, 10, 6, 15);
  const fence = (await ask(`geofences/${fenceId}`)).content;
  expect(fence).toMatchObject({
    num_assets_inside: 1,
    assets_inside: [{ id: asset.id, guid: asset.guid, name: "Cart", enter_time: timeOf(6) }],
  });
  const liveRow = async () =>
    (await ask(`assets/live?site_id=${site.id}`)).content.find((row) => row["guid"] === asset.guid);
  const inFence = async () =>
    (await ask(`assets/search?site_id=${site.id}&geofence_id=${fenceId}`)).content.map((row) => row["id"]);
  expect(await inFence()).toEqual([asset.id]);
  // Positions are written a moment later.
  let live = await liveRow();
  while (live?.["last_updated"] !== timeOf(15)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    live = await liveRow();
  }
  expect(live["location"]).toContain("Main · Ground · Fence of Cart");
  expect(live["sections"]).toContainEqual({ kind: "geofence", id: fenceId, name: "Fence of Cart" });
  // Its tracker is told of in the same words, alone and among others.
  for (const tracker of [
    (await ask(`trackers/${asset.trackerId}`)).content,
    (await ask(`trackers?site_id=${site.id}`)).content.find((row) => row["id"] === asset.trackerId)!,
    (await ask(`trackers/live?site_id=${site.id}`)).content.find((row) => row["id"] === asset.trackerId)!,
  ])
    expect([tracker["location"], tracker["sections"]]).toEqual([live["location"], live["sections"]]);
  const alerts = (await ask(`geofences/active-alerts?site_id=${site.id}`)).content;
  const alert = alerts.find((row) => row["geofence_id"] === fenceId)!;
  expect(alert).toMatchObject({
    geofence_name: "Fence of Cart",
    asset_id: asset.id,
    asset_guid: asset.guid,
    asset_name: "Cart",
    tracker_id: asset.trackerId,
    enter_time: timeOf(6),
    last_seen_at: timeOf(15),
    exit_at: timeOf(15 + 30 * 60),
    floor_id: site.floorId,
  });
  expect(await historyOf(fenceId)).toMatchObject([
    { id: alert["id"], enter_time: timeOf(6), exit_time: null, exit_reason: null, duration_s: null },
  ]);

  await stands(asset, 30, 16, 25);
  expect(await inFence()).toEqual([]);
  expect(await historyOf(fenceId)).toMatchObject([
    { asset_id: asset.id, enter_time: timeOf(6), exit_time: timeOf(16), exit_reason: "exit", duration_s: 10 },
  ]);
  expect(await eventsOf(fenceId)).toEqual([
    ["asset_entered_geofence", "Fence of Cart", "Cart", 6],
    ["asset_exited_geofence", "Fence of Cart", "Cart", 16],
  ]);
  expect((await ask(`events/search?site_id=${site.id}&limit=2`)).content).toMatchObject([
    { operation: "asset_exited_geofence", asset_name: "Cart", geofence_name: "Fence of Cart", actor: null, count: 1 },
    { operation: "asset_entered_geofence", asset_name: "Cart", geofence_name: "Fence of Cart" },
  ]);
  expect((await ask(`geofences/active-alerts?site_id=${site.id}`)).content.map((row) => row["id"])).not.toContain(
    alert["id"],
  );
  // Only the part of an entry within the span is shown.
  expect(await historyOf(fenceId, 8, 12)).toMatchObject([{ enter_time: null, exit_time: null, exit_reason: null }]);
  expect(await historyOf(fenceId, 17, 30)).toEqual([]);
});

test("the history of a geofence and of an asset comes in pages and as CSV in a zone, for those who may read both", async () => {
  const { asset, fenceId } = await theScene("Forklift");
  for (const second of [100, 120]) {
    await stands(asset, 10, second, second + 8);
    await stands(asset, 30, second + 9, second + 18);
  }
  const span = `start_time_utc=${timeOf(90)}&end_time_utc=${timeOf(200)}`;
  const page = await ask(`assets/${asset.id}/geofence-history?${span}&limit=2&page=1&site_id=${site.id}`);
  expect(page.metadata).toMatchObject({ current_page: 1, limit: 2 });
  expect(page.content.map((row) => secondOf(row["enter_time"]))).toEqual([120, 120]);
  const own = page.content.find((row) => row["geofence_id"] === fenceId);
  expect(own).toMatchObject({ geofence_name: "Fence of Forklift", asset_name: "Forklift", duration_s: 9 });

  const file = await ask(`geofences/${fenceId}/history?${span}&return_file=true&timezone=Asia/Tokyo`);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toMatch(/filename="geofence-history_Hof_\d{8}_\d{8}\.csv"/);
  const local = new Date(startMs + (120 + 9 * 3600) * 1000).toISOString().replace("Z", "+09:00");
  const left = new Date(startMs + (129 + 9 * 3600) * 1000).toISOString().replace("Z", "+09:00");
  const lines = file.text.trim().split("\r\n");
  expect(lines.slice(0, 2)).toEqual([
    "geofence_name,asset_name,asset_type,enter_time,exit_time,exit_reason,duration_s",
    `Fence of Forklift,Forklift,Cart,${local},${left},exit,9`,
  ]);
  expect(lines).toHaveLength(3);

  const fencesAlone = await tokenWith(pulse, customer, ["geofence_management.r"]);
  expect((await ask(`geofences/${fenceId}/history`, fencesAlone)).status).toBe(200);
  expect((await ask(`assets/${asset.id}/geofence-history`, fencesAlone)).status).toBe(403);
  const reads = await tokenWith(pulse, customer, ["geofence_management.r", "asset_management.r"]);
  expect((await ask(`assets/${asset.id}/geofence-history`, reads)).status).toBe(200);
  expect((await ask(`assets/${asset.id}/geofence-history?return_file=true`, reads)).status).toBe(403);
  expect((await ask(`geofences/${fenceId}/history?site_id=${customer.id}`)).status).toBe(404);
});

test("a restart neither invents nor loses geofence events, and a silent asset leaves by the site's time-out", async () => {
  const { asset, fenceId } = await theScene("Bed");
  await stands(asset, 10, 300, 310);
  // It is leaving, and nothing is decided yet.
  await stands(asset, 30, 311, 312);
  await pulse.stop();
  pulse = await testPulse({}, { now, keep: true });
  token = await aToken(pulse, customer, "Administrator");
  await known(asset);
  expect(await eventsOf(fenceId)).toHaveLength(1);
  await stands(asset, 10, 313, 320);
  expect(await eventsOf(fenceId)).toHaveLength(1);
  expect((await ask(`geofences/${fenceId}`)).content["num_assets_inside"]).toBe(1);

  await call(pulse, "PUT", `sites/${site.id}`, { token, body: { settings: { geofence_exit_timeout: 5 } } });
  await pulse.settled();
  nowMs = startMs + (320 + 5 * 60 + 1) * 1000;
  while ((await eventsOf(fenceId)).length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await eventsOf(fenceId))[1]).toEqual([
    "asset_exited_geofence_by_timeout",
    "Fence of Bed",
    "Bed",
    320 + 5 * 60,
  ]);
  expect(await historyOf(fenceId)).toMatchObject([
    { enter_time: timeOf(300), exit_time: timeOf(620), exit_reason: "timeout", duration_s: 320 },
  ]);
});

test("after a restart an asset at rest beside an edge is not treated as never seen", async () => {
  const { asset, fenceId } = await theScene("Beside");
  await stands(asset, 30, 600, 720);
  await pulse.stop();
  pulse = await testPulse({}, { now, keep: true });
  token = await aToken(pulse, customer, "Administrator");
  await known(asset);
  await stands(asset, 14.3, 721, 780, false);
  expect(await eventsOf(fenceId)).toEqual([]);
});

test("archiving an asset ends its geofence stays without an event", async () => {
  const { asset, fenceId } = await theScene("Old cart");
  await stands(asset, 10, 1000, 1010);
  expect((await ask(`geofences/${fenceId}`)).content["num_assets_inside"]).toBe(1);
  await call(pulse, "PUT", `assets/${asset.id}/archive`, { token });
  await pulse.bus.idle();
  await pulse.settled();
  expect((await ask(`geofences/${fenceId}`)).content["num_assets_inside"]).toBe(0);
  expect(await eventsOf(fenceId)).toHaveLength(1);
  expect(await historyOf(fenceId)).toMatchObject([{ exit_reason: null, exit_time: timeOf(1010) }]);
});

test("an asset whose tracker was unlinked neither enters nor leaves when that tracker moves", async () => {
  const inside = await theScene("Left inside");
  const outside = await theScene("Left outside");
  await stands(inside.asset, 10, 2000, 2010);
  await stands(outside.asset, 30, 2000, 2010);
  for (const { asset } of [inside, outside])
    await call(pulse, "DELETE", `assets/${asset.id}/trackers/${asset.trackerId}`, { token });
  await pulse.bus.idle();
  await pulse.settled();
  await stands(inside.asset, 30, 2011, 2030);
  await stands(outside.asset, 10, 2011, 2030);
  const told = async ({ fenceId }: typeof inside, name: string) =>
    (await eventsOf(fenceId)).filter(([, , who]) => who === name).map(([operation]) => operation);
  expect(await told(inside, "Left inside")).toEqual(["asset_entered_geofence"]);
  expect(await told(outside, "Left outside")).toEqual([]);
});

test("an active alert says why it needs somebody: a restricted geofence, or half of the exit timeout without a signal", async () => {
  const { asset: cart, fenceId } = await theScene("Parked cart");
  const { asset: drug, fenceId: pharmacyId } = await theScene("Drug case");
  const restricted = { token, body: { restricted: true } };
  expect((await call(pulse, "PUT", `geofences/${pharmacyId}`, restricted)).content["restricted"]).toBe(true);
  for (const asset of [cart, drug]) await stands(asset, 10, 20_000, 20_010);
  const reasonsOf = async (search = "") => {
    const rows = (await ask(`geofences/active-alerts?site_id=${site.id}${search}`)).content;
    const own = rows.filter((row) => row["geofence_id"] === fenceId || row["geofence_id"] === pharmacyId);
    return Object.fromEntries(
      own.map((row) => [
        `${String(row["asset_name"])} ${row["geofence_id"] === fenceId ? "parked" : "pharmacy"}`,
        row["reasons"],
      ]),
    );
  };
  // Both geofences are around the same place.
  const bothInside = {
    "Parked cart parked": [],
    "Drug case parked": [],
    "Parked cart pharmacy": ["restricted"],
    "Drug case pharmacy": ["restricted"],
  };
  await expect.poll(() => reasonsOf(), { timeout: 20_000 }).toEqual(bothInside);
  expect(Object.keys(await reasonsOf("&needs_attention=true")).toSorted()).toEqual([
    "Drug case pharmacy",
    "Parked cart pharmacy",
  ]);
  // 16 of the 30 minutes.
  nowMs = startMs + (20_010 + 16 * 60) * 1000;
  expect(await reasonsOf("&needs_attention=true")).toEqual({
    "Parked cart parked": ["silent"],
    "Drug case parked": ["silent"],
    "Parked cart pharmacy": ["restricted", "silent"],
    "Drug case pharmacy": ["restricted", "silent"],
  });
});
