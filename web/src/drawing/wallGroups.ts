import type { WallLine } from "./WallLine.ts";

/**
 * Lines that touch each other, all within a square of this side, m, are a letter, a digit or a piece of furniture: no room is
 * that small, so they enclose and separate nothing.
 */
const smallestGroupM = 2.5;
/** Lines with a smaller gap than this touch, m: scanned strokes do not quite meet. */
const touchM = 0.1;
/** The widest doorway: a short line beyond it, in the same direction as a wall, is the wall's other side, m. */
const doorwayM = 1.5;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The lines without those of text and furniture. */
export function withoutText(lines: readonly WallLine[]): WallLine[] {
  const groups = groupsOf(lines);
  const walls = groups.filter((group) => sideOf(group) >= smallestGroupM).flat();
  const pieces = groups.filter(
    (group) => sideOf(group) < smallestGroupM && group.some((line) => walls.some((wall) => continues(line, wall))),
  );
  const retained = new Set([...walls, ...pieces.flat()]);
  return lines.filter((line) => retained.has(line));
}

/** The lines in groups that touch. */
function groupsOf(lines: readonly WallLine[]): WallLine[][] {
  const boxes = lines.map((line) => boxOf([line], touchM));
  const free = new Set(lines.keys());
  const groups: WallLine[][] = [];
  for (const first of lines.keys()) {
    if (!free.delete(first)) continue;
    const group = [first];
    // The group grows while it is walked through.
    for (const at of group)
      for (const other of free)
        if (overlap(boxes[at]!, boxes[other]!)) {
          free.delete(other);
          group.push(other);
        }
    groups.push(group.map((at) => lines[at]!));
  }
  return groups;
}

function sideOf(group: readonly WallLine[]): number {
  const { left, right, top, bottom } = boxOf(group, 0);
  return Math.max(right - left, bottom - top);
}

/** Whether a line goes on where a wall ends, with a doorway between them. */
function continues(line: WallLine, wall: WallLine): boolean {
  const isAcross = Math.abs(wall.b.x - wall.a.x) >= Math.abs(wall.b.y - wall.a.y);
  if (isAcross !== Math.abs(line.b.x - line.a.x) >= Math.abs(line.b.y - line.a.y)) return false;
  const [along, side] = isAcross ? (["x", "y"] as const) : (["y", "x"] as const);
  const gapM =
    Math.max(Math.min(line.a[along], line.b[along]), Math.min(wall.a[along], wall.b[along])) -
    Math.min(Math.max(line.a[along], line.b[along]), Math.max(wall.a[along], wall.b[along]));
  const isInLine = Math.abs(line.a[side] - wall.a[side]) <= Math.max(line.thicknessM, wall.thicknessM) / 2;
  return isInLine && gapM > 0 && gapM <= doorwayM;
}

function boxOf(lines: readonly WallLine[], aroundM: number): Box {
  const out = (line: WallLine): number => line.thicknessM / 2 + aroundM;
  return {
    left: Math.min(...lines.map((line) => Math.min(line.a.x, line.b.x) - out(line))),
    right: Math.max(...lines.map((line) => Math.max(line.a.x, line.b.x) + out(line))),
    top: Math.min(...lines.map((line) => Math.min(line.a.y, line.b.y) - out(line))),
    bottom: Math.max(...lines.map((line) => Math.max(line.a.y, line.b.y) + out(line))),
  };
}

const overlap = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
