import { type Box, boxAround } from "../scene/boxes.ts";
import { type Place, toScreen, type View } from "./plane.ts";

/** Something that a pointer can hit. */
export interface Target {
  guids: readonly string[];
  radiusPx: number;
  /** Where it is right now. */
  place(): Place;
  /** Where it is gliding to, if it glides. */
  heading?(): Place | null;
  /** The offset at which it is drawn, px. */
  dx: number;
  dy: number;
}

const mouseReachPx = 12;
const fingerReachPx = 22;

/** The nearest target at a point of the screen, within a finger's or a mouse's reach. Later targets are on top. */
export function targetAt(
  targets: readonly Target[],
  view: View,
  x: number,
  y: number,
  isTouch: boolean,
): Target | null {
  let best: Target | null = null;
  let bestPx = Infinity;
  for (const target of targets) {
    const place = target.place();
    const at = toScreen(view, place.x, place.y);
    const reachPx = Math.max(target.radiusPx, isTouch ? fingerReachPx : mouseReachPx);
    const distancePx = Math.hypot(at.x + target.dx - x, at.y + target.dy - y);
    if (distancePx <= reachPx && distancePx <= bestPx) {
      best = target;
      bestPx = distancePx;
    }
  }
  return best;
}

/** The parts of the screen that markers, clusters and gateways take. */
export function boxesOf(targets: readonly Target[], view: View): Box[] {
  return targets.map(({ place, radiusPx, dx, dy }) => {
    const at = place();
    const { x, y } = toScreen(view, at.x, at.y);
    return boxAround(x + dx, y + dy, 2 * radiusPx, 2 * radiusPx);
  });
}

/** The parts of the screen that gliding markers are about to take, a radius after another. */
export function boxesAhead(targets: readonly Target[], view: View): Box[] {
  return targets.flatMap(({ place, heading, radiusPx, dx, dy }) => {
    const to = heading?.() ?? null;
    if (to === null) return [];
    const at = place();
    const [a, b] = [toScreen(view, at.x, at.y), toScreen(view, to.x, to.y)];
    const steps = Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / radiusPx);
    return Array.from({ length: steps }, (_, nth) => {
      const share = (nth + 1) / steps;
      const [x, y] = [a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share];
      return boxAround(x + dx, y + dy, 2 * radiusPx, 2 * radiusPx);
    });
  });
}
