import { cornersOf } from "@pulse/geo/fenceShape";
import type { MapFence } from "../mapFence.ts";
import { type Box, occupiedBoxes } from "./boxes.ts";
import { fenceNameBox, fenceNameSpot } from "./fenceSpots.ts";
import { type Place, toPlane, toScreen } from "../camera/plane.ts";
import type { Spot } from "./roomSpots.ts";
import { type Batches, type Frame, type SceneView, stationary } from "./sceneView.ts";

/** Enough corners of an outline to place a name. */
const maxCorners = 64;

/**
 * Names the shown geofences, each inside its outline or beside it, where the name covers nothing. `spots`: the last spot of
 * each name by the geofence's id; it is updated. `roomNames`: what the map names already, in lower case; a geofence of such a room
 * needs no second name. Returns the parts of the screen that the names take.
 */
export function drawFenceNames(
  { gateways }: Batches,
  frame: Frame,
  { state, sprites, view }: SceneView,
  spots: Map<string, Spot>,
  occupied: readonly Box[],
  roomNames: ReadonlySet<string>,
): Box[] {
  if (state.fences.length === 0) return [];
  const boxes = occupiedBoxes();
  for (const box of occupied) boxes.occupy(box);
  const named: Box[] = [];
  for (const fence of state.fences) {
    if (roomNames.has(fence.name.toLowerCase())) continue;
    const outline = outlineOf(fence);
    const [anchor] = outline;
    if (anchor === undefined) continue;
    const naming = {
      corners: outline.map(({ x, y }) => toScreen(view, x, y)),
      nameWidthPx: sprites.fenceNameWidthPx(fence.name, fence.isRestricted),
      before: spots.get(fence.id),
      isFree: boxes.isFree,
    };
    const spot = fenceNameSpot(naming);
    if (spot === null) continue;
    spots.set(fence.id, spot);
    const box = fenceNameBox(naming, spot);
    boxes.occupy(box);
    named.push(box);
    gateways.add(stationary(anchor, frame), sprites.fenceName(fence.name, fence.isRestricted), 1, spot.dx, spot.dy);
  }
  return named;
}

const outlines = new WeakMap<MapFence, readonly Place[]>();

/** The outer ring of the first part on the plane; cached, since pictures need it several times a second. */
function outlineOf(fence: MapFence): readonly Place[] {
  const known = outlines.get(fence);
  if (known !== undefined) return known;
  const corners = cornersOf(fence.parts[0]?.[0] ?? []);
  const every = Math.ceil(corners.length / maxCorners);
  const outline = corners.filter((_, nth) => nth % every === 0).map(([lon, lat]) => toPlane({ lat, lon }));
  outlines.set(fence, outline);
  return outline;
}
