/** A stream of numbers in [0, 1) that a seed fixes. */
export type Random = () => number;

/**
 * mulberry32 (Tommy Ettinger, public domain): 32 bits of state, enough for a demo and for tests, and the same everywhere. Nothing
 * that locates draws numbers; it stands here because simulator, cli and server may import it, and the tests here as well.
 */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
