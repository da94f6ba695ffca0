import type { FloorPoint, WallKind } from "../model.ts";
import type { Sheet } from "./sheet.ts";
import { alongWall, type Opening } from "./wallPieces.ts";

/** Draws the openings of a wall: first the outer wall is erased there, then leaf and arc, roller or glass. */
export function drawOpening(sheet: Sheet, kind: WallKind, a: FloorPoint, b: FloorPoint, opening: Opening): void {
  const first = alongWall(a, b, opening.from);
  const second = alongWall(a, b, opening.from + opening.width);
  if (opening.kind === "window") {
    sheet.path("window", [first, second], false);
    return;
  }
  if (kind === "outer") sheet.path("opening", [first, second], false);
  if (opening.kind === "roller") sheet.path("roller", [first, second], false);
  else if (opening.kind === "slide") drawSlide(sheet, first, second);
  else if (opening.kind === "swing") {
    const [hinge, shut] = opening.hinge === "second" ? [second, first] : [first, second];
    sheet.leaf(hinge, opened(a, b, hinge, opening.width, opening), shut);
  } else if (opening.kind === "double") {
    const middle = alongWall(first, second, opening.width / 2);
    for (const hinge of [first, second]) sheet.leaf(hinge, opened(a, b, hinge, opening.width / 2, opening), middle);
  }
}

/** Two panes that pass each other. */
function drawSlide(sheet: Sheet, first: FloorPoint, second: FloorPoint): void {
  const middle = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
  sheet.path("glass", [first, middle], false);
  sheet.path("glass", [middle, second], false);
}

/** The free edge of an open leaf, square to the wall. */
function opened(a: FloorPoint, b: FloorPoint, hinge: FloorPoint, width: number, opening: Opening): FloorPoint {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  // With y down, the right hand of somebody walking from a to b is (-dy, dx).
  const side = opening.to === "left" ? -1 : 1;
  return {
    x: hinge.x - (side * width * (b.y - a.y)) / length,
    y: hinge.y + (side * width * (b.x - a.x)) / length,
  };
}
