/** How the files spell a floor, by its id in the engine. */
export type FloorSpellings = Map<string, string>;

/** A number as programs write it: 1, 01, 1.0, 1e0. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * The id of a floor that a file names: a number is the same floor however it is written, because some programs turn 1
 * into 1.0 in one file and not in another. The engine reads levels from such ids. Other names stay as they are.
 */
export function floorId(text: string): string {
  if (!NUMBER.test(text)) return text;
  const value = Number(text);
  return Number.isFinite(value) ? String(value === 0 ? 0 : value) : text;
}

/** Records how a floor is first spelled; returns its id. */
export function spelledFloor(text: string, spellings: FloorSpellings): string {
  const id = floorId(text);
  if (!spellings.has(id)) spellings.set(id, text);
  return id;
}
