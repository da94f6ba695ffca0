/** Resting voltage in mV and charge in % of a lithium primary cell at a tag's low load (CR2477/CR2032 data sheets). */
const CURVE: readonly (readonly [mv: number, percent: number])[] = [
  [2000, 0],
  [2400, 6],
  [2600, 12],
  [2700, 20],
  [2800, 35],
  [2900, 60],
  [3000, 100],
];

/** Charge in whole percent, 0…100, of a tag that reports its battery only in millivolts. Above 3.0 V counts as full. */
export function batteryLevelOfMv(batteryMv: number): number {
  let [lowMv, lowPercent] = [2000, 0];
  if (batteryMv <= lowMv) return 0;
  for (const [mv, percent] of CURVE) {
    if (batteryMv <= mv)
      return Math.round(lowPercent + ((percent - lowPercent) * (batteryMv - lowMv)) / Math.max(1, mv - lowMv));
    [lowMv, lowPercent] = [mv, percent];
  }
  return 100;
}
