import type { SpriteImages } from "../sprites/spriteImages.ts";
import type { GroundShapes } from "./gpu/groundShapes.ts";
import type { SpriteQuads, Way } from "./gpu/spriteQuads.ts";
import type { MarkerTable } from "./markerTable.ts";
import type { Place, View } from "./plane.ts";
import type { MarkerScale } from "../../basemap/scale.ts";
import type { SiteMapState } from "./siteMapState.ts";

/** What a picture is made of: the camera, the page's state, and what a person has done on the map itself. */
export interface SceneView {
  view: View;
  scale: MarkerScale;
  state: SiteMapState;
  sprites: SpriteImages;
  table: MarkerTable;
  /** The members of a cluster that was fanned out by a click. */
  fanned: ReadonlySet<string>;
  hovered: string | null;
  /** The asset whose row of the list is pointed at. */
  marked: string | null;
  /** The time of day, for ages. */
  nowMs: number;
  /** A monotonic clock, for movement. */
  clockMs: number;
  distanceText(metres: number): string;
}

/** Everything that is drawn, from below to above. */
export interface Batches {
  /** The accuracy of all. */
  circles: GroundShapes;
  /** The accuracy of the selected asset and the line to its nearest gateway. */
  selectedGround: GroundShapes;
  gateways: SpriteQuads;
  names: SpriteQuads;
  markers: SpriteQuads;
  /** What is hovered and what is selected. */
  top: SpriteQuads;
}

/** What places and times in the batches are relative to: the card's numbers have seven digits. */
export interface Frame {
  origin: Place;
  epochMs: number;
}

/** The way of a row as the card takes it. */
export function wayOf(row: number, table: MarkerTable, { origin, epochMs }: Frame): Way {
  const { fromX, fromY, toX, toY, startMs, durationMs } = table.columns();
  return {
    fromX: fromX[row]! - origin.x,
    fromY: fromY[row]! - origin.y,
    toX: toX[row]! - origin.x,
    toY: toY[row]! - origin.y,
    startMs: startMs[row]! - epochMs,
    durationMs: durationMs[row]!,
  };
}

/** A way that stays where it is. */
export function still({ x, y }: Place, { origin }: Frame): Way {
  const at = { x: x - origin.x, y: y - origin.y };
  return { fromX: at.x, fromY: at.y, toX: at.x, toY: at.y, startMs: 0, durationMs: 0 };
}

/** Whether a floor is one of those that are not shown now; what lies on a floor that is no more is shown on all. */
export function hiddenFloors({
  plans,
  shownFloorIds,
}: Pick<SiteMapState, "plans" | "shownFloorIds">): (floorId: string | null) => boolean {
  const hidden = new Set<string | null>(plans.map(({ id }) => id));
  for (const id of shownFloorIds) hidden.delete(id);
  return (floorId) => hidden.has(floorId);
}
