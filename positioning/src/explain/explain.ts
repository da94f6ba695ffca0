import { isolatedModel } from "./isolatedModel.ts";
import { locate } from "../engine/locate.ts";
import type { Fix } from "../fix/fix.ts";
import { isSuspect } from "../model/gatewayLearning.ts";
import { cellAt } from "../model/floorGrid.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { SiteModel } from "../engine/siteModel.ts";
import type { TrackerState } from "../engine/trackerState.ts";
import { unstated } from "../window/frameStrength.ts";
import { ENGINE } from "../engine/engineConstants.ts";

/** Why a tag is where it is: what was heard, what was expected, and what each step decided. */
export interface Explanation {
  fix: Fix;
  floors: { floor: string; probability: number }[];
  /** The rooms of the floor that contain some of the posterior, the likeliest first. */
  rooms: { id: string; probability: number }[];
  gateways: {
    anchorId: string;
    /** If it took part, the mean of a window, with weaker frames raised as "frames" says; else its newest packet, dBm. */
    rssi: number;
    /** At the place before the display filter, for this tag's strength, dBm. */
    expectedRssi: number | null;
    residualDb: number | null;
    distanceM: number;
    /** Share of all weights, 0–1. */
    weight: number;
    used: boolean;
    reason: string | null;
  }[];
  decisions: { step: string; text: string }[];
}

/** Explains the fix `locate` would give now; neither the state nor what the site has learned is changed. */
export function explain(site: SiteModel, state: TrackerState, nowMs: number): Explanation | null {
  const copy = structuredClone(state);
  const model = isolatedModel(site);
  const fix = locate(model, copy, nowMs);
  if (!fix) return null;
  const { measurements: m, posterior, scores, nonDetecting } = model.work;
  const floor = model.floors.find(({ id }) => id === fix.floor)!;
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  let weights = 0;
  for (let i = 0; i < m.count; i++) weights += m.weight[i]!;
  const used = new Set<string>();
  const gateways: Explanation["gateways"] = [];
  for (let i = 0; i < m.count; i++) {
    const anchor = m.anchors[i]!;
    used.add(anchor.id);
    const expectedRssi = cell < 0 ? null : m.tables[i]!.level[cell]! - m.slabDb[i]! + posterior.offsetDb;
    gateways.push({
      anchorId: anchor.id,
      rssi: m.rssi[i]!,
      expectedRssi,
      residualDb: expectedRssi === null ? null : m.rssi[i]! - expectedRssi,
      distanceM: Math.hypot(anchor.x - fix.x, anchor.y - fix.y, anchor.z - model.tagHeightM),
      weight: m.weight[i]! / weights,
      used: true,
      reason: isSuspect(anchor.residual) ? "suspect: its hearing is off" : null,
    });
  }
  for (const [anchorId, window] of copy.windows) {
    const anchor = model.anchors.get(anchorId);
    if (used.has(anchorId) || !window.count) continue;
    gateways.push({
      anchorId,
      rssi: window.rssi[window.count - 1]!,
      expectedRssi: null,
      residualDb: null,
      distanceM: anchor ? Math.hypot(anchor.x - fix.x, anchor.y - fix.y, anchor.z - model.tagHeightM) : Number.NaN,
      weight: 0,
      used: false,
      reason: !anchor
        ? "not on this site's plan"
        : anchor.floor !== floor
          ? "on another floor"
          : "heard too long ago, or weaker than twenty others",
    });
  }
  const total = scores.reduce((sum, score) => sum + score, 0) || 1;
  return {
    fix,
    floors: model.floors.map(({ id, index }) => ({ floor: id, probability: scores[index]! / total })),
    rooms: roomsOf(model, floor),
    gateways,
    decisions: decisionsOf(model, copy, fix, nonDetecting.alive.length + nonDetecting.unsure.length),
  };
}

function roomsOf({ work }: SiteModel, { rooms }: PlacedFloor): Explanation["rooms"] {
  return (rooms?.ids ?? [])
    .map((id, at) => ({ id, probability: Math.min(1, work.roomShares[at]!) }))
    .filter(({ probability }) => probability >= ENGINE.minRoomShare)
    .toSorted((a, b) => b.probability - a.probability);
}

function decisionsOf(model: SiteModel, state: TrackerState, fix: Fix, nonDetecting: number): Explanation["decisions"] {
  const { calibration, work } = model;
  const { posterior } = work;
  const level = calibration
    ? `calibration L${calibration.level}, version ${calibration.version}`
    : "no calibration (L0)";
  const offset = `this tag is ${posterior.offsetDb.toFixed(1)} ± ${Math.sqrt(posterior.offsetVariance).toFixed(1)} dB from the usual`;
  const decisions = [
    { step: "motion", text: state.motion.known ? (fix.moving ? "moving" : "still") : "not yet known" },
    { step: "floor", text: fix.floorUncertain ? `${fix.floor}, less than 90 % likely` : fix.floor },
    { step: "law", text: `${level}; ${offset}` },
    {
      step: "gateways",
      text: `${work.measurements.count} of ${fix.gatewaysHeard} heard took part, ${nonDetecting} silent ones counted`,
    },
    {
      step: "radius",
      text: `68 % within ${fix.accuracyM.toFixed(1)} m, 95 % within ${fix.accuracyOuterM.toFixed(1)} m`,
    },
  ];
  for (const { stated } of state.frames?.classes ?? []) {
    const shiftDb = state.frames!.shiftsDb[stated + 128]!;
    if (shiftDb === 0) continue;
    const which = stated === unstated ? "that state no power" : `that state ${stated} dBm`;
    const as = `${Math.abs(shiftDb)} dB ${shiftDb > 0 ? "weaker" : "stronger"}`;
    decisions.push({ step: "frames", text: `packets ${which} are sent ${as} than others, which is made up for` });
  }
  if (fix.room) decisions.push({ step: "room", text: `${fix.room.id}, ${Math.round(100 * fix.room.probability)} %` });
  if (fix.mechanism === "ANCHORED")
    decisions.push({ step: "anchor", text: `put at ${state.anchor.id ?? "its gateway"}` });
  if (!fix.shown) {
    const limit = model.settings.locationAccuracyThresholdM;
    decisions.push({ step: "threshold", text: `not shown: the radius is above ${limit} m` });
  }
  return decisions;
}
