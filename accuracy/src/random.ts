import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { gaussian } from "@pulse/simulator/random";

/** Random numbers that repeat with the same seed, from the simulator's generator. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Standard normal. */
  normal(): number;
}

export function seeded(seed: number): Random {
  const next = seededRandom(seed);
  return { next, normal: () => gaussian(next) };
}
