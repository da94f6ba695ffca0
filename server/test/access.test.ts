import { areas, lettersOf } from "@pulse/contract/access";
import type { Endpoint } from "@pulse/contract/endpoint";
import { endpoints } from "@pulse/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aToken } from "./support/builders.ts";
import { aLatestPosition, aPlace, namesPlace, namesSite, pathTo, type Place } from "./support/namedThings.ts";
import { type Right, tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Every route of the contract × the operations that decide about it × own and other customer × own and other site.
//
// Rights only widen: an operation more never takes anything away (server/src/platform/access/mayCall.test.ts). So whoever comes
// through with the fewest sufficient operations comes through with any more of them, and whoever is refused with the most
// insufficient ones is refused with any fewer. These two kinds of roles decide about all 2^42.
let pulse: TestPulse;
let own: Place;
let other: Place;
let otherSite: Place;
let superadmin: string;

const all: Right[] = areas.flatMap((area) => lettersOf[area].map((letter): Right => `${area}.${letter}`));
const allBut = (without: readonly Right[]): Right[] => all.filter((right) => !without.includes(right));

/** The smallest roles that suffice for an endpoint, and the largest that do not. */
function decidingRoles({ access }: Endpoint): { sufficient: Right[][]; insufficient: Right[][] } {
  if (access === "public" || access === "signedIn") return { sufficient: [[]], insufficient: [] };
  if (access === "superadmin") return { sufficient: [], insufficient: [all] };
  const rights = ("any" in access ? access.any : access.all).map(({ area, letter }): Right => `${area}.${letter}`);
  return "any" in access
    ? { sufficient: rights.map((right) => [right]), insufficient: [allBut(rights)] }
    : { sufficient: [rights], insufficient: rights.map((right) => allBut([right])) };
}

const tokens = new Map<string, Promise<string>>();

/** A person with exactly these operations, whose group opens only their own site. */
function tokenFor(rights: readonly Right[]): Promise<string> {
  const key = rights.join(" ");
  const token = tokens.get(key) ?? tokenWith(pulse, own.customer, rights, { siteIds: [own.site.id] });
  tokens.set(key, token);
  return token;
}

beforeAll(async () => {
  pulse = await testPulse();
  const [mine, theirs] = [await aCustomer(pulse), await aCustomer(pulse)];
  own = await aPlace(pulse, mine);
  other = await aPlace(pulse, theirs);
  otherSite = await aPlace(pulse, mine);
  superadmin = await aToken(pulse, null, null);
});
afterAll(() => pulse.stop());

// Endpoints for devices are tested in principals.test.ts.
const guarded = endpoints.filter(({ principals }) => principals.includes("person"));

// These check for the developer tools before they look for the thing.
const forDevelopers = new Set(["listGatewayMessages", "explainTracker"]);

/** What endpoints answer whose handlers check more than operations, to people and to superadmins. */
const decidedInside: Readonly<Record<string, { person: number; superadmin: number }>> = {
  listGatewayMessages: { person: 403, superadmin: 200 },
  explainTracker: { person: 403, superadmin: 404 },
  enableMfa: { person: 400, superadmin: 400 },
  getCustomerMe: { person: 200, superadmin: 404 },
  // It is not set up in any place.
  getSso: { person: 404, superadmin: 404 },
  deleteSso: { person: 404, superadmin: 404 },
  testSso: { person: 404, superadmin: 404 },
  // Nobody has a session with such an id.
  endOwnSession: { person: 404, superadmin: 404 },
  deleteCustomer: { person: 403, superadmin: 409 },
  deleteSite: { person: 409, superadmin: 409 },
  ...Object.fromEntries(
    // There is no such thing in any place.
    ["getFile", "deleteCalibrationPoint", "getImport", "undoImport", "getReport", "deleteReport", "downloadReport"].map(
      (id) => [id, { person: 404, superadmin: 404 }],
    ),
  ),
};

/** Whether a call came through: all that is left to refuse it is what it sends. */
function expectThrough(endpoint: Endpoint, caller: "person" | "superadmin", status: number, about: string): void {
  const refusals = [401, 403, 404].map((code) => `${about}: ${code}`);
  if (endpoint.body || endpoint.upload) expect(refusals).not.toContain(`${about}: ${status}`);
  else expect([about, status]).toEqual([about, decidedInside[endpoint.id]?.[caller] ?? endpoint.status]);
}

const named = guarded.map((endpoint) => [endpoint.id, endpoint] as const);

test.each(named)("%s refuses callers who are not signed in", async (_id, endpoint) => {
  const answer = await call(pulse, endpoint.method, await pathTo(pulse, endpoint, own));
  expect([answer.status, answer.content["code"]]).toEqual([401, "unauthorized"]);
});

test.each(named.filter(([, endpoint]) => decidingRoles(endpoint).insufficient.length > 0))(
  "%s refuses people with every operation but those it needs",
  async (_id, endpoint) => {
    for (const rights of decidingRoles(endpoint).insufficient) {
      const about = `without ${allBut(rights).join(" or ")}`;
      const path = await pathTo(pulse, endpoint, own);
      const answer = await call(pulse, endpoint.method, path, { token: await tokenFor(rights) });
      expect([about, answer.status, answer.content["code"]]).toEqual([about, 403, "operation_not_allowed"]);
    }
  },
);

test.each(named.filter(([, endpoint]) => decidingRoles(endpoint).sufficient.length > 0))(
  "%s admits people with what it needs, and only to their own data",
  async (id, endpoint) => {
    for (const rights of [...decidingRoles(endpoint).sufficient, all]) {
      const about = `${id} with ${rights === all ? "every operation" : rights.join(" and ")}`;
      const token = await tokenFor(rights);
      const status = async (place: Place, options = {}): Promise<number> =>
        (await call(pulse, endpoint.method, await pathTo(pulse, endpoint, place, options), { token })).status;
      expectThrough(endpoint, "person", await status(own, { fresh: true }), about);
      const outOfReach = forDevelopers.has(id) ? 403 : 404;
      if (namesPlace(endpoint)) expect([about, await status(other)]).toEqual([about, outOfReach]);
      if (namesSite(endpoint)) expect([about, await status(otherSite)]).toEqual([about, outOfReach]);
    }
  },
);

test.each(named)("%s admits superadmins to the data of every customer", async (id, endpoint) => {
  for (const place of [own, other]) {
    const path = await pathTo(pulse, endpoint, place, { fresh: true });
    const answer = await call(pulse, endpoint.method, path, { token: superadmin });
    expectThrough(endpoint, "superadmin", answer.status, id);
  }
});

test("every endpoint with an answer of its own exists", () => {
  const ids = new Set(guarded.map(({ id }) => id));
  expect([...Object.keys(decidedInside), ...forDevelopers].filter((id) => !ids.has(id))).toEqual([]);
});

test("every endpoint of the contract is in the OpenAPI document", async () => {
  const document = JSON.parse((await call(pulse, "GET", "openapi.json")).text) as { paths: Record<string, object> };
  for (const endpoint of endpoints)
    expect(document.paths[endpoint.path.replace(/:(\w+)/g, "{$1}")]).toHaveProperty(endpoint.method.toLowerCase());
});

test("elevations are sent only to those who may read them", async () => {
  const asset = await anAsset(pulse, own.customer, own.site);
  await aLatestPosition(pulse, own.site, asset.id);
  const plain = await call(pulse, "GET", `assets/live?site_id=${own.site.id}`, {
    token: await tokenFor(["asset_management.r"]),
  });
  const ofAsset = ({ content }: typeof plain) => content.find((each) => each["asset_id"] === asset.id);
  expect(ofAsset(plain)).toMatchObject({ lat: 1, lon: 2 });
  expect(plain.text).not.toContain("elevation");
  const administrator = await aToken(pulse, own.customer, "Administrator");
  const full = await call(pulse, "GET", `assets/live?site_id=${own.site.id}`, { token: administrator });
  expect(ofAsset(full)).toMatchObject({ elevation: 3 });
});

test("the right asset_management r alone shows where gateways are, but no credentials", async () => {
  const reduced = await call(pulse, "GET", `hardwares?site_id=${own.site.id}`, {
    token: await tokenFor(["asset_management.r"]),
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
  const full = await call(pulse, "GET", `hardwares?site_id=${own.site.id}`, {
    token: await tokenFor(["hardware_management.r"]),
  });
  expect(full.content[0]).toHaveProperty("mqtt_username");
  expect(full.text).not.toMatch(/secret|password/);
});
