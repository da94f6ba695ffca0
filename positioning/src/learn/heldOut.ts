import { LEARN } from "./learnConstants.ts";

/** How well a model does on something that was held back from its fit: the more the better. */
export interface HeldOut {
  weight: number;
  value: number;
}

/** Whether a model does better than another on the same held-back things, and not by chance: by 1.5 standard errors. */
export function wins(challenger: readonly HeldOut[], champion: readonly HeldOut[]): boolean {
  const gains = challenger.map(({ weight, value }, nth) => ({ weight, value: value - champion[nth]!.value }));
  const mean = weightedMean(gains);
  const variance = weightedMean(gains.map(({ weight, value }) => ({ weight, value: (value - mean) ** 2 })));
  const weight = gains.reduce((sum, one) => sum + one.weight, 0);
  return mean > LEARN.winErrors * Math.sqrt(variance / weight);
}

export function weightedMean(all: readonly HeldOut[]): number {
  const weight = all.reduce((sum, one) => sum + one.weight, 0);
  return all.reduce((sum, one) => sum + one.weight * one.value, 0) / weight;
}
