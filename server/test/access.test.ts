import { areas, lettersOf, type Need } from "@pulse/contract/access";
import type { Endpoint } from "@pulse/contract/endpoint";
import { endpoints } from "@pulse/contract/endpoints";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import {
  aCustomer,
  aGateway,
  aGeofence,
  anAsset,
  aSchedule,
  aSite,
  aToken,
  aWebhook,
  type TestSite,
} from "./support/builders.ts";
import { anApiKey } from "./support/scheduleForms.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Every route of the contract × every operation × own and other customer × own and other site.
let pulse: TestPulse;
interface Place {
  site: TestSite;
  siteId: string;
  floorId: string;
  assetId: string;
  trackerId: string;
  hardwareId: string;
  geofenceId: string;
  webhookId: string;
}
/** Things of a customer rather than of a site, made again for each endpoint, since some endpoints delete them. */
interface People {
  roleId: string;
  groupId: string;
  userId: string;
  keyId: string;
  scheduleId: string;
}
let own: Place & { customer: NewCustomer };
let other: typeof own;
let otherSite: Place;
const tokens = new Map<string, string>();
let superadmin: string;

const needs: Need[] = areas.flatMap((area) => lettersOf[area].map((letter) => ({ area, letter })));
const keyOf = ({ area, letter }: Need): string => `${area}.${letter}`;

async function place(customer: NewCustomer): Promise<Place> {
  const site = await aSite(pulse, customer);
  return { site, siteId: site.id, floorId: site.floorId, ...(await things(customer, site)) };
}

async function things(customer: NewCustomer, site: TestSite) {
  const gateway = await aGateway(pulse, customer, site, { x: 1, y: 1 });
  const asset = await anAsset(pulse, customer, site);
  const geofence = await aGeofence(pulse, customer, site);
  const webhook = await aWebhook(pulse, customer, site);
  return {
    assetId: asset.id,
    trackerId: asset.trackerId,
    hardwareId: gateway.id,
    geofenceId: geofence.id,
    webhookId: webhook.id,
  };
}

/** A place in which everything that an endpoint may delete is made anew. */
async function placeFor(endpoint: Endpoint, of: Place & { customer: NewCustomer }) {
  const ends = endpoint.method === "DELETE" || endpoint.path.endsWith("/archive");
  const mayGo = ends ? await things(of.customer, of.site) : {};
  return { ...of, ...mayGo, ...(await people(of.customer)) };
}

async function people(customer: NewCustomer): Promise<People> {
  const [roleId, groupId, userId] = [uuidv7(), uuidv7(), uuidv7()];
  const keyId = await anApiKey(pulse, customer);
  const scheduleId = await aSchedule(pulse, customer);
  const email = `${userId}@pulse.test`;
  const named = { customer_id: customer.id, name: userId };
  await pulse.db
    .insertInto("roles")
    .values({ id: roleId, ...named })
    .execute();
  await pulse.db
    .insertInto("user_groups")
    .values({ id: groupId, ...named })
    .execute();
  const { sub } = await pulse.identity.admin.createUser({
    pool: "current",
    email,
    password: "Pulse-test-1",
    permanent: false,
  });
  await pulse.db
    .insertInto("users")
    .values({
      id: userId,
      customer_id: customer.id,
      identity_pool: pulse.identity.pools.current.userPoolId,
      identity_sub: sub,
      email,
      given_name: "Test",
      family_name: "Person",
      status: "invited",
    })
    .execute();
  return { roleId, groupId, userId, keyId, scheduleId };
}

/** A role with one operation, and a person who has it and whose group opens only their own site. */
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
  superadmin = await aToken(pulse, null, null);
  for (const need of needs) tokens.set(keyOf(need), await tokenWith(need));
});
afterAll(() => pulse.stop());

/** The path of an endpoint for a thing of this place. */
function pathOf(endpoint: Endpoint, of: Place & { customer: NewCustomer } & People): string {
  const ids: Record<string, string> = {
    assets: of.assetId,
    trackers: of.trackerId,
    hardwares: of.hardwareId,
    geofences: of.geofenceId,
    webhooks: of.webhookId,
    customers: of.customer.id,
    users: of.userId,
    roles: of.roleId,
    groups: of.groupId,
    "api-keys": of.keyId,
    "report-schedules": of.scheduleId,
  };
  const path = endpoint.path
    .replace(":id", ids[endpoint.path.split("/")[3] ?? ""] ?? of.siteId)
    .replace(":floorId", of.floorId)
    .replace(":trackerId", of.trackerId)
    .replace(":deliveryId", of.webhookId);
  const query = {
    ...(endpoint.scope === "site" ? { site_id: of.siteId } : {}),
    ...(endpoint.scope === "customer" ? { customer_id: of.customer.id } : {}),
    ...(endpoint.id === "listAssetHistories" ? { asset_ids: of.assetId } : {}),
    ...(endpoint.id === "getHeatmap" ? { floor_id: of.floorId } : {}),
    ...(endpoint.id === "search" ? { q: "a" } : {}),
  };
  return `${path}?${new URLSearchParams(query).toString()}`;
}

function allows(endpoint: Endpoint, need: Need): boolean {
  const { access } = endpoint;
  if (access === "public" || access === "signedIn") return true;
  if (access === "superadmin") return false;
  const meets = (asked: Need): boolean => asked.area === need.area && asked.letter === need.letter;
  return "any" in access ? access.any.some(meets) : access.all.every(meets);
}

// Endpoints for devices are tested in principals.test.ts.
const guarded = endpoints.filter(({ principals }) => principals.includes("person"));
// Endpoints whose handlers check more than operations: developer tools, the bytes of a file.
const decidedInside = new Set([
  "listGatewayMessages",
  "explainTracker",
  "deleteCalibrationPoint",
  "getFile",
  "getCustomerMe",
  "enableMfa",
  "deleteSite",
  "getImport",
  "undoImport",
  "getReport",
  "deleteReport",
  "downloadReport",
]);

// A customer with sites cannot be deleted.
const forTheOwner = new Set(["deleteCustomer"]);

// These check for the developer tools before they look for the thing.
const forDevelopers = new Set(["listGatewayMessages", "explainTracker"]);

// These belong to a customer, so rights to a site do not matter.
const ofCustomers = new Set(["customers", "users", "roles", "groups", "api-keys", "report-schedules", "audit"]);

describe.each(guarded.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (_id, endpoint) => {
  let mine: Place & { customer: NewCustomer } & People;
  let theirs: typeof mine;
  beforeAll(async () => {
    mine = await placeFor(endpoint, own);
    theirs = await placeFor(endpoint, other);
  });

  test("refuses callers who are not signed in", async () => {
    const answer = await call(pulse, endpoint.method, pathOf(endpoint, mine));
    expect(answer.status).toBe(401);
    expect(answer.content["code"]).toBe("unauthorized");
  });

  test("admits exactly those with the required operation, and only to their own data", async () => {
    for (const need of needs) {
      const token = tokens.get(keyOf(need));
      const about = `${keyOf(need)} on ${endpoint.id}`;
      const answer = await call(pulse, endpoint.method, pathOf(endpoint, mine), { token });
      if (!allows(endpoint, need)) {
        expect([about, answer.status, answer.content["code"]]).toEqual([about, 403, "operation_not_allowed"]);
        continue;
      }
      if (endpoint.body || endpoint.upload) expect([401, 403, 404]).not.toContain(answer.status);
      else if (!decidedInside.has(endpoint.id)) expect([about, answer.status]).toEqual([about, endpoint.status]);
      if (endpoint.scope === "none" && !endpoint.path.includes(":id")) continue;
      const foreign = await call(pulse, endpoint.method, pathOf(endpoint, theirs), { token });
      expect([about, foreign.status]).toEqual([about, forDevelopers.has(endpoint.id) ? 403 : 404]);
      if (endpoint.scope === "customer" || ofCustomers.has(endpoint.path.split("/")[3] ?? "")) continue;
      const outside = await call(pulse, endpoint.method, pathOf(endpoint, { ...mine, ...otherSite }), { token });
      expect([about, outside.status]).toEqual([about, forDevelopers.has(endpoint.id) ? 403 : 404]);
    }
  });

  test("admits superadmins everywhere", async () => {
    for (const where of [await placeFor(endpoint, own), await placeFor(endpoint, other)]) {
      const answer = await call(pulse, endpoint.method, pathOf(endpoint, where), { token: superadmin });
      expect([401, 403]).not.toContain(answer.status);
      if (!endpoint.body && !endpoint.upload && !decidedInside.has(endpoint.id) && !forTheOwner.has(endpoint.id))
        expect([endpoint.id, answer.status]).toEqual([endpoint.id, endpoint.status]);
    }
  });
});

test("every endpoint of the contract is in the OpenAPI document", async () => {
  const document = JSON.parse((await call(pulse, "GET", "openapi.json")).text) as { paths: Record<string, object> };
  for (const endpoint of endpoints)
    expect(document.paths[endpoint.path.replace(/:(\w+)/g, "{$1}")]).toHaveProperty(endpoint.method.toLowerCase());
});

test("elevations are sent only to those who may read them", async () => {
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
  const ofAsset = ({ content }: typeof plain) => content.find((asset) => asset["asset_id"] === own.assetId);
  expect(ofAsset(plain)).toMatchObject({ lat: 1, lon: 2 });
  expect(plain.text).not.toContain("elevation");
  const administrator = await aToken(pulse, own.customer, "Administrator");
  const full = await call(pulse, "GET", `assets/live?site_id=${own.siteId}`, { token: administrator });
  expect(ofAsset(full)).toMatchObject({ elevation: 3 });
});

test("asset_management r alone shows where gateways are, but no credentials", async () => {
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
