import type { Endpoint } from "@pulse/contract/endpoint";
import { v7 as uuidv7 } from "uuid";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { aGateway, aGeofence, anAsset, aSchedule, aSite, aWebhook, type TestSite } from "./builders.ts";
import { aFailedMessage } from "./failedMessageActs.ts";
import { password } from "./people.ts";
import { aRole } from "./rights.ts";
import { anApiKey } from "./scheduleForms.ts";
import type { TestPulse } from "./testPulse.ts";

/** The values of a path's placeholders: `:id` and the like. */
type Named = Record<string, string>;

/** A site of a customer, with one thing of each noun that paths have named so far. */
export interface Place {
  customer: NewCustomer;
  site: TestSite;
  things: Map<string, Promise<Named>>;
}

/** A place whose site is in use, so that nobody can delete it. */
export async function aPlace(pulse: TestPulse, customer: NewCustomer): Promise<Place> {
  const site = await aSite(pulse, customer);
  await aGateway(pulse, customer, site, { x: 1, y: 1 });
  return { customer, site, things: new Map() };
}

type Make = (pulse: TestPulse, place: Place) => Promise<Named>;

/** Makes a thing, by the noun with which a path begins. */
const makers: Readonly<Record<string, Make>> = {
  assets: async (pulse, { customer, site }) => {
    const { id, trackerId } = await anAsset(pulse, customer, site);
    return { id, trackerId };
  },
  trackers: async (pulse, { customer, site }) => ({ id: (await anAsset(pulse, customer, site)).trackerId }),
  hardwares: async (pulse, { customer, site }) => ({ id: (await aGateway(pulse, customer, site, { x: 1, y: 1 })).id }),
  geofences: async (pulse, { customer, site }) => ({ id: (await aGeofence(pulse, customer, site)).id }),
  webhooks: async (pulse, { customer, site }) => {
    const { id } = await aWebhook(pulse, customer, site);
    return { id, deliveryId: id };
  },
  "failed-messages": async (pulse, { customer, site }) => {
    const { id: gatewayId } = await aGateway(pulse, customer, site, { x: 1, y: 1 });
    return { id: await aFailedMessage(pulse, { customer, site, gatewayId }) };
  },
  customers: async (_pulse, { customer }) => ({ id: customer.id }),
  users: async (pulse, { customer }) => ({ id: await anInvitedUser(pulse, customer) }),
  roles: async (pulse, { customer }) => ({ id: await aRole(pulse, customer, []) }),
  groups: async (pulse, { customer }) => {
    const id = uuidv7();
    await pulse.db.insertInto("user_groups").values({ id, customer_id: customer.id, name: id }).execute();
    return { id };
  },
  "api-keys": async (pulse, { customer }) => ({ id: await anApiKey(pulse, customer) }),
  "report-schedules": async (pulse, { customer }) => ({ id: await aSchedule(pulse, customer) }),
};

// Files, imports and reports do not exist here, so that a call that comes through gets 404.
const ofSite: Make = async (_pulse, { site }) => ({ id: site.id, floorId: site.floorId });

/** These belong to a customer, so a person reaches those of all its sites. */
const ofCustomers = new Set(["customers", "users", "roles", "groups", "api-keys", "report-schedules", "audit"]);

/** A person without rights, since nobody may change somebody who has more than themselves. */
async function anInvitedUser(pulse: TestPulse, customer: NewCustomer): Promise<string> {
  const id = uuidv7();
  const email = `${id}@pulse.test`;
  const { sub } = await pulse.identity.admin.createUser({ pool: "current", email, password, permanent: false });
  await pulse.db
    .insertInto("users")
    .values({
      id,
      customer_id: customer.id,
      identity_pool: pulse.identity.pools.current.userPoolId,
      identity_sub: sub,
      email,
      given_name: "Test",
      family_name: "Person",
      status: "invited",
    })
    .execute();
  return id;
}

const nounOf = ({ path }: Endpoint): string => path.split("/")[3] ?? "";

/** Whether a call to this endpoint says where it goes. */
export function namesPlace({ path, scope }: Endpoint): boolean {
  return scope !== "none" || path.includes(":id");
}

/** Whether a call to this endpoint says to which site it goes. */
export function namesSite(endpoint: Endpoint): boolean {
  return namesPlace(endpoint) && endpoint.scope !== "customer" && !ofCustomers.has(nounOf(endpoint));
}

/**
 * The path of an endpoint for a thing of this place. A call that may come through gets a `fresh` thing where it may change
 * or delete it.
 */
export async function pathTo(pulse: TestPulse, endpoint: Endpoint, place: Place, { fresh = false } = {}) {
  const thingOf = (noun: string): Promise<Named> => {
    const make = makers[noun] ?? ofSite;
    if (fresh && endpoint.method !== "GET") return make(pulse, place);
    const thing = place.things.get(noun) ?? make(pulse, place);
    place.things.set(noun, thing);
    return thing;
  };
  const named = endpoint.path.includes("/:id") ? await thingOf(nounOf(endpoint)) : {};
  const path = endpoint.path.replaceAll(/:(\w+)/g, (placeholder, name: string) => named[name] ?? placeholder);
  const query = {
    ...(endpoint.scope === "site" ? { site_id: place.site.id } : {}),
    ...(endpoint.scope === "customer" ? { customer_id: place.customer.id } : {}),
    ...(endpoint.id === "listAssetHistories" ? { asset_ids: (await thingOf("assets"))["id"]! } : {}),
    ...(endpoint.id === "getHeatmap" ? { floor_id: place.site.floorId } : {}),
    ...(endpoint.id === "search" ? { q: "a" } : {}),
  };
  return `${path}?${new URLSearchParams(query).toString()}`;
}

/** A shown place of an asset, 3 m up. */
export async function aLatestPosition(pulse: TestPulse, site: TestSite, assetId: string): Promise<void> {
  await pulse.db
    .insertInto("latest_positions")
    .values({
      tracker_id: uuidv7(),
      asset_id: assetId,
      site_id: site.id,
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
}
