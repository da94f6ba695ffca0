import { anchorTables, type AnchorTables } from "./anchorTables.ts";
import type { PlacedAnchor, PlacedFloor } from "./placed.ts";

/** Floors nobody has described are this far apart, m. */
const USUAL_STOREY_M = 3.5;

/** How many ceilings lie between a gateway and a floor; floors of one level are taken for neighbours. */
export function storeysBetween(anchor: PlacedAnchor, floor: PlacedFloor): number {
  return anchor.floor === floor ? 0 : Math.max(1, Math.abs(anchor.floor.level - floor.level));
}

/**
 * What a gateway would hear of tags on a floor, whichever it hangs on, without what ceilings take away. Computed when it
 * is first asked for: most gateways hear no other floor than their neighbours'.
 */
export function tablesOn(anchor: PlacedAnchor, floor: PlacedFloor, tagHeightM: number): AnchorTables {
  if (anchor.floor === floor) return anchor.tables;
  return (anchor.beyond[floor.index] ??= anchorTables(
    { x: anchor.x, y: anchor.y, z: anchor.z + riseOf(anchor, floor) },
    anchor.radio,
    floor.grid,
    tagHeightM,
  ));
}

/** How far the gateway's own floor lies above the other, m. */
export function riseOf(anchor: PlacedAnchor, floor: PlacedFloor): number {
  if (anchor.floor === floor) return 0;
  const toldM = anchor.floor.elevationM - floor.elevationM;
  if (toldM !== 0) return toldM;
  const up = anchor.floor.level >= floor.level ? 1 : -1;
  return up * USUAL_STOREY_M * storeysBetween(anchor, floor);
}
