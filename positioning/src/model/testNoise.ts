import { seededRandom } from "./seededRandom.ts";

/** Random numbers for tests, the same on every machine: uniform from 0 to 1, and normal (Box–Muller). */
export function testNoise(seed: number): { next: () => number; normal: () => number } {
  const next = seededRandom(seed);
  return { next, normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()) };
}
