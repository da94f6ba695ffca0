import { addSurveyedTables } from "./beyondFloors.ts";
import type { Calibration } from "./calibration.ts";
import { anchorTables, type AnchorTables } from "./anchorTables.ts";
import type { Area } from "./areaIndex.ts";
import { type Mechanism, type Mechanisms, mechanismsWithout } from "./mechanisms.ts";
import { newGatewayLearning } from "./gatewayLearning.ts";
import { residualMap, type ResidualMap } from "./residualMap.ts";
import { strayAnchors } from "./strayAnchors.ts";
import type { Wall } from "./walls.ts";
import { isPlace } from "./outline.ts";
import { curveFrom, usable, type RadioModel } from "./pathLoss.ts";
import type { PlacedAnchor, PlacedFloor } from "./placed.ts";
import { type FloorModel, placeFloors } from "./placeFloors.ts";
import { MODEL } from "./modelConstants.ts";

export type { FloorModel } from "./placeFloors.ts";

/** A gateway as it is installed. Metres in the site's frame; `z` above its own floor, null: 2.5. */
export interface Anchor {
  id: string;
  x: number;
  y: number;
  z: number | null;
  floor: string;
  measuredPower: number | null;
  alpha: number | null;
  beta: number | null;
  gamma: number | null;
  /** Its own snap radius, m; null: the site's. */
  snapRadiusM: number | null;
  /**
   * A mobile gateway's place, reported by its GPS, is valid until then (its site's interval and duration after the
   * report); afterwards what it hears is not used. Left out or null: it does not move.
   */
  validUntilMs?: number | null;
}

export interface EngineSettings {
  mechanism: "TRILATERATED" | "ANCHORED";
  anchorSnapRadiusM: number;
  locationAccuracyThresholdM: number;
  ignoreMovingTracker: boolean;
}

/**
 * A site as the engine uses it: everything fixed that positions are computed from, and at each gateway what has been
 * learned about it.
 */
export interface PlacedSite {
  settings: EngineSettings;
  floors: PlacedFloor[];
  anchors: Map<string, PlacedAnchor>;
  tagHeightM: number;
  calibration: Calibration | null;
  /** Standard deviation of a window's mean around the path-loss model, dB. */
  shadowSdDb: number;
  /** Spread of the tags' own offsets, dB. */
  tagOffsetSdDb: number;
  /** A fixed window length, whatever the tag's pace, ms; null: by packets and age. */
  windowMs: number | null;
  /** What its engine consists of: everything, except in measurements. */
  uses: Mechanisms;
}

/** What is known of a site before anything is located there. */
export interface SiteInput {
  anchors: readonly Anchor[];
  floors: readonly FloorModel[];
  settings: EngineSettings;
  calibration?: Calibration | null;
  /** Fixes name the likeliest of these. */
  rooms?: readonly Area[];
  /** They weaken signals on their floor. */
  walls?: readonly Wall[];
  /** A fixed window length, ms; default: by packets and age. */
  windowMs?: number | null;
  /** Computed before from the same input, by anchor or `tableKey`; default: computed now, slow with a map or walls. */
  tables?: ReadonlyMap<string, AnchorTables> | undefined;
  /** Parts of the engine to leave out, to measure what they are worth; default: none. */
  without?: readonly Mechanism[];
}

/**
 * Places the gateways and floors of a site. Never throws. A gateway without a finite place, or astray (strayAnchors.ts), is left out. A setting
 * that is not a positive number takes the product's default (snap radius 5 m, threshold 50 m; both limited to
 * 0.1–1000 m). A gateway on a floor nobody described gets a floor around that floor's gateways.
 */
export function placeSite(input: SiteInput): PlacedSite {
  const settings = saneSettings(input.settings);
  const { tagHeightM } = MODEL;
  const far = new Set(strayAnchors(input.anchors, input.floors));
  const placeable = input.anchors.filter((anchor) => isPlace(anchor) && !far.has(anchor));
  const floors = placeFloors(input.floors, placeable, input);
  const calibration = input.calibration ?? null;
  const wallShare = wallShareOf(calibration);
  const anchors = new Map<string, PlacedAnchor>();
  for (const anchor of placeable) {
    const floor = floors.get(anchor.floor);
    if (!floor) continue;
    const radio = radioOf(anchor, calibration);
    const z = usable(anchor.z, -10, 100) ?? MODEL.anchorHeightM;
    anchors.set(anchor.id, {
      id: anchor.id,
      x: anchor.x,
      y: anchor.y,
      z,
      floor,
      radio,
      nominalPowerDbm: usable(anchor.measuredPower, -100, -1) ?? MODEL.powerDbm,
      snapRadiusM: saneLength(anchor.snapRadiusM, settings.anchorSnapRadiusM),
      lastPacketMs: -Infinity,
      lagMs: 0,
      waitsMs: [],
      laggedMs: -Infinity,
      trackersNotHeard: new Set(),
      validUntilMs: anchor.validUntilMs ?? Infinity,
      placeSdM: 0,
      learnedDb: learnedOffsetOf(anchor.id, calibration),
      ...newGatewayLearning(),
      tables:
        input.tables?.get(anchor.id) ??
        anchorTables(
          { x: anchor.x, y: anchor.y, z },
          radio,
          floor.grid,
          tagHeightM,
          mapOf(anchor.id, calibration),
          floor.walls && wallShare > 0 ? { index: floor.walls, share: wallShare } : null,
        ),
      beyond: [],
    });
  }
  addSurveyedTables(anchors, floors, tagHeightM, calibration, input.tables);
  return {
    settings,
    floors: [...floors.values()],
    anchors,
    tagHeightM,
    calibration,
    shadowSdDb: usable(calibration?.shadowSdDb, 0.5, 20) ?? MODEL.shadowSdDb,
    tagOffsetSdDb: usable(calibration?.tagOffsetSdDb, 0.1, 20) ?? MODEL.tagOffsetSdDb,
    windowMs: usable(input.windowMs, 1, 3_600_000),
    uses: mechanismsWithout(input.without ?? []),
  };
}

/**
 * The share of their stated losses that walls take under a path-loss model: all without one; none in one that was
 * learned without walls, which already includes them.
 */
function wallShareOf(calibration: Calibration | null): number {
  if (!calibration || calibration.level === 0) return 1;
  return usable(calibration.wallShare, 0, MODEL.maxWallShare) ?? 0;
}

function mapOf(anchorId: string, calibration: Calibration | null): ResidualMap | null {
  const points = calibration?.map?.gateways[anchorId];
  return points && calibration.map ? residualMap(points, calibration.map.shape) : null;
}

function learnedOffsetOf(anchorId: string, calibration: Calibration | null): number {
  return calibration && calibration.level > 0 ? (calibration.anchorOffsetsDb[anchorId] ?? 0) : 0;
}

/** A calibration replaces a gateway's path-loss model; the customer's own curve applies only without a calibration. */
export function radioOf(
  anchor: Pick<Anchor, "id" | "measuredPower" | "alpha" | "beta" | "gamma">,
  calibration: Calibration | null,
): RadioModel {
  const power = usable(anchor.measuredPower, -100, -1) ?? MODEL.powerDbm;
  if (!calibration || calibration.level === 0) {
    return { powerDbm: power, exponent: MODEL.exponent, curve: curveFrom(anchor.alpha, anchor.beta, anchor.gamma) };
  }
  const offsetDb = learnedOffsetOf(anchor.id, calibration);
  return { powerDbm: power + calibration.powerShiftDb + offsetDb, exponent: calibration.exponent, curve: null };
}

function saneSettings(settings: EngineSettings): EngineSettings {
  return {
    mechanism: settings.mechanism === "ANCHORED" ? "ANCHORED" : "TRILATERATED",
    anchorSnapRadiusM: saneLength(settings.anchorSnapRadiusM, MODEL.snapRadiusM),
    locationAccuracyThresholdM: saneLength(settings.locationAccuracyThresholdM, MODEL.accuracyThresholdM),
    ignoreMovingTracker: settings.ignoreMovingTracker,
  };
}

function saneLength(valueM: number | null, otherwiseM: number): number {
  return typeof valueM === "number" && valueM > 0 ? Math.min(1000, Math.max(0.1, valueM)) : otherwiseM;
}
