import type { LocalFrame } from "@pulse/geo/localFrame";
import { type AnchorTables, anchorTables } from "@pulse/positioning/model/anchorTables";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { nearestOnFloor } from "@pulse/positioning/model/floorGrid";
import { gpsFix } from "@pulse/positioning/fix/gpsFix";
import type { Fix } from "@pulse/positioning/fix/fix";
import type { PlacedAnchor, PlacedFloor } from "@pulse/positioning/model/placed";
import { newResidual } from "@pulse/positioning/model/gatewayLearning";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { limitOf } from "@pulse/positioning/model/strayAnchors";
import type { GatewayPlace } from "../../platform/bus/bus.ts";
import type { SitePlan } from "./sitePlan.ts";
import type { GatewayRow } from "./siteRows.repository.ts";

/** The moving gateways of a site. They are in its model while their last reported place is valid. */
export interface MobileGateways {
  /** How often they should report their place, and for how much longer a place is valid, ms. */
  intervalMs: number;
  durationMs: number;
  /** Each as the model needs it, without its place. */
  unplaced: ReadonlyMap<string, PlacedAnchor>;
  /** Their last reports, as stored. */
  stored: readonly GatewayPlace[];
  /** The radius of each one's present place, m. */
  accuracyM: Map<string, number>;
}

/** The parts of a live site that they need. */
interface MobileSite {
  model: SiteModel;
  frame: LocalFrame;
  mobile: MobileGateways;
}

/** A gateway farther than this from every floor hears nothing on any of them, m. */
const receptionM = 50;
/** A smaller movement is ignored, so that no table is recomputed for a receiver's noise, m. */
const sameM = 0.5;

/** The mobile gateways as the engine will use them, each once it has a place. */
export function unplacedGateways(
  plan: SitePlan,
  gateways: readonly Omit<Anchor, "x" | "y" | "floor">[],
  calibration: Calibration | null,
): ReadonlyMap<string, PlacedAnchor> {
  const [floor] = plan.floors;
  if (!floor || gateways.length === 0) return new Map();
  // They have a model of their own, so that they do not affect the site's. On the floor, since a gateway far outside it
  // would be left out.
  const { x, y } = limitOf(floor)?.[0] ?? { x: 0, y: 0 };
  const anchors = gateways.map((gateway) => ({ ...gateway, x, y, floor: floor.id }));
  const tables = new Map(gateways.map(({ id }) => [id, notYet]));
  return buildSiteModel({ anchors, floors: [floor], settings: plan.settings, calibration, tables }).anchors;
}

/** What a gateway hears is computed once its place is known. */
const notYet: AnchorTables = {
  level: new Float32Array(0),
  variance: null,
};

/** What mobile gateways reported before this process started. */
export function storedPlaces(gateways: readonly GatewayRow[]): GatewayPlace[] {
  return gateways.flatMap(({ id, site_id: siteId, place_lat: lat, place_lon: lon, place_at: at, place_accuracy }) =>
    at === null || place_accuracy === null || lat === null || lon === null
      ? []
      : [{ gatewayId: id, siteId, atMs: at.getTime(), lat, lon, accuracyM: place_accuracy }],
  );
}

/**
 * Moves a mobile gateway to where it says it is, without building a new model. Null: the place is older than the one it
 * has or too uncertain, and that one stays. Otherwise the floor that it is on, null if it is on none.
 */
export function moveGateway(site: MobileSite, reported: GatewayPlace): { floorId: string | null } | null {
  const { model, mobile } = site;
  const { gatewayId: id, atMs } = reported;
  const unplaced = mobile.unplaced.get(id);
  const at = { ...site.frame.toLocal(reported), atMs, accuracyM: reported.accuracyM };
  const fix = gpsFix(model, at);
  const anchor = model.anchors.get(id);
  const validUntilMs = atMs + mobile.intervalMs + mobile.durationMs;
  if (!unplaced || !fix || isOlder(validUntilMs, anchor) || fix.accuracyM > minCertainM(model)) return null;
  const floor = model.floors.find((candidate) => candidate.id === fix.floor);
  if (!floor || distanceTo(floor, at) > receptionM) {
    model.anchors.delete(id);
    return { floorId: null };
  }
  mobile.accuracyM.set(id, fix.accuracyM);
  if (anchor?.floor === floor && Math.hypot(anchor.x - at.x, anchor.y - at.y) < sameM)
    Object.assign(anchor, { validUntilMs, placeSdM: sdOf(fix.accuracyM) });
  else {
    const place = { x: at.x, y: at.y, z: unplaced.z };
    model.anchors.set(id, {
      ...unplaced,
      ...place,
      floor,
      validUntilMs,
      lastPacketMs: anchor?.lastPacketMs ?? -Infinity,
      lagMs: anchor?.lagMs ?? 0,
      waitsMs: anchor?.waitsMs ?? [],
      laggedMs: anchor?.laggedMs ?? -Infinity,
      trackersNotHeard: new Set(),
      placeSdM: sdOf(fix.accuracyM),
      residual: newResidual(),
      tables: anchorTables(place, unplaced.radio, floor.grid, model.tagHeightM),
    });
  }
  return { floorId: floor.id };
}

/** A fix whose nearest gateway moves is no more certain than that gateway's own place. */
export function widenByGateway(site: MobileSite, fix: Fix): Fix {
  const ownM = fix.nearest && site.mobile.accuracyM.get(fix.nearest.anchorId);
  if (ownM === null || ownM === undefined) return fix;
  const accuracyM = Math.hypot(fix.accuracyM, ownM);
  const accuracyOuterM = Math.max(accuracyM, Math.hypot(fix.accuracyOuterM, 1.7 * ownM));
  const shown = accuracyM <= site.model.settings.locationAccuracyThresholdM;
  return { ...fix, accuracyM, accuracyOuterM, shown };
}

/** A backlog comes between live messages and says where the gateway was, not where it is. */
function isOlder(validUntilMs: number, present: PlacedAnchor | undefined): boolean {
  return present !== undefined && validUntilMs < present.validUntilMs;
}

/**
 * A place with a larger radius does not count, m. If its radius exceeds the hearing range of a gateway, it says nothing
 * about what is heard there. The site's threshold is meant for showing assets, and can only admit more.
 */
function minCertainM({ settings }: SiteModel): number {
  return Math.max(receptionM, settings.locationAccuracyThresholdM);
}

/** The standard deviation along an axis of a place whose radius contains 68 %, m. */
function sdOf(accuracyM: number): number {
  return accuracyM / 1.5;
}

function distanceTo({ grid }: PlacedFloor, at: { x: number; y: number }): number {
  const near = nearestOnFloor(grid, at.x, at.y);
  return Math.hypot(near.x - at.x, near.y - at.y);
}
