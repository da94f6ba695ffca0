import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { anAsset, aSite, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let types: Map<string, string>;
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse();
  ({ customer, site, token } = await anOrganisation(pulse));
  const { content } = await call(pulse, "GET", "hardwares/types", { token });
  types = new Map((content as unknown as HardwareType[]).map(({ type, id }) => [type, id]));
});
afterAll(() => pulse.stop());

const bodyOf = (fields: object = {}) => ({
  name: `Gateway ${++serial}`,
  hardware_type_id: types.get("KKM"),
  mac: `AC233F${(0x100000 + ++serial).toString(16).toUpperCase()}`.replace(/(..)(?=.)/g, "$1:"),
  lat: 51.9,
  lon: 4.4,
  ...fields,
});
const makeIn = async (of: TestSite, body: object): Promise<Answer["content"]> =>
  (await call(pulse, "POST", `hardwares?site_id=${of.id}`, { token, body })).content;

test("gateways can be searched by status, floor, type and health", async () => {
  const mine = await aSite(pulse, customer);
  const body = bodyOf({ floor_id: mine.floorId });
  const online = await makeIn(mine, body);
  const other = bodyOf({ floor_id: null, hardware_type_id: types.get("RUUVI") });
  await makeIn(mine, other);
  const client = await connectAsync(pulse.mqttUrl, {
    username: String(online["mqtt_username"]),
    password: String(online["mqtt_password"]),
  });
  const found = async (filter: string) =>
    (await call(pulse, "GET", `hardwares/search?site_id=${mine.id}&${filter}`, { token })).content.map(
      ({ name }) => name,
    );
  while ((await found("status=online")).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await found("status=online")).toEqual([body.name]);
  expect(await found("status=offline,never")).toEqual([other.name]);
  expect(await found(`floor_id=${mine.floorId}`)).toEqual([body.name]);
  expect(await found(`hardware_type_id=${types.get("RUUVI")!}`)).toEqual([other.name]);
  expect(await found("health=deaf")).toEqual([]);
  expect((await call(pulse, "GET", `hardwares/search?site_id=${mine.id}&status=asleep`, { token })).status).toBe(400);
  await client.endAsync(true);
});

test("a file of a site's gateways has the import's columns, and formulas in it are plain text", async () => {
  const mine = await aSite(pulse, customer);
  const body = bodyOf({ name: "- 1", floor_id: mine.floorId, properties: { alpha: 0.5 } });
  await makeIn(mine, body);
  const { headers, text } = await call(pulse, "GET", `hardwares/download?site_id=${mine.id}`, { token });
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="hardwares_Site-\d+_\d{8}_\d{8}\.csv"$/);
  expect(text.split("\r\n")).toEqual([
    "name,hardware_type,mac,building,floor,lat,lon,z,alpha,beta,gamma,measured_power,anchor_snap_radius",
    `'- 1,KKM,${body.mac},Main,Ground,51.9,4.4,,0.5,,,,`,
    "",
  ]);
});

test("a gateway's sightings are listed newest first, in pages, and as a file in a zone", async () => {
  const content = await makeIn(site, bodyOf());
  const heard = await anAsset(pulse, customer, site, { name: "Pump 1" });
  const alone = await anAsset(pulse, customer, site, { linked: false });
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute));
  const row = (minute: number, rssi: number, of = heard, assetId: string | null = heard.id) => ({
    tracker_id: of.trackerId,
    ts: at(minute),
    hardware_id: String(content["id"]),
    asset_id: assetId,
    rssi,
    rssi_min: rssi,
    rssi_max: rssi,
    count: 1,
  });
  await pulse.db
    .insertInto("sightings")
    .values([row(1, -59), row(2, -70), row(3, -80, alone, null)])
    .execute();
  const span = `start_time_utc=${at(1).toISOString()}&end_time_utc=${at(3).toISOString()}`;
  const path = `hardwares/${String(content["id"])}/asset-history?${span}`;
  const page = await call(pulse, "GET", `${path}&return_file=false&limit=2`, { token });
  expect(page.metadata).toEqual({ total_count: 3, current_page: 1, max_page: 2, limit: 2 });
  expect(page.content).toMatchObject([
    { tracker_id: alone.trackerId, asset_id: null, asset_name: null, rssi: -80, timestamp: at(3).toISOString() },
    { tracker_id: heard.trackerId, asset_id: heard.id, asset_name: "Pump 1", rssi: -70 },
  ]);
  const last = await call(pulse, "GET", `${path}&limit=2&page=2&site_id=${site.id}`, { token });
  expect(last.content).toMatchObject([{ rssi: -59, distance: 1 }]);
  const file = await call(pulse, "GET", `${path}&return_file=true&convert_to_timezone=Europe/Berlin`, { token });
  const lines = file.text.split("\r\n");
  expect(lines[0]).toBe("timestamp,identifier_name,asset_name,rssi,distance");
  expect(lines[1]).toMatch(/^2026-06-01T14:03:00\.000\+02:00,Tag \d+,,-80,/);
  expect(lines).toHaveLength(5);
  const wrong = await call(pulse, "GET", `${path}&return_file=true&convert_to_timezone=Mars/North`, { token });
  expect(wrong.status).toBe(400);
  expect((await call(pulse, "GET", `${path}&site_id=${(await aSite(pulse, customer)).id}`, { token })).status).toBe(
    404,
  );
});
