import type { Point } from "@pulse/geo/localFrame";
import { type Band, bandsOf, type GreyImage } from "./darkBands.ts";
import { joinedFaces } from "./wallFaces.ts";
import { withoutText } from "./wallGroups.ts";
import type { WallLine } from "./WallLine.ts";

/** Shorter pieces of wall, m, weaken no signal that people would notice, and plans are full of shorter strokes. */
const shortestM = 0.8;
/** Anything thicker is an area, m. */
const thickestM = 0.8;
/** A wall is at least this many times as long as it is thick. */
const slenderness = 3;
/** Lines with a smaller gap are one, m. */
const gapM = 0.3;

/**
 * The lines of a plan that may be walls, the longest first. Only lines along the plan's own edges are found: those are
 * nearly all walls of nearly all plans, and people draw the rest by hand.
 * @param mPerPx metres per pixel, to the right and down
 */
export function darkWalls(image: GreyImage, mPerPx: { x: number; y: number }): WallLine[] {
  const across = linesOf(image, mPerPx);
  const down = linesOf(turned(image), { x: mPerPx.y, y: mPerPx.x }).map(turnedLine);
  return withoutText(joined(across, down)).toSorted((a, b) => lengthOf(b) - lengthOf(a));
}

export const lengthOf = ({ a, b }: Pick<WallLine, "a" | "b">): number => Math.hypot(b.x - a.x, b.y - a.y);

function linesOf(image: GreyImage, mPerPx: { x: number; y: number }): WallLine[] {
  const lines = bandsOf(image, Math.max(2, Math.round(shortestM / mPerPx.x)))
    .map((band) => lineOf(band, mPerPx))
    .filter((line) => line.thicknessM <= thickestM && lengthOf(line) >= slenderness * line.thicknessM);
  return joinedFaces(merged(lines));
}

function lineOf({ start, end, top, bottom }: Band, mPerPx: { x: number; y: number }): WallLine {
  const y = ((top + bottom) / 2) * mPerPx.y;
  return { a: { x: start * mPerPx.x, y }, b: { x: end * mPerPx.x, y }, thicknessM: (bottom - top) * mPerPx.y };
}

/** Joins lines that continue one another. */
function merged(lines: readonly WallLine[]): WallLine[] {
  const done: WallLine[] = [];
  for (const line of lines.toSorted((one, other) => one.a.x - other.a.x)) {
    const before = done.find(
      ({ a, b, thicknessM }) =>
        Math.abs(a.y - line.a.y) <= Math.max(thicknessM, line.thicknessM) / 2 && line.a.x - b.x <= gapM,
    );
    if (before === undefined) done.push({ ...line, a: { ...line.a }, b: { ...line.b } });
    else before.b.x = Math.max(before.b.x, line.b.x);
  }
  return done;
}

/** Makes lines that meet end on each other's middle, not on the far side of the band. */
function joined(across: readonly WallLine[], down: readonly WallLine[]): WallLine[] {
  const ended = (end: Point, along: "x" | "y", { thicknessM }: WallLine, others: readonly WallLine[]): Point => {
    const side = along === "x" ? "y" : "x";
    const other = others.find(({ a, b, thicknessM: thickM }) => {
      const reachM = Math.max(thicknessM, thickM);
      const [from, to] = [Math.min(a[side], b[side]) - reachM, Math.max(a[side], b[side]) + reachM];
      return Math.abs(a[along] - end[along]) <= reachM && end[side] >= from && end[side] <= to;
    });
    return other === undefined ? end : { ...end, [along]: other.a[along] };
  };
  const meeting = (lines: readonly WallLine[], along: "x" | "y", others: readonly WallLine[]): WallLine[] =>
    lines.map((line) => ({
      ...line,
      a: ended(line.a, along, line, others),
      b: ended(line.b, along, line, others),
    }));
  return [...meeting(across, "x", down), ...meeting(down, "y", across)];
}

function turned({ width, height, grey }: GreyImage): GreyImage {
  const other = new Uint8Array(grey.length);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) other[x * height + y] = grey[y * width + x]!;
  return { width: height, height: width, grey: other };
}

const turnedPoint = ({ x, y }: Point): Point => ({ x: y, y: x });
const turnedLine = ({ a, b, thicknessM }: WallLine): WallLine => ({
  a: turnedPoint(a),
  b: turnedPoint(b),
  thicknessM,
});
