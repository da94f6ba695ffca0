import { identifierOf } from "../assetIdentifier.ts";
import { strengthOf } from "../assetStatus.ts";
import { type Box, boxAround, occupiedBoxes } from "./boxes.ts";
import { toScreen } from "../camera/plane.ts";
import type { SceneView } from "./sceneView.ts";

const belowPx = 23;
const heightPx = 14;
const maxNames = 300;

export interface LabelInput {
  scene: SceneView;
  /** Rows that may be named, the most important first. */
  rows: readonly number[];
  /** The assets named last time: a name stays as long as it can. */
  named: ReadonlySet<string>;
  /** The boxes that names must not touch. */
  occupied: readonly Box[];
  add(row: number, text: string, strength: number, dy: number): void;
}

/** Names the visible assets whose name touches no marker and no other name. Returns the named ones. */
export function placeLabels({ scene, rows, named, occupied, add }: LabelInput): Set<string> {
  const { table, view, clockMs, sprites } = scene;
  const boxes = occupiedBoxes();
  for (const box of occupied) boxes.occupy(box);
  const now = new Set<string>();
  const guidOf = (row: number): string => table.assetAt(row)!.guid;
  const inOrder = [...rows.filter((row) => named.has(guidOf(row))), ...rows.filter((row) => !named.has(guidOf(row)))];
  for (const row of inOrder) {
    if (now.size === maxNames) break;
    const asset = table.assetAt(row)!;
    const { x, y } = toScreen(view, table.xAt(row, clockMs), table.yAt(row, clockMs));
    if (x < 0 || y < 0 || x > view.widthPx || y > view.heightPx) continue;
    const text = identifierOf(asset.name, asset.type);
    const box = boxAround(x, y + belowPx, sprites.nameWidthPx(text) - 8, heightPx);
    if (!boxes.isFree(box)) continue;
    boxes.occupy(box);
    now.add(asset.guid);
    add(row, text, strengthOf(scene.nowMs - asset.lastUpdatedMs, scene.state.timeoutDay), belowPx);
  }
  return now;
}
