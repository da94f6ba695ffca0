/** How well a gateway does lately, beside how well it usually does (learn/noteLevel.ts). */
export interface UsualLevel {
  recent: number;
  usual: number;
  /** For how long it has been noted, ms; when last, and what that moment's fixes came to so far. */
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
