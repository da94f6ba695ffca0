import { anchorTables, type AnchorTables } from "./anchorTables.ts";
import type { Calibration, ResidualMaps } from "./calibration.ts";
import type { PlacedAnchor, PlacedFloor } from "./placed.ts";
import { residualMap } from "./residualMap.ts";
import { MODEL } from "./modelConstants.ts";

/** How many ceilings are between a gateway and a floor; floors of one level count as neighbours. */
export function storeysBetween(anchor: PlacedAnchor, floor: PlacedFloor): number {
  return anchor.floor === floor ? 0 : Math.max(1, Math.abs(anchor.floor.level - floor.level));
}

/**
 * What a gateway would hear of tags on any floor, without the ceilings' loss. Computed when it is first needed: most
 * gateways hear only the floors next to theirs.
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

/** How far the gateway's own floor is above the other, m. */
export function riseOf(anchor: PlacedAnchor, floor: PlacedFloor): number {
  if (anchor.floor === floor) return 0;
  const elevationDifferenceM = anchor.floor.elevationM - floor.elevationM;
  if (elevationDifferenceM !== 0) return elevationDifferenceM;
  const up = anchor.floor.level >= floor.level ? 1 : -1;
  return up * MODEL.storeyM * storeysBetween(anchor, floor);
}

/**
 * Computes what gateways hear on surveyed floors other than their own.
 * @param tables computed from the same input before, by `tableKey`
 */
export function addSurveyedTables(
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
          tables?.get(tableKey(anchor.id, floor.id)) ?? surveyedTables(anchor, floor, tagHeightM, maps);
    }
  }
}

/**
 * What a gateway hears of tags on a surveyed floor other than its own, ceilings included: the path-loss model, the
 * ceilings' usual loss, and the residuals at the points. Undefined if no point heard it.
 */
function surveyedTables(
  anchor: PlacedAnchor,
  floor: PlacedFloor,
  tagHeightM: number,
  { shape, beyond, slabDb = 0 }: ResidualMaps,
): AnchorTables | undefined {
  const points = beyond?.[anchor.id]?.[floor.id];
  const storeys = storeysBetween(anchor, floor);
  const map = points && storeys ? residualMap(points, shape, storeys * MODEL.slabSdDb) : null;
  if (!map) return undefined;
  const place = { x: anchor.x, y: anchor.y, z: anchor.z + riseOf(anchor, floor) };
  const radio = { ...anchor.radio, powerDbm: anchor.radio.powerDbm - storeys * slabDb };
  return anchorTables(place, radio, floor.grid, tagHeightM, map);
}

/** Key of a gateway's tables for another floor; those for its own floor have its id as their key. */
export function tableKey(anchorId: string, floorId: string): string {
  return JSON.stringify([anchorId, floorId]);
}
