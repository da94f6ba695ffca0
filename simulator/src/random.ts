/** A stream of numbers in [0, 1) that a seed fixes. */
export type Random = () => number;

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state, enough for a demo and the same everywhere. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A seed of its own for each thing, from a common seed and the thing's name (FNV-1a). */
export function seedOf(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash | 0;
}

/** A draw from the standard normal distribution (Box and Muller). */
export function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** One of a list. @throws {RangeError} of an empty list */
export function pick<T>(random: Random, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new RangeError("nothing to pick from");
  return chosen;
}
