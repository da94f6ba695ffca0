import { type Box, boxAround } from "./boxes.ts";
import type { Place } from "../camera/plane.ts";
import type { Spot } from "./roomSpots.ts";

const heightPx = 14;
const insetPx = 4;
const minStepPx = 11;
const maxSteps = 8;
/** A geofence narrower than this share of its name is too small to be named. */
const minShare = 0.8;

interface Naming {
  /** The outline on the screen, px. */
  corners: readonly Place[];
  nameWidthPx: number;
  /** The name's last spot, px from the first corner: it stays there as long as it can. */
  before: Spot | undefined;
  isFree(box: Box): boolean;
}

/** The part of the screen that a geofence's name takes. */
export function fenceNameBox({ corners, nameWidthPx }: Pick<Naming, "corners" | "nameWidthPx">, { dx, dy }: Spot): Box {
  return boxAround(corners[0]!.x + dx, corners[0]!.y + dy, nameWidthPx, heightPx);
}

/**
 * The uppermost, then leftmost free spot inside a geofence, or else directly below or above it, px from its first corner;
 * null if everything is taken or the geofence is too small.
 */
export function fenceNameSpot(naming: Naming): Spot | null {
  const { corners, nameWidthPx, before, isFree } = naming;
  const { left, top, right, bottom } = boundsOf(corners);
  if (right - left < minShare * nameWidthPx) return null;
  const spotAt = (x: number, y: number): Spot => ({ dx: x - corners[0]!.x, dy: y - corners[0]!.y });
  const awayPx = insetPx + heightPx / 2;
  const beside = [bottom + awayPx, top - awayPx].map((y) => spotAt((left + right) / 2, y));
  const isFreeAt = (spot: Spot): boolean => isFree(fenceNameBox(naming, spot));
  const fits = (spot: Spot): boolean => {
    const box = fenceNameBox(naming, spot);
    const ends = [box.left, box.right].flatMap((x) => [box.top, box.bottom].map((y) => ({ x, y })));
    return ends.every((end) => isWithin(end, corners)) && isFree(box);
  };
  if (before !== undefined) {
    if (fits(before)) return before;
    const same = beside.find(({ dx, dy }) => Math.hypot(dx - before.dx, dy - before.dy) < 1);
    if (same !== undefined && isFreeAt(same)) return same;
  }
  const [roomX, roomY] = [right - left - nameWidthPx - 2 * insetPx, bottom - top - heightPx - 2 * insetPx];
  const first = { x: left + insetPx + nameWidthPx / 2, y: top + awayPx };
  for (const down of stepsOver(roomY))
    for (const along of stepsOver(roomX)) {
      const spot = spotAt(first.x + along, first.y + down);
      if (fits(spot)) return spot;
    }
  return beside.find(isFreeAt) ?? null;
}

/** The offsets at which a name is tried, with this much room to spare; none if the room is negative. */
function stepsOver(room: number): number[] {
  if (room < 0) return [];
  const steps = Math.min(maxSteps, Math.floor(room / minStepPx));
  return Array.from({ length: steps + 1 }, (_, nth) => (steps === 0 ? 0 : (room * nth) / steps));
}

function boundsOf(corners: readonly Place[]): Box {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of corners) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}

function isWithin({ x, y }: Place, corners: readonly Place[]): boolean {
  let isInside = false;
  for (const [nth, a] of corners.entries()) {
    const b = corners[(nth + 1) % corners.length]!;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isInside = !isInside;
  }
  return isInside;
}
