import { type Scheme, tokensOf } from "../../theme/tokens.ts";
import type { PlacedAsset } from "../../live/liveStore.ts";
import { identifierOf } from "../assetIdentifier.ts";
import { isOnMap } from "../assetStatus.ts";
import { type Box, boxAround, occupiedBoxes } from "./boxes.ts";
import type { GroundShapes } from "../gpu/groundShapes.ts";
import type { MotionSegment } from "../gpu/spriteQuads.ts";
import { isLow, puckState, rgba } from "./spriteKeys.ts";
import { type Place, toPlane, toScreen, unitsPerM } from "../camera/plane.ts";
import { type Batches, type Frame, type SceneView, stationary, motionOf } from "./sceneView.ts";

const tagHeightPx = 27;
const pillPx = { width: 54, height: 19 };

/** Draws the selected asset above all others, with its tag, its accuracy and the distance to its nearest gateway. Returns the boxes it takes. */
export function drawSelected({ top, selectedGround }: Batches, frame: Frame, scene: SceneView): Box[] {
  const { state, table, sprites, view } = scene;
  selectedGround.clear();
  const row = state.selected === null ? undefined : table.rowOf(state.selected);
  const asset = row === undefined ? null : table.assetAt(row);
  if (row === undefined || asset === null || !isOnMap(asset, scene.nowMs, state.timeoutDay)) return [];

  const motion = motionOf(row, table, frame);
  const radiusPx = scene.scale === "named" ? 16 : 14;
  const place = { x: table.xAt(row, scene.clockMs), y: table.yAt(row, scene.clockMs) };
  const at = toScreen(view, place.x, place.y);
  const text = identifierOf(asset.name, asset.type);
  const tagAt = radiusPx + 19;
  const occupied = [
    boxAround(at.x, at.y, 2 * radiusPx + 8, 2 * radiusPx + 8),
    boxAround(at.x, at.y + tagAt - 2, sprites.tagWidthPx(text), tagHeightPx),
  ];
  if (state.showsConfidence && asset.accuracy !== null && asset.accuracy > 0)
    addAccuracy(selectedGround, motion, asset.accuracy, asset.lat, state.scheme, "selected");

  const nearest = state.gateways.find(({ guid }) => guid === asset.nearestHardwareGuid);
  if (nearest !== undefined) {
    const gateway = toPlane(nearest);
    const line = rgba(tokensOf(state.scheme).focus, 1);
    selectedGround.addLine(motion, gateway.x - frame.origin.x, gateway.y - frame.origin.y, line);
    if (asset.nearestHardwareDis !== null) {
      const share = pillShare(at, toScreen(view, gateway.x, gateway.y), occupied);
      // If the line is too short for the pill, it goes above the marker.
      const dy = share === null ? -(radiusPx + 16) : 0;
      const pill = sprites.pill(scene.distanceText(asset.nearestHardwareDis));
      top.add(share === null ? motion : between(motion, gateway, share, frame), pill, 1, 0, dy);
      const middle = between(stationary(place, frame), gateway, share ?? 0, frame);
      const pillAt = toScreen(view, middle.fromX + frame.origin.x, middle.fromY + frame.origin.y);
      occupied.push(boxAround(pillAt.x, pillAt.y + dy, pillPx.width, pillPx.height));
    }
  }
  top.add(motion, sprites.tag(text), 1, 0, tagAt);
  top.add(motion, sprites.marker(selectedSprite(asset, radiusPx, scene)), 1);
  return occupied;
}

/** The circle that contains the truth with 68 %: orange for the selected asset, a thin neutral line for all others. */
export function addAccuracy(
  ground: GroundShapes,
  motion: MotionSegment,
  radiusM: number,
  lat: number,
  scheme: Scheme,
  whose: "selected" | "any",
): void {
  const tokens = tokensOf(scheme);
  const isWide = radiusM > 10;
  const radius = radiusM * unitsPerM(lat);
  if (whose === "any") ground.addCircle(motion, radius, isWide, rgba(tokens.stale, 0.4), [0, 0, 0, 0]);
  else ground.addCircle(motion, radius, isWide, rgba(tokens.focus, 1), rgba(tokens.brand, isWide ? 0.06 : 0.11));
}

// The middle of the line, or another place along it, where the pill covers neither the marker nor its tag.
function pillShare(from: Place, to: Place, occupied: readonly Box[]): number | null {
  const boxes = occupiedBoxes();
  for (const box of [...occupied, boxAround(to.x, to.y, 16, 16)]) boxes.occupy(box);
  for (const share of [0.5, 0.6, 0.7, 0.4, 0.8]) {
    const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
    if (boxes.isFree(boxAround(x, y, pillPx.width, pillPx.height))) return share;
  }
  return null;
}

/** The path of a point at a given share of the line from a moving place to a standing one. */
function between(motion: MotionSegment, standing: Place, share: number, { origin }: Frame): MotionSegment {
  const [x, y] = [(standing.x - origin.x) * share, (standing.y - origin.y) * share];
  return {
    ...motion,
    fromX: motion.fromX * (1 - share) + x,
    fromY: motion.fromY * (1 - share) + y,
    toX: motion.toX * (1 - share) + x,
    toY: motion.toY * (1 - share) + y,
  };
}

function selectedSprite(asset: PlacedAsset, radiusPx: number, { view, nowMs }: SceneView) {
  return {
    state: puckState(asset, nowMs),
    type: asset.type,
    radiusPx,
    headingDeg: asset.headingDeg === null ? null : asset.headingDeg - view.bearingDeg,
    isLow: isLow(asset),
    isSelected: true,
  };
}
