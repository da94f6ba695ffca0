import { areas, lettersOf, type Need } from "@pulse/contract/access";
import type { Endpoint } from "@pulse/contract/endpoint";
import { endpoints } from "@pulse/contract/endpoints";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/customers/newCustomer.ts";
import { call } from "./api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken } from "./builders.ts";
import { testPulse, type TestPulse } from "./testPulse.ts";

// Every route of the contract × every operation × own and other customer × own and other site.
let pulse: TestPulse;
let own: { customer: NewCustomer; siteId: string; assetId: string; hardwareId: string };
let other: typeof own;
let otherSite: { siteId: string; assetId: string; hardwareId: string };
const tokens = new Map<string, string>();

const needs: Need[] = areas.flatMap((area) => lettersOf[area].map((letter) => ({ area, letter })));
const keyOf = ({ area, letter }: Need): string => `${area}.${letter}`;

async function place(customer: NewCustomer) {
  const site = await aSite(pulse, customer);
  const [gateway, asset] = [
    await aGateway(pulse, customer, site, { x: 1, y: 1 }),
    await anAsset(pulse, customer, site),
  ];
  return { siteId: site.id, assetId: asset.id, hardwareId: gateway.id };
}

/** A role with one operation, and somebody in it whose group opens the own site alone. */
async function tokenWith(need: Need): Promise<string> {
  const roleId = uuidv7();
  await pulse.db
    .insertInto("roles")
    .values({ id: roleId, customer_id: own.customer.id, name: keyOf(need) })
    .execute();
  const { id } = await pulse.db
    .selectFrom("operations")
    .select("id")
    .where("area", "=", need.area)
    .where("letter", "=", need.letter)
    .executeTakeFirstOrThrow();
  await pulse.db.insertInto("role_operations").values({ role_id: roleId, operation_id: id }).execute();
  const customer = { ...own.customer, roleIds: { ...own.customer.roleIds, Viewer: roleId } };
  return aToken(pulse, customer, "Viewer", { siteIds: [own.siteId] });
}

beforeAll(async () => {
  pulse = await testPulse();
  const [mine, theirs] = [await aCustomer(pulse), await aCustomer(pulse)];
  own = { customer: mine, ...(await place(mine)) };
  other = { customer: theirs, ...(await place(theirs)) };
  otherSite = await place(mine);
  for (const need of needs) tokens.set(keyOf(need), await tokenWith(need));
});
afterAll(() => pulse.stop());

/** The path of an endpoint for a thing of this place. */
function pathOf(
  endpoint: Endpoint,
  of: { siteId: string; assetId: string; hardwareId: string; customer?: NewCustomer },
): string {
  const noun = endpoint.path.split("/")[3];
  const id =
    noun === "assets"
      ? of.assetId
      : noun === "hardwares"
        ? of.hardwareId
        : noun === "customers"
          ? of.customer?.id
          : of.siteId;
  const path = endpoint.path.replace(":id", id ?? uuidv7());
  const extra = endpoint.id === "listAssetHistories" ? `&asset_ids=${of.assetId}` : "";
  return endpoint.scope === "site" ? `${path}?site_id=${of.siteId}${extra}` : path;
}

function allows(endpoint: Endpoint, need: Need): boolean {
  const { access } = endpoint;
  if (access === "public" || access === "signedIn") return true;
  if (access === "superadmin") return false;
  const meets = (asked: Need): boolean => asked.area === need.area && asked.letter === need.letter;
  return "any" in access ? access.any.some(meets) : access.all.every(meets);
}

const guarded = endpoints.filter((endpoint) => endpoint.access !== "public");
// What its own handler decides beyond the letters: developer tools, bytes of a file.
const decidedInside = new Set([
  "listGatewayMessages",
  "explainTracker",
  "deleteCalibrationPoint",
  "getFile",
  "getCustomerMe",
  "enableMfa",
]);

// These ask for the developer tools before they say whether there is such a thing.
const forDevelopers = new Set(["listGatewayMessages", "explainTracker"]);

describe.each(guarded.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (_id, endpoint) => {
  test("refuses who is not signed in", async () => {
    const answer = await call(pulse, endpoint.method, pathOf(endpoint, own));
    expect(answer.status).toBe(401);
    expect(answer.content["code"]).toBe("unauthorized");
  });

  test("lets in exactly those whose operation it asks for, and only to their own site", async () => {
    for (const need of needs) {
      const token = tokens.get(keyOf(need));
      const about = `${keyOf(need)} on ${endpoint.id}`;
      const mine = await call(pulse, endpoint.method, pathOf(endpoint, own), { token });
      if (!allows(endpoint, need)) {
        expect([about, mine.status, mine.content["code"]]).toEqual([about, 403, "operation_not_allowed"]);
        continue;
      }
      if (endpoint.body) expect([401, 403]).not.toContain(mine.status);
      else if (!decidedInside.has(endpoint.id)) expect([about, mine.status]).toEqual([about, endpoint.status]);
      if (endpoint.scope !== "site" && !endpoint.path.includes(":id")) continue;
      const foreign = await call(pulse, endpoint.method, pathOf(endpoint, other), { token });
      expect([about, foreign.status]).toEqual([about, forDevelopers.has(endpoint.id) ? 403 : 404]);
      if (endpoint.path.includes("/customers/")) continue;
      const outside = await call(pulse, endpoint.method, pathOf(endpoint, otherSite), { token });
      expect([about, outside.status]).toEqual([about, forDevelopers.has(endpoint.id) ? 403 : 404]);
    }
  });
});

test("every endpoint of the contract is served, and the document describes each of them", async () => {
  const document = JSON.parse((await call(pulse, "GET", "openapi.json")).text) as { paths: Record<string, object> };
  for (const endpoint of endpoints)
    expect(document.paths[endpoint.path.replace(/:(\w+)/g, "{$1}")]).toHaveProperty(endpoint.method.toLowerCase());
});

test("an elevation reaches only who may read it", async () => {
  await pulse.db
    .insertInto("latest_positions")
    .values({
      tracker_id: uuidv7(),
      asset_id: own.assetId,
      site_id: own.siteId,
      building_id: null,
      floor_id: null,
      ts: new Date(),
      end_ts: new Date(),
      lat: 1,
      lon: 2,
      elevation: 3,
      accuracy: 1,
      accuracy_outer: 2,
      mechanism: "TRILATERATED",
      moving: false,
      nearest_hardware_id: null,
      nearest_dis: null,
      signal_strength: null,
      shown: true,
    })
    .execute();
  const plain = await call(pulse, "GET", `assets/live?site_id=${own.siteId}`, {
    token: tokens.get("asset_management.r"),
  });
  expect(plain.content[0]).toMatchObject({ lat: 1, lon: 2 });
  expect(plain.text).not.toContain("elevation");
  const administrator = await aToken(pulse, own.customer, "Administrator");
  const full = await call(pulse, "GET", `assets/live?site_id=${own.siteId}`, { token: administrator });
  expect(full.content[0]).toMatchObject({ elevation: 3 });
});

test("asset_management r alone sees where gateways hang and nothing that opens them", async () => {
  const reduced = await call(pulse, "GET", `hardwares?site_id=${own.siteId}`, {
    token: tokens.get("asset_management.r"),
  });
  expect(Object.keys(reduced.content[0]!).toSorted()).toEqual([
    "floor_id",
    "guid",
    "hardware_type",
    "id",
    "last_updated",
    "lat",
    "location",
    "lon",
    "name",
    "status",
  ]);
  const full = await call(pulse, "GET", `hardwares?site_id=${own.siteId}`, {
    token: tokens.get("hardware_management.r"),
  });
  expect(full.content[0]).toHaveProperty("mqtt_username");
  expect(full.text).not.toMatch(/secret|password/);
});
