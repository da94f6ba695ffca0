import { cellAt } from "../model/floorGrid.ts";
import { missesPackets } from "./missedPackets.ts";
import { updateLevel } from "./updateLevel.ts";
import type { Measurements } from "../window/measurements.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import { isSuspect, type Residual } from "../model/gatewayLearning.ts";
import type { PlacedSite } from "../model/placedSite.ts";
import { MODEL } from "../model/modelConstants.ts";
import type { SwappedPair } from "./swappedGateways.ts";
import { LEARN } from "./learnConstants.ts";

/** How a gateway's hearing compares with what its neighbours say about the tags it hears. */
export interface GatewayHealth {
  anchorId: string;
  /** Mean residual over the last fixes, dB; below 0 it is deafer than the path-loss model and its calibration say. */
  meanResidualDb: number;
  fixes: number;
  suspect: boolean;
  /** It has long missed packets that it should hear (missedPackets.ts). What it does hear is still trusted. */
  misses: boolean;
  /** It seems to hang where this other gateway is entered; null: it does not. */
  swappedWith: string | null;
}

/** Notes the residual of a fix at each gateway that took part in it. */
export function updateResiduals(m: Measurements, floor: PlacedFloor, posterior: Posterior, nowMs: number): void {
  // With two or three gateways residuals say little: the place bends to them.
  if (m.own < 4) return;
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  if (cell < 0) return;
  for (let i = 0; i < m.own; i++) {
    const { tables, residual, learnedDb } = m.anchors[i]!;
    const off = m.rssi[i]! - posterior.offsetDb - tables.level[cell]!;
    residual.fixes++;
    residual.meanDb += (off - residual.meanDb) / Math.min(MODEL.residualFixes, residual.fixes);
    updateLevel(residual, off + learnedDb, nowMs, MODEL.residualKnownMs, hasDropped);
  }
}

function hasDropped({ recent, usual, isOff }: Residual): boolean {
  const maxDb = -(isOff ? LEARN.dropBackDb : LEARN.dropDb);
  return recent < maxDb && recent - usual < maxDb;
}

/** Notes which gateways the site's newest traffic shows to be weak, and by how much, dB (weakGateways.ts). */
export function updateWeakness({ anchors }: PlacedSite, weak: ReadonlyMap<string, number>): void {
  for (const { id, weakness } of anchors.values()) {
    const db = weak.get(id);
    if (db !== undefined) weakness.db = db;
    weakness.against = weakness.isWeak === (db !== undefined) ? 0 : weakness.against + 1;
    if (weakness.against < LEARN.weakTimes) continue;
    weakness.isWeak = !weakness.isWeak;
    weakness.against = 0;
  }
}

/** Notes which two gateways the site's newest traffic shows to hang in each other's places (swappedGateways.ts). */
export function updateSwaps({ anchors }: PlacedSite, pair: SwappedPair | null): void {
  for (const { id, swap } of anchors.values()) {
    const other = pair?.includes(id) ? pair.find((one) => one !== id)! : null;
    swap.against = other === null ? swap.against + 1 : 0;
    if (other !== null || swap.against >= LEARN.weakTimes) swap.with = other;
  }
}

/**
 * The health of every gateway of which something is known. One that the site's path-loss model has learned to be deaf
 * stays so, although it now hears what the path-loss model expects, and even before that path-loss model has located
 * anything.
 */
export function gatewayHealth(model: PlacedSite): GatewayHealth[] {
  return [...model.anchors.values()].filter(isKnown).map(({ id, residual, missed, learnedDb, weakness, swap }) => {
    const isLearned = isLearnedDeaf(learnedDb);
    const meanDb = residual.isOff ? residual.recent : residual.meanDb;
    return {
      anchorId: id,
      meanResidualDb: weakness.isWeak ? weakness.db : isLearned ? learnedDb + meanDb : meanDb,
      fixes: residual.fixes,
      suspect: isSuspect(residual) || isLearned || weakness.isWeak,
      misses: missesPackets(missed),
      swappedWith: swap.with,
    };
  });
}

function isKnown({ residual, missed, weakness, swap }: PlacedAnchor): boolean {
  return residual.notedMs > -Infinity || missesPackets(missed) || weakness.isWeak || swap.with !== null;
}

function isLearnedDeaf(learnedDb: number): boolean {
  return learnedDb < -MODEL.alwaysOffDb;
}
