const dayMs = 24 * 3_600_000;
/** A line through fewer days than this cannot predict when a battery will be empty. */
export const minDays = 14;
/** Nobody plans further ahead than this. */
const maxDays = 5 * 365;
/** A rise by more than this is a new battery, not a warmer day; percent. */
const newBatteryPercent = 15;

export interface BatteryLevel {
  atMs: number;
  percent: number;
}

/**
 * When a battery will be empty, by a straight line through its levels (oldest first) since it was put in. Null if they span
 * less than 14 days or do not fall.
 */
export function batteryEnd(levels: readonly BatteryLevel[]): number | null {
  const started = levels.findLastIndex(
    ({ percent }, index) => index > 0 && percent - levels[index - 1]!.percent > newBatteryPercent,
  );
  const since = levels.slice(Math.max(started, 0));
  const [first, last] = [since[0], since.at(-1)];
  if (first === undefined || last === undefined || last.atMs - first.atMs < minDays * dayMs) return null;
  const days = since.map(({ atMs }) => (atMs - first.atMs) / dayMs);
  const meanDay = mean(days);
  const meanPercent = mean(since.map(({ percent }) => percent));
  const spread = days.reduce((sum, day) => sum + (day - meanDay) ** 2, 0);
  const slope = days.reduce((sum, day, at) => sum + (day - meanDay) * (since[at]!.percent - meanPercent), 0) / spread;
  const endDay = meanDay - meanPercent / slope;
  const lastDay = days.at(-1) ?? 0;
  if (!(slope < 0) || endDay - lastDay > maxDays) return null;
  return first.atMs + Math.max(endDay, lastDay) * dayMs;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
