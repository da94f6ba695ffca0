import type { SpriteImages } from "../sprites/spriteImages.ts";
import type { GroundShapes } from "../gpu/groundShapes.ts";
import type { SpriteQuads, MotionSegment } from "../gpu/spriteQuads.ts";
import type { MarkerTable } from "./markerTable.ts";
import type { Place, View } from "../camera/plane.ts";
import type { MarkerScale } from "../../basemap/scale.ts";
import type { SiteMapState } from "../siteMapState.ts";

/** The input of a picture: the camera, the page's state, and what a person has done on the map itself. */
export interface SceneView {
  view: View;
  scale: MarkerScale;
  state: SiteMapState;
  sprites: SpriteImages;
  table: MarkerTable;
  /** The members of a cluster that was fanned out by a click. */
  fanned: ReadonlySet<string>;
  hovered: string | null;
  /** The asset whose row in the list is hovered. */
  marked: string | null;
  /** The time, for ages. */
  nowMs: number;
  /** A monotonic clock, for movement. */
  clockMs: number;
  distanceText(metres: number): string;
}

/** Everything that is drawn, from the lowest up. */
export interface Batches {
  /** The accuracy of all assets. */
  circles: GroundShapes;
  /** The accuracy of the selected asset and the line to its nearest gateway. */
  selectedGround: GroundShapes;
  gateways: SpriteQuads;
  names: SpriteQuads;
  markers: SpriteQuads;
  /** The hovered and the selected asset. */
  top: SpriteQuads;
}

/** The origin of places and times in the batches: the graphics card's numbers have only seven digits. */
export interface Frame {
  origin: Place;
  epochMs: number;
}

/** The path of a row in the graphics card's form. */
export function motionOf(row: number, table: MarkerTable, { origin, epochMs }: Frame): MotionSegment {
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

/** A path that stays at one place. */
export function stationary({ x, y }: Place, { origin }: Frame): MotionSegment {
  const at = { x: x - origin.x, y: y - origin.y };
  return { fromX: at.x, fromY: at.y, toX: at.x, toY: at.y, startMs: 0, durationMs: 0 };
}

/** Whether a floor is currently hidden; things on a floor that no longer exist are shown on all floors. */
export function hiddenFloors({
  plans,
  shownFloorIds,
}: Pick<SiteMapState, "plans" | "shownFloorIds">): (floorId: string | null) => boolean {
  const hidden = new Set<string | null>(plans.map(({ id }) => id));
  for (const id of shownFloorIds) hidden.delete(id);
  return (floorId) => hidden.has(floorId);
}
