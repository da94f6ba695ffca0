import { localFrame } from "@pulse/geo/localFrame";
import { outsideM } from "@pulse/positioning/model/strayAnchors";
import { isPlaced, outlineOf } from "../../pipeline/locate/sitePlan.ts";
import type { GatewayRow, GatewaysRepository } from "./gateways.repository.ts";

/**
 * How far a gateway is outside its floor's outline, metres with one decimal; 0: inside. Null: it has no place or no
 * floor, or people carry it.
 */
export function outsideFloorM(
  row: GatewayRow,
  floors: Awaited<ReturnType<GatewaysRepository["floorsOf"]>>,
): number | null {
  const floor = floors.find(({ id }) => id === row.floor_id);
  if (floor === undefined || row.mobile || !isPlaced(row)) return null;
  const outline = outlineOf(floor);
  const frame = localFrame(outline[0] ?? row);
  const corners = outline.map((corner) => frame.toLocal(corner));
  return Number(outsideM(corners, frame.toLocal(row)).toFixed(1));
}
