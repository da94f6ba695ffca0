import { localFrame, type LocalFrame } from "@pulse/geo/localFrame";
import type { Section } from "@pulse/contract/fields";
import { CustomerConfig } from "@pulse/contract/customers";
import { SiteSettings } from "@pulse/contract/sites";
import { buildSiteModel, inheritHearing, type SiteModel } from "@pulse/positioning/siteModel";
import type { Kysely } from "kysely";
import type { Bus } from "../adapters/bus/bus.ts";
import type { Database } from "../adapters/database/schema.ts";
import { stillValid } from "../calibration/storedCalibration.ts";
import { elevationsOf, planOf } from "../sites/floorGeometry.ts";
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
  customerId: string;
  customerGuid: string;
  model: SiteModel;
  plan: SitePlan;
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
}

/** Site models in memory, built when first asked for and again after the bus says `changed`. */
export function siteModels(db: Kysely<Database>, bus: Bus, onError: (error: unknown) => void): SiteModels {
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
        entry.ready = site;
      },
      (error: unknown) => {
        if (models.get(siteId) === entry) models.delete(siteId);
        onError(error);
      },
    );
    return entry;
  };
  bus.subscribe("changed", ({ siteId }) => {
    for (const [id, entry] of models) if (siteId === null || siteId === id) read(id, entry.ready);
  });
  return {
    of: (siteId) => (models.get(siteId) ?? read(siteId)).site,
    ready: (siteId) => (models.get(siteId) ?? read(siteId)).ready,
  };
}

async function readSite(db: Kysely<Database>, siteId: string): Promise<LiveSite | null> {
  const site = await db
    .selectFrom("sites as s")
    .innerJoin("customers as c", "c.id", "s.customer_id")
    .select(["s.id", "s.guid", "s.customer_id", "s.lat", "s.lon", "s.settings", "s.self_calibrating"])
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
    .selectFrom("hardwares")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("deleted_at", "is", null)
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
      .filter((hardware) => hardware.floor_id !== null)
      .map((hardware) => ({
        id: hardware.id,
        ...frame.toLocal({ lat: hardware.lat, lon: hardware.lon }),
        z: hardware.z,
        floor: hardware.floor_id!,
        measuredPower: hardware.measured_power,
        alpha: hardware.alpha,
        beta: hardware.beta,
        gamma: hardware.gamma,
        snapRadiusM: hardware.anchor_snap_radius,
      })),
    settings: {
      mechanism: settings.locationUpdateMech ?? config.identifierLocationUpdateMechanism,
      anchorSnapRadiusM: settings.anchorSnapRadius,
      locationAccuracyThresholdM: settings.locationAccuracyThreshold,
      ignoreMovingTracker: settings.ignoreMovingTracker,
    },
  };
  const used = calibration ? stillValid(calibration.data, plan) : null;
  return {
    id: site.id,
    guid: site.guid,
    customerId: site.customer_id,
    customerGuid: site.customer_guid,
    model: buildSiteModel({ ...plan, calibration: used }),
    plan,
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
