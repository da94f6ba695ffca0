import type { Section } from "@pulse/contract/fields";
import { CustomerConfig } from "@pulse/contract/customers";
import { SiteSettings } from "@pulse/contract/sites";
import { distanceM, type LatLon } from "@pulse/geo/latLon";
import { localFrame, type LocalFrame } from "@pulse/geo/localFrame";
import { recordedModelShifts } from "@pulse/positioning/learn/modelShifts";
import type { Anchor, FloorModel } from "@pulse/positioning/model/placedSite";
import { buildSiteModel, inheritLearning, type SiteModel } from "@pulse/positioning/engine/siteModel";
import type { Selectable } from "kysely";
import type { HardwaresTable } from "../../platform/database/tables/gateways.ts";
import { validCalibration } from "../calibration/storedCalibration.ts";
import { elevationsOf, planOf } from "../places/floorGeometry.ts";
import type { SiteTables } from "./siteTables.ts";
import { type MobileGateways, storedPlaces, unplacedGateways } from "./mobileGateways.ts";
import { isPlaced, outlineOf, type SitePlan } from "./sitePlan.ts";
import type { CalibrationRow, FloorRow, GatewayRow, KnownTag, SiteRow } from "./siteRows.repository.ts";

/** A site as the live path needs it: the engine's model, the way back to coordinates on Earth, and names. */
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
  /** The names of rooms by id. */
  floors: ReadonlyMap<string, { buildingId: string; sections: Section[]; rooms: ReadonlyMap<string, string> }>;
  /** What its model was built from, as text: equal texts make equal models. */
  builtFrom: string;
}

/** The stored parts of a site that the live path needs. */
export interface SiteRows {
  site: SiteRow;
  floors: readonly FloorRow[];
  gateways: ReadonlyMap<string, GatewayRow>;
  calibration: CalibrationRow | null;
  tags: ReadonlyMap<string, KnownTag>;
}

/**
 * Builds a site. The old model stays, with all it has learned, if nothing that it is built from has changed; a new one
 * takes over what was heard until it is ready.
 * @param earlierCalibrations reads the calibrations before the one in use, under which trackers' strengths were learned; needed
 * only for the first model
 */
export async function liveSiteOf(
  rows: SiteRows,
  previous: LiveSite | null | undefined,
  tables: Pick<SiteTables, "of">,
  earlierCalibrations: () => Promise<readonly Pick<CalibrationRow, "data">[]>,
): Promise<LiveSite> {
  const { site, floors, calibration } = rows;
  const hardwares = [...rows.gateways.values()];
  const settings = SiteSettings.parse(site.settings);
  const frame = localFrame(originOf(rows));
  const mobile = hardwares.filter((hardware) => hardware.mobile);
  const plan = sitePlanOf(rows, settings, frame);
  const builtFrom = JSON.stringify([plan, mobile.map(radioOf), calibration?.version ?? null]);
  const built: Built =
    previous?.builtFrom === builtFrom ? previous : await builtAnew(plan, mobile, calibration, tables);
  if (previous && built !== previous) inheritLearning(built.model, previous.model);
  else if (!previous) {
    const laws = (await earlierCalibrations()).map(({ data }) => validCalibration(data, built.plan));
    built.model.learning.modelShifts = recordedModelShifts(built.model, built.plan.anchors, [...laws, null]);
  }
  const used = built.model.calibration;
  return {
    id: site.id,
    guid: site.guid,
    name: site.name,
    customerId: site.customer_id,
    customerGuid: site.customer_guid,
    model: built.model,
    plan: built.plan,
    mobile: {
      intervalMs: settings.mobileGatewayInterval,
      durationMs: settings.mobileGatewayDuration,
      unplaced: built.mobile.unplaced,
      stored: storedPlaces(mobile),
      accuracyM: built.mobile.accuracyM,
    },
    selfCalibrating: site.self_calibrating && (used === null || used.level === 1),
    tags: rows.tags,
    frame,
    gateways: new Map(hardwares.map((hardware) => [hardware.id, { guid: hardware.guid, name: hardware.name }])),
    floors: new Map(
      floors.map((floor) => [
        floor.id,
        { buildingId: floor.building_id, sections: sectionsOf(floor), rooms: roomNames(floor) },
      ]),
    ),
    builtFrom,
  };
}

/** Kept from one site to the next as long as it is built from the same data. */
type Built = Pick<LiveSite, "model" | "plan"> & { mobile: Pick<MobileGateways, "unplaced" | "accuracyM"> };

async function builtAnew(
  plan: SitePlan,
  mobile: readonly GatewayRow[],
  calibration: CalibrationRow | null,
  tables: Pick<SiteTables, "of">,
): Promise<Built> {
  const used = calibration && validCalibration(calibration.data, plan);
  const ready = await tables.of(plan, used);
  return {
    plan,
    model: buildSiteModel({ ...plan, calibration: used, tables: ready }),
    mobile: { unplaced: unplacedGateways(plan, mobile.map(radioOf), used), accuracyM: new Map() },
  };
}

/** A flat frame is accurate this far from its origin, m. */
const frameM = 5000;
/** An origin taken from the floors is rounded to this part of a degree, so that it stays when one of them is edited. */
const perDegree = 100;

/** The site's own place or, if that was never set or its floors are elsewhere, the place of its floors. */
export function originOf({ site, floors }: Pick<SiteRows, "site" | "floors">): LatLon {
  const corners = floors.flatMap((floor) => planOf(floor).corners);
  if (corners.length === 0) return { lat: site.lat, lon: site.lon };
  const mean = (of: (corner: LatLon) => number): number =>
    corners.reduce((sum, corner) => sum + of(corner), 0) / corners.length;
  const middle = { lat: mean(({ lat }) => lat), lon: mean(({ lon }) => lon) };
  if (distanceM(site, middle) <= frameM) return { lat: site.lat, lon: site.lon };
  return { lat: Math.round(middle.lat * perDegree) / perDegree, lon: Math.round(middle.lon * perDegree) / perDegree };
}

function roomNames({ drawing }: FloorRow): ReadonlyMap<string, string> {
  return new Map((drawing.rooms ?? []).map(({ id, name }) => [id, name]));
}

function sectionsOf(floor: FloorRow): Section[] {
  return [
    { kind: "building", id: floor.building_id, name: floor.building_name },
    { kind: "floor", id: floor.id, name: floor.name },
  ];
}

function sitePlanOf({ site, floors, gateways }: SiteRows, settings: SiteSettings, frame: LocalFrame): SitePlan {
  const config = CustomerConfig.parse(site.config);
  const elevations = elevationsOf([...floors]);
  const areMobile = [...gateways.values()].some(({ mobile }) => mobile);
  return {
    origin: frame.origin,
    floors: floors.map((floor) => ({
      id: floor.id,
      level: floor.level,
      elevationM: elevations.get(floor.id) ?? 0,
      ...reachOf(floor, frame, areMobile),
    })),
    rooms: floors.flatMap((floor) =>
      (floor.drawing.rooms ?? []).map(({ id, area }) => ({
        id,
        floor: floor.id,
        outline: area.map((corner) => frame.toLocal(corner)),
      })),
    ),
    walls: floors.flatMap((floor) =>
      (floor.drawing.walls ?? []).map(({ points, lossDb }) => ({
        floor: floor.id,
        points: points.map((point) => frame.toLocal(point)),
        lossDb,
      })),
    ),
    anchors: anchorsOf([...gateways.values()], frame),
    settings: {
      mechanism: settings.locationUpdateMech ?? config.identifierLocationUpdateMechanism,
      anchorSnapRadiusM: settings.anchorSnapRadius,
      locationAccuracyThresholdM: settings.locationAccuracyThreshold,
      ignoreMovingTracker: settings.ignoreMovingTracker,
    },
  };
}

/** The gateways that have a place of their own, in the site's frame. */
export function anchorsOf(gateways: readonly GatewayRow[], frame: LocalFrame): Anchor[] {
  return gateways
    .filter((hardware) => hardware.floor_id !== null && !hardware.mobile && isPlaced(hardware))
    .map((hardware) => ({
      ...frame.toLocal({ lat: hardware.lat, lon: hardware.lon }),
      floor: hardware.floor_id!,
      ...radioOf(hardware),
    }));
}

/** How far a floor reaches: its outline, or what is known without one. */
function reachOf(
  floor: FloorRow,
  frame: LocalFrame,
  areMobile: boolean,
): Omit<FloorModel, "id" | "level" | "elevationM"> {
  const { outline, doors = [], lifts = [] } = floor.drawing;
  const limit = outlineOf(floor).map(frame.toLocal);
  if (outline) return { outline: limit };
  const corners = [...doors.flatMap(({ at }) => at), ...lifts.flatMap(({ area }) => area)].map(frame.toLocal);
  // A moving gateway hears tags far from the fixed ones.
  return { outline: [], image: limit, corners: areMobile ? limit : corners };
}

/** The facts of a gateway that do not depend on where it is. */
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
