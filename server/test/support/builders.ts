import { placementOf } from "@pulse/geo/floorPlan";
import { localFrame } from "@pulse/geo/localFrame";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import {
  newCustomer,
  type NewCustomer,
  type PredefinedRole,
} from "../../src/resources/customers/newCustomer.repository.ts";
import { hashSecret, newSecret, unusedMqttPair } from "../../src/platform/devices/secrets.ts";
import { identityCall, password } from "./people.ts";
import type { TestPulse } from "./testPulse.ts";

let serial = 0;

export function aCustomer(pulse: Pick<TestPulse, "db">, name = `Customer ${++serial}`): Promise<NewCustomer> {
  return newCustomer(pulse.db, { name, code: `C${String(++serial).padStart(4, "0")}` });
}

export interface TestSite {
  id: string;
  guid: string;
  floorId: string;
  origin: { lat: number; lon: number };
}

/** A site of one building and one floor, 40 × 25 m, whose image's top-left corner is the site's origin. */
export async function aSite(
  pulse: Pick<TestPulse, "db">,
  customer: NewCustomer,
  {
    name = `Site ${++serial}`,
    settings = {},
    selfCalibrating = true,
  }: { name?: string; settings?: object; selfCalibrating?: boolean } = {},
): Promise<TestSite> {
  const [id, guid, buildingId, floorId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const origin = { lat: 51.9, lon: 4.4 };
  await pulse.db
    .insertInto("sites")
    .values({
      id,
      guid,
      customer_id: customer.id,
      name,
      ...origin,
      settings: JSON.stringify(settings),
      self_calibrating: selfCalibrating,
      ...unusedMqttPair("site"),
    })
    .execute();
  await pulse.db.insertInto("buildings").values({ id: buildingId, site_id: id, name: "Main" }).execute();
  const { northWest, southEast } = placementOf(origin, 40, 25, 0);
  await pulse.db
    .insertInto("floors")
    .values({
      id: floorId,
      site_id: id,
      building_id: buildingId,
      name: "Ground",
      level: 0,
      nw_lat: northWest.lat,
      nw_lon: northWest.lon,
      se_lat: southEast.lat,
      se_lon: southEast.lon,
      ceiling_height_m: 4,
    })
    .execute();
  return { id, guid, floorId, origin };
}

export interface TestGateway {
  id: string;
  guid: string;
  mac: string;
  /** As in topics: 12 upper-case hex digits. */
  gmac: string;
  mqttGuid: string;
  username: string;
  password: string;
}

/** A KKM gateway at x metres east and y metres south of the site's origin. */
export async function aGateway(
  pulse: Pick<TestPulse, "db">,
  customer: NewCustomer,
  site: TestSite,
  { x, y }: { x: number; y: number },
): Promise<TestGateway> {
  const type = await pulse.db
    .selectFrom("hardware_types")
    .select("id")
    .where("type", "=", "KKM")
    .executeTakeFirstOrThrow();
  const gmac = `68B9D3${(0x100000 + ++serial).toString(16).toUpperCase()}`;
  const mac = gmac.replace(/(..)(?=.)/g, "$1:");
  const [id, guid, mqttGuid, mqttPassword] = [uuidv7(), uuidv7(), uuidv7(), newSecret()];
  const username = `gw-${gmac.toLowerCase()}`;
  await pulse.db
    .insertInto("hardwares")
    .values({
      id,
      guid,
      customer_id: customer.id,
      site_id: site.id,
      floor_id: site.floorId,
      name: `G-${serial}`,
      hardware_type_id: type.id,
      mac,
      ...localFrame(site.origin).toLatLon({ x, y: -y }),
      mqtt_guid: mqttGuid,
      mqtt_username: username,
      mqtt_secret_hash: hashSecret(mqttPassword),
    })
    .execute();
  return { id, guid, mac, gmac, mqttGuid, username, password: mqttPassword };
}

export interface TestAsset {
  id: string;
  guid: string;
  trackerId: string;
  trackerGuid: string;
  mac: string;
}

/** An asset with a tracker linked to it; `linked: false` leaves the tracker alone. */
export async function anAsset(
  pulse: Pick<TestPulse, "db">,
  customer: NewCustomer,
  site: TestSite,
  { name = `Asset ${++serial}`, linked = true }: { name?: string; linked?: boolean } = {},
): Promise<TestAsset> {
  const [id, guid, trackerId, trackerGuid] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const mac = `DD3404${(0x100000 + ++serial).toString(16).toUpperCase()}`.replace(/(..)(?=.)/g, "$1:");
  const place = { customer_id: customer.id, site_id: site.id };
  await pulse.db
    .insertInto("assets")
    .values({ id, guid, ...place, name, type: "Cart" })
    .execute();
  await pulse.db
    .insertInto("trackers")
    .values({
      id: trackerId,
      guid: trackerGuid,
      ...place,
      name: `Tag ${serial}`,
      type: "KKM",
      mac,
      mqtt_guid: uuidv7(),
      ...unusedMqttPair("tracker"),
    })
    .execute();
  if (linked)
    await pulse.db
      .insertInto("links")
      .values({ id: uuidv7(), asset_id: id, tracker_id: trackerId, linked_at: new Date(), linked_by: "test" })
      .execute();
  return { id, guid, trackerId, trackerGuid, mac };
}

/** A circle around a place x metres east and y metres south of the site's origin. */
export async function aGeofence(
  pulse: Pick<TestPulse, "db">,
  customer: NewCustomer,
  site: TestSite,
  { x = 10, y = 10, radius = 5, name = `Fence ${++serial}` } = {},
): Promise<{ id: string; name: string }> {
  const id = uuidv7();
  await pulse.db
    .insertInto("geofences")
    .values({
      id,
      guid: uuidv7(),
      customer_id: customer.id,
      site_id: site.id,
      name,
      type: "circle",
      shape: null,
      ...localFrame(site.origin).toLatLon({ x, y: -y }),
      radius,
      elevation_lower_bound: null,
      elevation_upper_bound: null,
      floor_ids: [],
      geofence_exit_timeout: null,
      sensitivity: "normal",
    })
    .execute();
  return { id, name };
}

/** A webhook of a site, with a delivery of the same id that is done. It is switched off, so nothing is sent. */
export async function aWebhook(
  pulse: Pick<TestPulse, "db">,
  customer: NewCustomer,
  site: TestSite,
): Promise<{ id: string }> {
  const id = uuidv7();
  const at = new Date();
  await pulse.db
    .insertInto("webhooks")
    .values({
      id,
      customer_id: customer.id,
      site_id: site.id,
      name: `Hook ${++serial}`,
      url: "https://hooks.example/",
      kinds: sql<string[]>`'{}'::text[]`,
      active: false,
      secret: "whsec_",
    })
    .execute();
  await pulse.db
    .insertInto("webhook_deliveries")
    .values({
      id,
      webhook_id: id,
      event_id: null,
      entity_key: id,
      entity_name: "Hook",
      type: "webhook.test",
      body: "{}",
      state: "done",
      at,
      next_try_at: at,
      give_up_at: at,
    })
    .execute();
  return { id };
}

/** A report of all sites that is made every night; nobody gets it. */
export async function aSchedule(pulse: Pick<TestPulse, "db">, customer: NewCustomer): Promise<string> {
  const id = uuidv7();
  await pulse.db
    .insertInto("report_schedules")
    .values({
      id,
      customer_id: customer.id,
      name: `Nightly ${++serial}`,
      report: "active-beacons",
      site_ids: [],
      every: "day",
      at_local: "02:30",
      weekday: null,
      day: null,
      zone: "UTC",
      recipients: [],
      active: true,
      next_at: new Date(Date.now() + 86_400_000),
    })
    .execute();
  return id;
}

/** Makes a person with a role (null: a superadmin) and returns their id token. */
export async function aToken(
  pulse: TestPulse,
  customer: NewCustomer | null,
  role: PredefinedRole | null,
  { devTools = false, siteIds }: { devTools?: boolean; siteIds?: string[] } = {},
): Promise<string> {
  const email = `person${++serial}@pulse.test`;
  const { sub } = await pulse.identity.admin.createUser({ pool: "current", email, password, permanent: true });
  let groupId = customer?.groupId ?? null;
  if (customer && siteIds) {
    groupId = uuidv7();
    await pulse.db
      .insertInto("user_groups")
      .values({ id: groupId, customer_id: customer.id, name: `Group ${++serial}` })
      .execute();
    for (const siteId of siteIds)
      await pulse.db.insertInto("group_sites").values({ user_group_id: groupId, site_id: siteId }).execute();
  }
  await pulse.db
    .insertInto("users")
    .values({
      id: uuidv7(),
      identity_pool: pulse.identity.pools.current.userPoolId,
      identity_sub: sub,
      email,
      given_name: "Test",
      family_name: "Person",
      customer_id: customer?.id ?? null,
      role_id: customer && role ? customer.roleIds[role] : null,
      user_group_id: groupId,
      is_superadmin: customer === null,
      dev_tool_enabled: devTools,
      status: "active",
    })
    .execute();
  const { status, body } = await identityCall(pulse, "InitiateAuth", {
    AuthFlow: "USER_PASSWORD_AUTH",
    ClientId: pulse.identity.pools.current.clientId,
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  const result = body["AuthenticationResult"] as { IdToken: string } | undefined;
  if (!result) throw new Error(`signing in failed with ${status}`);
  return result.IdToken;
}
