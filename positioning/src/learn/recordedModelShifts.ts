import type { Calibration } from "../model/calibration.ts";
import { expectedRssi } from "../model/pathLoss.ts";
import type { PlacedAnchor } from "../model/placed.ts";
import { type Anchor, type PlacedSite, radioOf, wallShareOf } from "../model/placedSite.ts";
import { wallLossDb } from "../model/walls.ts";
import type { ModelShifts } from "../model/siteLearning.ts";
import { meanBetween } from "./modelShifts.ts";

/**
 * What a site's path-loss model means for the strengths of tags that were learned under earlier path-loss models of
 * its site, from those path-loss models themselves (null: none, version 0). It is needed after a restart, when no model
 * of an earlier path-loss model is left. Residual maps are left out on both sides: they say where levels differ, and
 * are expensive.
 * @param gateways as the model was built from them
 */
export function recordedModelShifts(
  model: PlacedSite,
  gateways: readonly Anchor[],
  earlier: readonly (Calibration | null)[],
): ModelShifts {
  const settings = new Map(gateways.map((gateway) => [gateway.id, gateway]));
  const share = wallShareOf(model.calibration);
  const shifts = new Map<number, number>();
  const present = model.calibration?.version ?? 0;
  for (const pathLoss of earlier) {
    const version = pathLoss?.version ?? 0;
    if (version === present) continue;
    const lessShare = share - wallShareOf(pathLoss);
    const shiftDb = meanBetween(model.anchors, (anchor, { x, y }) => {
      const gateway = settings.get(anchor.id);
      if (!gateway) return NaN;
      const distanceM = Math.hypot(anchor.x - x, anchor.y - y, anchor.z - model.tagHeightM);
      const moreDb = expectedRssi(anchor.radio, distanceM) - expectedRssi(radioOf(gateway, pathLoss), distanceM);
      return moreDb - (lessShare === 0 ? 0 : lessShare * wallsBetween(anchor, x, y));
    });
    if (shiftDb !== null) shifts.set(version, shiftDb);
  }
  return shifts;
}

function wallsBetween({ floor, x: fromX, y: fromY }: PlacedAnchor, x: number, y: number): number {
  return floor.walls ? wallLossDb(floor.walls, fromX, fromY, x, y) : 0;
}
