import { newUsualLevel, type UsualLevel } from "./usualLevel.ts";

/** What a gateway was found to hear beside what it should, dB. Its level is beside the law alone, so that a new law does not take it away. */
export interface Residual extends UsualLevel {
  /** Mean above the engine's expectation under the present law, dB, and over how many fixes. */
  meanDb: number;
  fixes: number;
}

export function newResidual(): Residual {
  return { ...newUsualLevel(), meanDb: 0, fixes: 0 };
}

/** What stays known of a gateway when its site gets another law. */
export function underNewLaw(residual: Residual): Residual {
  return { ...residual, meanDb: 0, fixes: 0 };
}
