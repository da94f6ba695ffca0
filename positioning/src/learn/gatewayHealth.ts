import { cellAt } from "../model/floorGrid.ts";
import { missesPackets } from "./missedPackets.ts";
import { noteLevel } from "./noteLevel.ts";
import type { Measurements } from "../window/measurements.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { Residual } from "../model/residual.ts";
import type { SiteModel } from "../model/siteModel.ts";

/** How a gateway's hearing compares with what its neighbours say about the tags it hears. */
export interface GatewayHealth {
  anchorId: string;
  /** Mean residual over the last fixes, dB; below 0 it is deafer than the law and its calibration say. */
  meanResidualDb: number;
  fixes: number;
  suspect: boolean;
  /** It has long missed packets that it should hear (missedPackets.ts). What it does hear is still trusted. */
  misses: boolean;
}

/** Residuals are averaged over this many fixes; before that nothing is reported. */
const FIXES = 200;
/** Healthy gateways stay within 1–4 dB, one 12 dB deaf falls by 6–14. */
const SUSPECT_DB = 6;
/**
 * Places and laws bend to a deaf gateway, so that its mean may fall by no more than 4 dB. It shows in comparison with
 * what the gateway used to hear: healthy ones stay within 2.
 */
const DROP_DB = 3;
const BACK_DB = 1.2;
/** It takes this long to know what is usual. */
const KNOWN_MS = 5 * 60_000;
/** Beyond this a gateway is off even if it always was, dB. */
const ALWAYS_OFF_DB = 9;

/** Notes the residual of a fix at each gateway that took part in it. */
export function noteResiduals(m: Measurements, floor: PlacedFloor, posterior: Posterior, nowMs: number): void {
  // With two or three gateways residuals say little: the place bends to them.
  if (m.own < 4) return;
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  if (cell < 0) return;
  for (let i = 0; i < m.own; i++) {
    const { tables, residual, learnedDb } = m.anchors[i]!;
    const off = m.rssi[i]! - posterior.offsetDb - tables.fine[cell]!;
    residual.fixes++;
    residual.meanDb += (off - residual.meanDb) / Math.min(FIXES, residual.fixes);
    noteLevel(residual, off + learnedDb, nowMs, KNOWN_MS, hasDropped);
  }
}

function hasDropped({ recent, usual, isOff }: Residual): boolean {
  const mostDb = -(isOff ? BACK_DB : DROP_DB);
  return recent < mostDb && recent - usual < mostDb;
}

/** Whether a gateway's residuals have long been too far off; its packets then count for less. */
export function isSuspect(residual: Residual): boolean {
  return (
    (residual.fixes >= FIXES && Math.abs(residual.meanDb) > SUSPECT_DB) ||
    residual.isOff ||
    (residual.watchedMs > KNOWN_MS && residual.usual < -ALWAYS_OFF_DB)
  );
}

/**
 * The health of every gateway that took part in a fix of this model. One that the site's law has learned to be deaf
 * stays so, although it now hears what the law expects, and even before that law has located anything.
 */
export function gatewayHealth(model: SiteModel): GatewayHealth[] {
  return [...model.anchors.values()]
    .filter(
      ({ residual, missed, learnedDb }) =>
        residual.fixes > 0 || missesPackets(missed) || (residual.notedMs > -Infinity && isLearnedDeaf(learnedDb)),
    )
    .map(({ id, residual, missed, learnedDb }) => {
      const isLearned = isLearnedDeaf(learnedDb);
      const meanDb = residual.isOff ? residual.recent : residual.meanDb;
      return {
        anchorId: id,
        meanResidualDb: isLearned ? learnedDb + meanDb : meanDb,
        fixes: residual.fixes,
        suspect: isSuspect(residual) || isLearned,
        misses: missesPackets(missed),
      };
    });
}

function isLearnedDeaf(learnedDb: number): boolean {
  return learnedDb < -ALWAYS_OFF_DB;
}
