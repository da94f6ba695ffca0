import { trackLate } from "./trackLate.ts";
import { shiftFrom } from "../learn/modelShifts.ts";
import { tagModelPrior } from "../learn/tagModelPrior.ts";
import { offsetPrior } from "../learn/tagOffset.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { SiteModel } from "./siteModel.ts";
import type { TrackerState } from "./trackerState.ts";
import { placeAt } from "../smooth/displayFilter.ts";
import { type PacketRate, packetRateOf, windowRule, type WindowRule } from "../window/collectWindows.ts";
import { statedPower } from "../window/frameStrength.ts";
import { detectMotion } from "../window/motionDetector.ts";
import { ENGINE } from "./engineConstants.ts";

/** How a tag moves and is heard now. */
export interface MotionEstimate extends PacketRate {
  still: boolean;
  inMotion: boolean;
  /** How late its gateways hand over what they hear, ms. */
  lateMs: number;
  /** The same while it moves, else 0; and the floor on which its track was followed through late uploads. */
  lagMs: number;
  tracked: PlacedFloor | undefined;
  speedMps: number;
  /** How fast its places go, also where it is not known whether it moves. */
  apparentMps: number;
  /** Since when a tag has rested whose gateways hand over late, ms; -Infinity: it moves, or they are not late. */
  restsFromMs: number;
  rule: WindowRule;
}

/** Judges the tag's motion, and how long its windows should be. */
export function estimateMotion(model: SiteModel, state: TrackerState, nowMs: number): MotionEstimate {
  const hearing = packetRateOf(model, state, nowMs);
  detectMotion(model, state, nowMs, hearing);
  const { motion } = state;
  const still = motion.known && !motion.moving;
  const inMotion = motion.known && motion.moving;
  const kind = tagModelPrior(model, state.model, statedPower(state));
  const version = model.calibration?.version ?? 0;
  offsetPrior(
    state.offset,
    kind,
    version,
    model.work.prior,
    shiftFrom(model.learning.modelShifts, state.offset.version),
  );
  const lateMs = hearing.waitMs >= ENGINE.lateMs ? hearing.waitMs : 0;
  const lagMs = inMotion ? lateMs : 0;
  const tracked = lagMs > 0 ? model.floors.find(({ id }) => id === state.filteredFloor) : undefined;
  if (tracked) trackLate(model, state, tracked, nowMs, lagMs, hearing.periodMs, model.work.late);
  const { vx, vy, walkingMps } = placeAt(tracked ? model.work.late : state.filter, nowMs);
  const apparentMps = still ? 0 : Math.hypot(vx, vy);
  // A mean stands for seconds anyway: with shorter windows, few gateways would have one in them.
  const unresolvedMps = areMeans(state.windows) ? 0 : walkingMps;
  const speedMps = inMotion ? apparentMps + unresolvedMps : 0;
  const restsFromMs = lateMs > 0 && still ? motion.movedMs : -Infinity;
  const { speedWindow, stillWindow } = model.uses;
  const windowMps = speedWindow ? speedMps : 0;
  const isStill = still && stillWindow;
  const rule = windowRule(inMotion, isStill, periodAt(windowMps, hearing), model.windowMs, windowMps);
  rule.sinceMs = restsFromMs;
  return { ...hearing, still, inMotion, lateMs, lagMs, tracked, speedMps, apparentMps, restsFromMs, rule };
}

/**
 * The period by which a tag's window is measured. Most gateways miss packets of a weak tag, and a fast one has gone far
 * by the time they have heard enough: then the gateway that hears it most often counts.
 */
function periodAt(speedMps: number, { periodMs, shortestMs }: PacketRate): number {
  const share = Math.max(0, Math.min(1, (speedMps - ENGINE.briskMps) / (ENGINE.fastMps - ENGINE.briskMps)));
  return periodMs + share * (shortestMs - periodMs);
}

function areMeans(windows: TrackerState["windows"]): boolean {
  for (const { holdsMeans } of windows.values()) if (holdsMeans) return true;
  return false;
}
