import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { localFrame } from "@pulse/geo/localFrame";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A gateway that is not near its floor is not used for positions, and shows that.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let types: Map<string, string>;
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  token = await aToken(pulse, customer, "Administrator");
  const { content } = await call(pulse, "GET", "hardwares/types", { token });
  types = new Map((content as unknown as HardwareType[]).map(({ type, id }) => [type, id]));
});
/** Its floor is 40 m wide from the site's own place to the east, and 25 m deep to the south. */
beforeEach(async () => {
  site = await aSite(pulse, customer);
});
afterAll(() => pulse.stop());

const make = async (place: object, type = "KKM"): Promise<Record<string, unknown>> => {
  const mac = `AC233F${(0x300000 + ++serial).toString(16).toUpperCase()}`.replace(/(..)(?=.)/g, "$1:");
  const body = { name: `Gateway ${serial}`, hardware_type_id: types.get(type), mac, ...place };
  const { status, content } = await call(pulse, "POST", `hardwares?site_id=${site.id}`, { token, body });
  expect(status).toBe(201);
  return content;
};
const read = async ({ id }: Record<string, unknown>) =>
  (await call(pulse, "GET", `hardwares/${String(id)}`, { token })).content;
const move = async ({ id }: Record<string, unknown>, body: object) =>
  (await call(pulse, "PUT", `hardwares/${String(id)}`, { token, body })).content;
const idsWith = async (health: string) => {
  const { content } = await call(pulse, "GET", `hardwares/search?site_id=${site.id}&health=${health}`, { token });
  return content.map(({ id }) => id);
};
/** Metres east and south of the site's own place. */
const at = (x: number, y: number) => localFrame(site.origin).toLatLon({ x, y: -y });

test("a gateway without a place is reported until it has one", async () => {
  const made = await make({ floor_id: site.floorId });
  expect(made).toMatchObject({ lat: 0, lon: 0, health: ["not_placed"], outside_floor_m: null });
  expect(await read(made)).toMatchObject({ health: ["not_placed"], outside_floor_m: null });
  expect(await idsWith("not_placed")).toEqual([made["id"]]);

  expect(await move(made, at(10, 10))).toMatchObject({ health: [], outside_floor_m: 0 });
  expect(await idsWith("not_placed")).toEqual([]);
});

test("two gateways are entered in each other's places together, each with a record of its own", async () => {
  const one = await make({ floor_id: site.floorId, ...at(10, 10), properties: { z: 3 } });
  const other = await make({ floor_id: site.floorId, ...at(30, 20) });
  const exchange = (body: object) =>
    call(pulse, "POST", `hardwares/${String(one["id"])}/exchange-places`, { token, body });
  const { status, content } = await exchange({ other_id: other["id"], version: 1, other_version: 1 });
  expect(status).toBe(200);
  const placed = ({ lat, lon, properties }: Record<string, unknown>) => ({
    lat,
    lon,
    z: (properties as { z?: number }).z,
  });
  expect(placed(await read(one))).toEqual(placed(other));
  expect(placed(await read(other))).toEqual(placed(one));
  expect((content as unknown as { id: string }[]).map(({ id }) => id)).toEqual([one["id"], other["id"]]);
  await pulse.settled();
  const entries = await pulse.db
    .selectFrom("audit_entries")
    .select(["entity_id", "action"])
    .where("entity_id", "in", [String(one["id"]), String(other["id"])])
    .where("action", "=", "update")
    .execute();
  expect(entries).toHaveLength(2);

  // Somebody has moved one of them since: neither changes.
  expect((await exchange({ other_id: other["id"], version: 2, other_version: 1 })).status).toBe(409);
  expect(placed(await read(one))).toEqual(placed(other));
  expect((await exchange({ other_id: one["id"] })).status).toBe(400);
  const elsewhere = await aSite(pulse, customer);
  const away = await call(pulse, "POST", `hardwares?site_id=${elsewhere.id}`, {
    token,
    body: { name: "Away", hardware_type_id: types.get("KKM"), mac: "AC:23:3F:30:FF:01" },
  });
  expect((await exchange({ other_id: away.content["id"] })).status).toBe(400);
});

test("a gateway far from its floor is reported with the distance, and one in the yard is healthy", async () => {
  const far = await make({ floor_id: site.floorId, ...at(1060, 10) });
  expect(far["health"]).toEqual(["far_from_floor"]);
  expect(Number(far["outside_floor_m"])).toBeCloseTo(1020, 0);
  const yard = await make({ floor_id: site.floorId, ...at(100, 10) });
  expect(yard["health"]).toEqual([]);
  expect(Number(yard["outside_floor_m"])).toBeCloseTo(60, 0);
  expect(await idsWith("far_from_floor,not_placed")).toEqual([far["id"]]);

  // What counts is the floor that it is on.
  expect(await move(far, { floor_id: null })).toMatchObject({ health: [], outside_floor_m: null });
});

test("a floor's drawn outline takes precedence over the extent of its image", async () => {
  const gateway = await make({ floor_id: site.floorId, ...at(35, 10) });
  expect(gateway).toMatchObject({ health: [], outside_floor_m: 0 });
  const outline = [at(0, 0), at(10, 0), at(10, 20), at(0, 20)];
  const path = `sites/${site.id}/floors/${site.floorId}/drawing`;
  expect((await call(pulse, "PUT", path, { token, body: { outline } })).status).toBe(200);
  expect(Number((await read(gateway))["outside_floor_m"])).toBeCloseTo(25, 0);
});

test("a mobile gateway needs no place and is not reported for it", async () => {
  expect(await make({}, "MOBILE")).toMatchObject({ health: [], outside_floor_m: null });
});
