import { identifierOf } from "../assetIdentifier.ts";
import { isOnMap } from "../assetStatus.ts";
import { type spriteKeys, markerRadiusPx } from "./spriteKeys.ts";
import { type Batches, type Frame, type SceneView, motionOf } from "./sceneView.ts";

const tagBelowPx = 19;

/** Draws the asset whose row is hovered above all others, with its tag, even if it is in a cluster. */
export function drawMarked(
  { top }: Batches,
  frame: Frame,
  scene: SceneView,
  keys: ReturnType<typeof spriteKeys>,
): void {
  const { table, state, marked, sprites, view, nowMs } = scene;
  const row = marked === null ? undefined : table.rowOf(marked);
  const asset = row === undefined ? null : table.assetAt(row);
  if (row === undefined || asset === null || asset.guid === state.selected) return;
  if (!isOnMap(asset, nowMs, state.timeoutDay)) return;
  const isShown = asset.floorId === null || state.shownFloorIds.includes(asset.floorId);
  const scale = isShown ? scene.scale : "dot";
  const key = keys.spriteKeyOf(asset, scale, view.bearingDeg, nowMs);
  const motion = motionOf(row, table, frame);
  top.add(motion, keys.cellOf(key, asset, scale, view.bearingDeg, sprites), 1);
  top.add(motion, sprites.tag(identifierOf(asset.name, asset.type)), 1, 0, markerRadiusPx(scale) + tagBelowPx);
}
