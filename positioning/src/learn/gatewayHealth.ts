import { cellAt } from "../model/floorGrid.ts";
import type { Measurements } from "../window/measurements.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { SiteModel } from "../model/siteModel.ts";

/** How a gateway's hearing compares with what its neighbours say of the tags it hears. */
export interface GatewayHealth {
  anchorId: string;
  /** Mean residual over the last fixes, dB: below 0 it is deafer than the law and its calibration say. */
  meanResidualDb: number;
  fixes: number;
  suspect: boolean;
}

/** Residuals are remembered over this many fixes; before, nothing is said. */
const FIXES = 200;
/** Healthy gateways stay within 1–4 dB, one 12 dB deaf falls by 6–14. */
const SUSPECT_DB = 6;

/** Notes the residuals of a fix with each gateway that took part in it. */
export function noteResiduals(m: Measurements, floor: PlacedFloor, posterior: Posterior): void {
  // With two or three gateways residuals say little: the place bends to them.
  if (m.own < 4) return;
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  if (cell < 0) return;
  for (let i = 0; i < m.own; i++) {
    const { tables, residual } = m.anchors[i]!;
    const off = m.rssi[i]! - posterior.offsetDb - tables.fine[cell]!;
    residual.fixes++;
    residual.meanDb += (off - residual.meanDb) / Math.min(FIXES, residual.fixes);
  }
}

/** Whether a gateway's residuals have long been far from what they should be; its packets then count for less. */
export function isSuspect(residual: { meanDb: number; fixes: number }): boolean {
  return residual.fixes >= FIXES && Math.abs(residual.meanDb) > SUSPECT_DB;
}

/** The health of every gateway that took part in a fix of this model. */
export function gatewayHealth(model: SiteModel): GatewayHealth[] {
  return [...model.anchors.values()]
    .filter(({ residual }) => residual.fixes > 0)
    .map(({ id, residual }) => ({
      anchorId: id,
      meanResidualDb: residual.meanDb,
      fixes: residual.fixes,
      suspect: isSuspect(residual),
    }));
}
