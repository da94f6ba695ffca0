import { distanceM, type LatLon } from "@pulse/geo/latLon";
import { localFrame, type LocalFrame } from "@pulse/geo/localFrame";
import type { Section } from "@pulse/contract/fields";
import { CustomerConfig } from "@pulse/contract/customers";
import { SiteSettings } from "@pulse/contract/sites";
import { type Anchor, buildSiteModel, inheritHearing, type SiteModel } from "@pulse/positioning/siteModel";
import type { Kysely, Selectable } from "kysely";
import type { Bus, GatewayPlace } from "../adapters/bus/bus.ts";
import type { Database, HardwaresTable } from "../adapters/database/schema.ts";
import { stillValid } from "../calibration/storedCalibration.ts";
import { elevationsOf, planOf } from "../sites/floorGeometry.ts";
import type { DeviceStatus } from "../ingest/deviceStatus.ts";
import { type MobileGateways, moveGateway, storedPlaces, unplacedGateways } from "./mobileGateways.ts";
import type { SitePlan } from "./sitePlan.ts";

/** What is known of a tracker's strength before it is heard: its make, and what was learned of it (dB). */
export interface KnownTag {
  make: string;
  offsetDb: number | null;
}

/** A site as the live path needs it: the engine's model, the way back to the world, and names. */
export interface LiveSite {
  id: string;
  guid: string;
  name: string;
  customerId: string;
  customerGuid: string;
  model: SiteModel;
  plan: SitePlan;
  mobile: MobileGateways;
  /** Whether it may learn from its own traffic now. */
  selfCalibrating: boolean;
  tags: ReadonlyMap<string, KnownTag>;
  frame: LocalFrame;
  gateways: ReadonlyMap<string, { guid: string; name: string }>;
  floors: ReadonlyMap<string, { buildingId: string; sections: Section[] }>;
}

export interface SiteModels {
  /** Null: there is no such site. */
  of(siteId: string): Promise<LiveSite | null>;
  /** The model when it is in memory; undefined starts the reading of it. */
  ready(siteId: string): LiveSite | null | undefined;
  /** Waits until what was announced as changed has been read. */
  settled(): Promise<void>;
  /** A mobile gateway has told its place; `stayed`: it is where it was. */
  move(place: GatewayPlace): "moved" | "stayed";
}

/** A mobile gateway's newest place, and where it was when it last counted as moved. */
interface KnownPlace {
  place: GatewayPlace;
  since: LatLon;
  /** Lists and maps have been told. */
  told: boolean;
}

/** What a gateway has heard within this of where it is now was as good as heard here, m. */
const stayedM = 5;

/** Site models in memory, built when first asked for and again after the bus says `changed`. */
export function siteModels(parts: {
  db: Kysely<Database>;
  bus: Bus;
  status: Pick<DeviceStatus, "moved">;
  problem(error: unknown): void;
}): SiteModels {
  const { db, bus, status } = parts;
  const places = new Map<string, KnownPlace>();
  /** False: that place is of no use. */
  const settle = (site: LiveSite, known: KnownPlace): boolean => {
    const { hardwareId, atMs, lat, lon, accuracyM } = known.place;
    const moved = moveGateway(site, known.place);
    if (moved && !known.told) status.moved(hardwareId, { atMs, lat, lon, accuracyM, ...moved });
    known.told = true;
    return moved !== null;
  };
  const models = new Map<string, { site: Promise<LiveSite | null>; ready: LiveSite | null | undefined }>();
  const read = (
    siteId: string,
    stale?: LiveSite | null,
  ): { site: Promise<LiveSite | null>; ready: LiveSite | null | undefined } => {
    // While a new model is read the old one goes on serving.
    const entry = { site: readSite(db, siteId), ready: stale };
    models.set(siteId, entry);
    entry.site.then(
      (site) => {
        if (site && stale) inheritHearing(site.model, stale.model);
        if (site) {
          // After a restart gateways are where they were, until they tell anything newer.
          for (const place of site.mobile.stored)
            if (!places.has(place.hardwareId)) places.set(place.hardwareId, { place, since: place, told: true });
          for (const known of places.values()) if (known.place.siteId === site.id) settle(site, known);
        }
        entry.ready = site;
      },
      (error: unknown) => {
        if (models.get(siteId) === entry) models.delete(siteId);
        parts.problem(error);
      },
    );
    return entry;
  };
  bus.subscribe("changed", ({ kind, siteId, customerId }) => {
    const isMeant = (id: string, site: LiveSite | null | undefined): boolean =>
      kind === "everything" || siteId === id || (kind === "customer" && site?.customerId === customerId);
    for (const [id, entry] of models) if (isMeant(id, entry.ready)) read(id, entry.ready);
  });
  const ready = (siteId: string): LiveSite | null | undefined => (models.get(siteId) ?? read(siteId)).ready;
  return {
    of: (siteId) => (models.get(siteId) ?? read(siteId)).site,
    ready,
    settled: async () => {
      await Promise.allSettled([...models.values()].map(({ site }) => site));
    },
    move: (place) => {
      const before = places.get(place.hardwareId);
      const stayed = before?.place.siteId === place.siteId && distanceM(before.since, place) < stayedM;
      const known = { place, since: stayed ? before.since : place, told: false };
      const site = ready(place.siteId);
      if (site && !settle(site, known)) return "stayed";
      places.set(place.hardwareId, known);
      return stayed ? "stayed" : "moved";
    },
  };
}

async function readSite(db: Kysely<Database>, siteId: string): Promise<LiveSite | null> {
  const site = await db
    .selectFrom("sites as s")
    .innerJoin("customers as c", "c.id", "s.customer_id")
    .select(["s.id", "s.guid", "s.name", "s.customer_id", "s.lat", "s.lon", "s.settings", "s.self_calibrating"])
    .select(["c.guid as customer_guid", "c.config"])
    .where("s.id", "=", siteId)
    .executeTakeFirst();
  if (!site) return null;
  const floors = await db
    .selectFrom("floors as f")
    .innerJoin("buildings as b", "b.id", "f.building_id")
    .selectAll("f")
    .select("b.name as building_name")
    .where("b.site_id", "=", siteId)
    .execute();
  const hardwares = await db
    .selectFrom("hardwares as h")
    .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
    .selectAll("h")
    .select("t.mobile")
    .where("h.site_id", "=", siteId)
    .where("h.deleted_at", "is", null)
    .execute();

  const calibration = await db
    .selectFrom("calibrations")
    .select("data")
    .where("site_id", "=", siteId)
    .where("active", "=", true)
    .executeTakeFirst();
  const trackers = await db
    .selectFrom("trackers")
    .select(["id", "type", "tag_offset_db", "tag_offset_version"])
    .where("site_id", "=", siteId)
    .where("deleted_at", "is", null)
    .execute();

  const settings = SiteSettings.parse(site.settings);
  const config = CustomerConfig.parse(site.config);
  const frame = localFrame({ lat: site.lat, lon: site.lon });
  const elevations = elevationsOf(floors);
  const plan: SitePlan = {
    floors: floors.map((floor) => ({
      id: floor.id,
      level: floor.level,
      elevationM: elevations.get(floor.id) ?? 0,
      // No walls are known: the outline is the image's extent (checklist, Positions).
      outline: planOf(floor).corners.map((corner) => frame.toLocal(corner)),
    })),
    anchors: hardwares
      .filter((hardware) => hardware.floor_id !== null && !hardware.mobile)
      .map((hardware) => ({
        ...frame.toLocal({ lat: hardware.lat, lon: hardware.lon }),
        floor: hardware.floor_id!,
        ...radioOf(hardware),
      })),
    settings: {
      mechanism: settings.locationUpdateMech ?? config.identifierLocationUpdateMechanism,
      anchorSnapRadiusM: settings.anchorSnapRadius,
      locationAccuracyThresholdM: settings.locationAccuracyThreshold,
      ignoreMovingTracker: settings.ignoreMovingTracker,
    },
  };
  const used = calibration ? stillValid(calibration.data, plan) : null;
  const mobile = hardwares.filter((hardware) => hardware.mobile);
  return {
    id: site.id,
    guid: site.guid,
    name: site.name,
    customerId: site.customer_id,
    customerGuid: site.customer_guid,
    model: buildSiteModel({ ...plan, calibration: used }),
    plan,
    mobile: {
      intervalMs: settings.mobileGatewayInterval,
      durationMs: settings.mobileGatewayDuration,
      unplaced: unplacedGateways(plan, mobile.map(radioOf), used),
      stored: storedPlaces(mobile),
      accuracyM: new Map(),
    },
    selfCalibrating: site.self_calibrating && (used === null || used.level === 1),
    tags: new Map(
      trackers.map((row) => [
        row.id,
        // What was learned under another law would mislead under this one.
        { make: row.type, offsetDb: row.tag_offset_version === (used?.version ?? 0) ? row.tag_offset_db : null },
      ]),
    ),
    frame,
    gateways: new Map(hardwares.map((hardware) => [hardware.id, { guid: hardware.guid, name: hardware.name }])),
    floors: new Map(
      floors.map((floor) => [
        floor.id,
        {
          buildingId: floor.building_id,
          sections: [
            { kind: "building", id: floor.building_id, name: floor.building_name },
            { kind: "floor", id: floor.id, name: floor.name },
          ],
        },
      ]),
    ),
  };
}

/** What of a gateway counts wherever it is. */
function radioOf(hardware: Selectable<HardwaresTable>): Omit<Anchor, "x" | "y" | "floor"> {
  return {
    id: hardware.id,
    z: hardware.z,
    measuredPower: hardware.measured_power,
    alpha: hardware.alpha,
    beta: hardware.beta,
    gamma: hardware.gamma,
    snapRadiusM: hardware.anchor_snap_radius,
  };
}
