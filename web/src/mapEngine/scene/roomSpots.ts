import { type Box, boxAround } from "./boxes.ts";

const stepPx = 11;
const heightPx = 16;

/** The position of a room's name, px from the middle of its room. */
export interface Spot {
  dx: number;
  dy: number;
}

interface Naming {
  /** The middle of the room and its extent, px of the screen. */
  x: number;
  y: number;
  roomWidthPx: number;
  roomHeightPx: number;
  nameWidthPx: number;
  /** The name's last spot: it stays there as long as it can. */
  before: Spot | undefined;
  isFree(box: Box): boolean;
}

/** The part of the screen that a name takes. */
export function nameBox({ x, y, nameWidthPx }: Pick<Naming, "x" | "y" | "nameWidthPx">, { dx, dy }: Spot): Box {
  return boxAround(x + dx, y + dy, nameWidthPx, heightPx);
}

/** The free spot in a room nearest to its middle; null if the name would cover something. */
export function nameSpot(naming: Naming): Spot | null {
  const { before, isFree, nameWidthPx } = naming;
  const reachX = (naming.roomWidthPx - nameWidthPx) / 2;
  const reachY = (naming.roomHeightPx - heightPx) / 2;
  if (reachX < 0) return null;
  const isIn = ({ dx, dy }: Spot): boolean => Math.abs(dx) <= reachX && (dy === 0 || Math.abs(dy) <= reachY);
  const fits = (spot: Spot): boolean => isIn(spot) && isFree(nameBox(naming, spot));
  if (before !== undefined && fits(before)) return before;
  return nearFirst.find(fits) ?? null;
}

const steps = Array.from({ length: 17 }, (_, nth) => nth - 8);

/** Above and below are tried before left and right: a name is wide. */
const nearFirst: readonly Spot[] = steps
  .flatMap((right) => steps.map((down) => ({ dx: right * stepPx, dy: down * stepPx })))
  .toSorted((a, b) => farness(a) - farness(b));

function farness({ dx, dy }: Spot): number {
  return Math.hypot(2 * dx, dy);
}
