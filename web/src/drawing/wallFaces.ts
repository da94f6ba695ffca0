import type { WallLine } from "./WallLine.ts";

/** The two faces of one wall are at most this far apart, outer edge to outer edge. */
const thickestWallM = 0.5;
/** Lines that run side by side for less than this share of the shorter one are two walls. */
const besideShare = 0.8;

interface Wall {
  from: number;
  to: number;
  top: number;
  bottom: number;
}

/**
 * Joins the lines of one wall: plans draw a wall as its two faces, and window frames between them. Two lines would weaken
 * signals twice.
 * @param lines from left to right
 */
export function joinedFaces(lines: readonly WallLine[]): WallLine[] {
  const walls: Wall[] = [];
  const longestFirst = lines.toSorted((one, other) => other.b.x - other.a.x - (one.b.x - one.a.x));
  for (const line of longestFirst.map(wallOf)) {
    const other = walls.find((wall) => isOneWall(wall, line));
    if (other === undefined) walls.push(line);
    else if (line.to - line.from >= besideShare * (other.to - other.from)) {
      other.top = Math.min(other.top, line.top);
      other.bottom = Math.max(other.bottom, line.bottom);
    }
  }
  return walls.map(lineOf);
}

function isOneWall(one: Wall, other: Wall): boolean {
  const besideM = Math.min(one.to, other.to) - Math.max(one.from, other.from);
  const thickM = Math.max(one.bottom, other.bottom) - Math.min(one.top, other.top);
  return besideM >= besideShare * (other.to - other.from) && thickM <= thickestWallM;
}

function wallOf({ a, b, thicknessM }: WallLine): Wall {
  return { from: a.x, to: b.x, top: a.y - thicknessM / 2, bottom: a.y + thicknessM / 2 };
}

function lineOf({ from, to, top, bottom }: Wall): WallLine {
  const y = (top + bottom) / 2;
  return { a: { x: from, y }, b: { x: to, y }, thicknessM: bottom - top };
}
