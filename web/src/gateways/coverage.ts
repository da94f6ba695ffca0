import type { Drawing } from "@pulse/contract/drawing";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";

/** A gateway's radio settings; null: the product's default. */
export interface RadioSettings {
  alpha: number | null;
  beta: number | null;
  gamma: number | null;
  /** dBm at 1 m. */
  measuredPower: number | null;
}

interface Point {
  x: number;
  y: number;
}

/** The walls of a floor and the doors in them. */
export type Obstacles = Pick<Drawing, "walls" | "doors">;

/** The engine's defaults (positioning/src/model/pathLoss.ts). */
const defaults = { powerDbm: -59, exponent: 2.2, alpha: 0.42093, beta: 6.9476, gamma: 0.54992 };
/** Outside these bounds the engine uses the default (`unused_properties`). */
const bounds = { alpha: [1e-3, 1e3], beta: [0.1, 100], gamma: [-10, 10], measuredPower: [-100, -1] } as const;
/** The engine's loss for a wall without a stated one (positioning/src/model/walls.ts), dB. */
const unknownLossDb = 3;
/** Indoors the law is not credible beyond this distance, m. */
const farthestM = 60;
/** A door opens a wall within this distance, m. */
const doorWidthM = 0.3;
const rays = 72;

/** The distance at which a tag is heard at `rssi` dBm without walls, m: by the customer's curve if set, else by the logarithmic law. */
export function rangeM(radio: RadioSettings, rssi: number): number {
  const power = usable(radio.measuredPower, bounds.measuredPower) ?? defaults.powerDbm;
  const alpha = usable(radio.alpha, bounds.alpha);
  const beta = usable(radio.beta, bounds.beta);
  const gamma = usable(radio.gamma, bounds.gamma);
  const isCurve = alpha !== null || beta !== null || gamma !== null;
  const metres = isCurve
    ? (alpha ?? defaults.alpha) * Math.max(0, rssi / power) ** (beta ?? defaults.beta) + (gamma ?? defaults.gamma)
    : 10 ** ((power - rssi) / (10 * defaults.exponent));
  return Number.isFinite(metres) ? Math.min(farthestM, Math.max(0.1, metres)) : farthestM;
}

function usable(value: number | null, [min, max]: readonly [number, number]): number | null {
  return value !== null && value >= min && value <= max ? value : null;
}

/** Where a gateway hears a tag at `rssi` dBm or louder: a polygon around it, smaller behind walls. */
export function coverageArea(at: LatLon, radio: RadioSettings, rssi: number, { walls, doors }: Obstacles): LatLon[] {
  const frame = localFrame(at);
  const open = doors.map(({ at: [a, b] }) => [frame.toLocal(a), frame.toLocal(b)] as const);
  const sides = walls.flatMap(({ points, lossDb }) => {
    const corners = points.map((point) => frame.toLocal(point));
    return corners.slice(1).map((b, nth) => ({ a: corners[nth]!, b, lossDb: lossDb ?? unknownLossDb }));
  });
  return Array.from({ length: rays }, (_, nth) => {
    const angle = (2 * Math.PI * nth) / rays;
    const towards = { x: Math.cos(angle), y: Math.sin(angle) };
    const crossings = sides
      .flatMap(({ a, b, lossDb }) => {
        const m = crossingM(towards, a, b);
        if (m === null) return [];
        const place = { x: towards.x * m, y: towards.y * m };
        return open.some(([c, d]) => distanceToM(place, c, d) < doorWidthM) ? [] : { m, lossDb };
      })
      .sort((a, b) => a.m - b.m);
    const m = reachM(radio, rssi, crossings);
    return frame.toLatLon({ x: towards.x * m, y: towards.y * m });
  });
}

/** How far away a tag may be in one direction: every wall weakens the signal. */
function reachM(radio: RadioSettings, rssi: number, crossings: readonly { m: number; lossDb: number }[]): number {
  let lossDb = 0;
  for (const crossing of crossings) {
    const free = rangeM(radio, rssi + lossDb);
    if (free <= crossing.m) return free;
    lossDb += crossing.lossDb;
    // Already too faint right behind the wall.
    if (rangeM(radio, rssi + lossDb) <= crossing.m) return crossing.m;
  }
  return rangeM(radio, rssi + lossDb);
}

/** The distance from the origin at which a ray meets a side, m; null: it does not. */
function crossingM(towards: Point, a: Point, b: Point): number | null {
  const [sx, sy] = [b.x - a.x, b.y - a.y];
  const cross = towards.x * sy - towards.y * sx;
  if (Math.abs(cross) < 1e-9) return null;
  const m = (a.x * sy - a.y * sx) / cross;
  const share = (a.x * towards.y - a.y * towards.x) / cross;
  return m > 0 && share >= 0 && share <= 1 ? m : null;
}

/** The distance of a place to a side, m. */
function distanceToM(place: Point, a: Point, b: Point): number {
  const nearest = nearestOn(place, a, b);
  return Math.hypot(nearest.x - place.x, nearest.y - place.y);
}

/** The nearest point of a side. */
export function nearestOn(place: Point, a: Point, b: Point): Point {
  const [sx, sy] = [b.x - a.x, b.y - a.y];
  const length2 = sx * sx + sy * sy;
  const share = length2 === 0 ? 0 : ((place.x - a.x) * sx + (place.y - a.y) * sy) / length2;
  const clamped = Math.min(1, Math.max(0, share));
  return { x: a.x + clamped * sx, y: a.y + clamped * sy };
}
