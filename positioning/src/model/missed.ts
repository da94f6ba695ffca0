/** Which share of the packets that a gateway should hear well it does hear. */
export interface Missed {
  /** The share lately, and usually. */
  recent: number;
  usual: number;
  /** For how long it has been noted, ms; when last, and what that moment's fixes came to so far. */
  watchedMs: number;
  notedMs: number;
  sum: number;
  tags: number;
  /** Where it has missed packets since it was last all right: places by number, some of them. */
  places: Set<number>;
  /** It hears fewer packets than it used to. */
  isOff: boolean;
}

export function newMissed(): Missed {
  return { recent: 0, usual: 0, watchedMs: 0, notedMs: -Infinity, sum: 0, tags: 0, places: new Set(), isOff: false };
}
