/** One line of a chart. */
export interface ChartSeries {
  name: string;
  points: readonly ChartPoint[];
}

export interface ChartPoint {
  atMs: number;
  value: number;
  /** The extremes that the value summarises. */
  low?: number;
  high?: number;
}

/** Puts values between two on the pixels between two others. */
export const linearScale =
  ([low, high]: readonly [number, number], [from, to]: readonly [number, number]) =>
  (value: number): number =>
    from + ((value - low) / (high - low)) * (to - from);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const timeStepsMs = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 30, 60, 180, 365].map((days) => days * dayMs),
];

/** Round moments of the viewer's clock within a span, at most this many, each with its text: `HH:mm`, or `MM-DD` at midnight. */
export function timeTicks(fromMs: number, toMs: number, maxCount: number): { atMs: number; text: string }[] {
  const stepMs = timeStepsMs.find((each) => (toMs - fromMs) / each <= maxCount - 1) ?? timeStepsMs.at(-1)!;
  const offsetMs = (atMs: number): number => new Date(atMs).getTimezoneOffset() * minuteMs;
  const ticks = [];
  // Counted on the wall clock, so that they stay round when the clocks change.
  const firstWallMs = Math.ceil((fromMs - offsetMs(fromMs)) / stepMs) * stepMs;
  for (let wallMs = firstWallMs; ; wallMs += stepMs) {
    const atMs = wallMs + offsetMs(wallMs + offsetMs(wallMs));
    if (atMs > toMs) return ticks;
    if (atMs >= fromMs) ticks.push({ atMs, text: tickText(new Date(atMs)) });
  }
}

function tickText(at: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  if (at.getHours() === 0 && at.getMinutes() === 0) return `${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Round values from the lowest to the highest, few enough not to crowd. */
export function valueTicks(low: number, high: number, maxCount = 5): number[] {
  const step = [1, 2, 5, 10, 20, 25, 50, 100].find((each) => (high - low) / each <= maxCount) ?? high - low;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, index) => first + index * step);
}

/** The distance between points above which no line is drawn: four times the usual one. */
export function gapOf(series: readonly ChartSeries[]): number {
  const steps = series
    .flatMap(({ points }) => points.slice(1).map(({ atMs }, index) => atMs - points[index]!.atMs))
    .sort((a, b) => a - b);
  return 4 * (steps[Math.floor(steps.length / 2)] ?? Infinity);
}

/** The parts of a line between its gaps. */
export function partsOf(points: readonly ChartPoint[], gapMs: number): ChartPoint[][] {
  const parts: ChartPoint[][] = [];
  for (const point of points) {
    const last = parts.at(-1);
    if (last === undefined || point.atMs - last.at(-1)!.atMs > gapMs) parts.push([point]);
    else last.push(point);
  }
  return parts;
}

/** The point nearest in time, unless it is further away than this. */
export function nearestPoint(points: readonly ChartPoint[], atMs: number, withinMs: number): ChartPoint | null {
  let best: ChartPoint | null = null;
  for (const point of points)
    if (best === null || Math.abs(point.atMs - atMs) < Math.abs(best.atMs - atMs)) best = point;
  return best !== null && Math.abs(best.atMs - atMs) <= withinMs ? best : null;
}
