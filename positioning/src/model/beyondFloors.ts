import { anchorTables, type AnchorTables } from "./anchorTables.ts";
import type { Calibration, ResidualMaps } from "./calibration.ts";
import type { PlacedAnchor, PlacedFloor } from "./placed.ts";
import { residualMap } from "./residualMap.ts";

/** Floors nobody has described are this far apart, m. */
const USUAL_STOREY_M = 3.5;

/** What a ceiling takes is known to this, and each further one adds to it, dB. */
export const SLAB_SD_DB = 6;

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

/**
 * Lays out what gateways hear on floors that were surveyed and are not their own.
 * @param tables computed from the same before, by `beyondKey`
 */
export function mapBeyond(
  anchors: ReadonlyMap<string, PlacedAnchor>,
  floors: ReadonlyMap<string, PlacedFloor>,
  tagHeightM: number,
  calibration: Calibration | null,
  tables: ReadonlyMap<string, AnchorTables> | undefined,
): void {
  const maps = calibration?.map;
  if (!maps?.beyond) return;
  for (const anchor of anchors.values()) {
    for (const floor of floors.values()) {
      if (anchor.floor !== floor)
        anchor.beyond[floor.index] =
          tables?.get(beyondKey(anchor.id, floor.id)) ?? mappedBeyond(anchor, floor, tagHeightM, maps);
    }
  }
}

/**
 * What a gateway hears of tags on a floor that was surveyed and on which it does not hang, ceilings and all: the law, what
 * ceilings usually take, and what was heard beside that at the points. Undefined where no point heard it.
 */
function mappedBeyond(
  anchor: PlacedAnchor,
  floor: PlacedFloor,
  tagHeightM: number,
  { shape, beyond, slabDb = 0 }: ResidualMaps,
): AnchorTables | undefined {
  const points = beyond?.[anchor.id]?.[floor.id];
  const storeys = storeysBetween(anchor, floor);
  const map = points && storeys ? residualMap(points, shape, storeys * SLAB_SD_DB) : null;
  if (!map) return undefined;
  const place = { x: anchor.x, y: anchor.y, z: anchor.z + riseOf(anchor, floor) };
  const radio = { ...anchor.radio, powerDbm: anchor.radio.powerDbm - storeys * slabDb };
  return anchorTables(place, radio, floor.grid, tagHeightM, map);
}

/** Under which a gateway's tables of another floor are handed over beside those of its own, which have its id. */
export function beyondKey(anchorId: string, floorId: string): string {
  return JSON.stringify([anchorId, floorId]);
}
