/** How well a gateway does lately, compared with how well it usually does (learn/updateLevel.ts). */
export interface UsualLevel {
  recent: number;
  usual: number;
  /** How long it has been watched and when it was last noted, ms; sum and number of that moment's fixes so far. */
  watchedMs: number;
  notedMs: number;
  sum: number;
  tags: number;
  /** It does worse than it used to. */
  isOff: boolean;
}

export function newUsualLevel(): UsualLevel {
  return { recent: 0, usual: 0, watchedMs: 0, notedMs: -Infinity, sum: 0, tags: 0, isOff: false };
}
