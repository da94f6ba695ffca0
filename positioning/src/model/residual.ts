import { newUsualLevel, type UsualLevel } from "./usualLevel.ts";

/** How far above expectation a gateway hears, dB. Its level is relative to the law alone, and so survives a new law. */
export interface Residual extends UsualLevel {
  /** Mean above the engine's expectation under the present law, dB, and over how many fixes. */
  meanDb: number;
  fixes: number;
}

export function newResidual(): Residual {
  return { ...newUsualLevel(), meanDb: 0, fixes: 0 };
}

/** What stays known of a gateway when its site gets a new law. */
export function underNewLaw(residual: Residual): Residual {
  return { ...residual, meanDb: 0, fixes: 0 };
}
