import type { DemoRoom, FloorPoint, PlanLabel } from "../model.ts";

/** A wall with its openings closed, as a person looking for rooms sees it. */
export interface Partition {
  a: FloorPoint;
  b: FloorPoint;
}

/** A larger area is a hall with things in it, m². */
const largestM2 = 400;
/** A wall may be this far inside the room that it bounds. */
const slackM = 0.15;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * The rooms named by a floor's labels: from each label to the next wall in all four directions. An area that walls do not
 * enclose, or with a wall across it, is not a room.
 */
export function enclosedRooms(labels: readonly PlanLabel[], walls: readonly Partition[]): DemoRoom[] {
  const found = labels
    .filter(({ kind }) => kind === "room" || kind === "minor")
    .flatMap((label) => {
      const box = boxAround(label, walls);
      return box === null || areaOf(box) > largestM2 || walls.some((wall) => crosses(wall, box))
        ? []
        : [{ name: label.text, box }];
    })
    .toSorted((one, other) => areaOf(one.box) - areaOf(other.box));
  const kept: typeof found = [];
  for (const room of found) if (!kept.some(({ box }) => overlap(box, room.box))) kept.push(room);
  return kept.map(({ name, box }) => ({ name, area: cornersOf(box) }));
}

/** The rooms and those of these parts of a floor that overlap none of them. */
export function withFreeAreas(rooms: readonly DemoRoom[], areas: readonly DemoRoom[]): DemoRoom[] {
  const boxes = rooms.map(boxOf);
  return [...rooms, ...areas.filter((area) => !boxes.some((box) => overlap(box, boxOf(area))))];
}

function boxOf({ area }: DemoRoom): Box {
  const [xs, ys] = [area.map(({ x }) => x), area.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function boxAround({ x, y }: FloorPoint, walls: readonly Partition[]): Box | null {
  const box: Box = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
  for (const { a, b } of walls) {
    const [crossX, crossY] = [meets(a.y, b.y, a.x, b.x, y), meets(a.x, b.x, a.y, b.y, x)];
    if (crossX !== null && crossX <= x) box.left = Math.max(box.left, crossX);
    if (crossX !== null && crossX > x) box.right = Math.min(box.right, crossX);
    if (crossY !== null && crossY <= y) box.top = Math.max(box.top, crossY);
    if (crossY !== null && crossY > y) box.bottom = Math.min(box.bottom, crossY);
  }
  return Number.isFinite(areaOf(box)) ? box : null;
}

/** Where the line across at `at` meets the side from (p, u) to (q, v); null: nowhere. */
function meets(p: number, q: number, u: number, v: number, at: number): number | null {
  if (p === q || at < Math.min(p, q) || at > Math.max(p, q)) return null;
  return u + ((at - p) / (q - p)) * (v - u);
}

/** Whether a wall, which runs along one of the image's sides, has a piece inside a box. */
function crosses({ a, b }: Partition, { left, right, top, bottom }: Box): boolean {
  return (
    Math.max(a.x, b.x) > left + slackM &&
    Math.min(a.x, b.x) < right - slackM &&
    Math.max(a.y, b.y) > top + slackM &&
    Math.min(a.y, b.y) < bottom - slackM
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right - slackM &&
    other.left < one.right - slackM &&
    one.top < other.bottom - slackM &&
    other.top < one.bottom - slackM
  );
}

function areaOf({ left, right, top, bottom }: Box): number {
  return (right - left) * (bottom - top);
}

function cornersOf({ left, right, top, bottom }: Box): FloorPoint[] {
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}
