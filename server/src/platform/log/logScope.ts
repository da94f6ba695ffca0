import { partitionOf, wholeLog } from "./partitions.ts";

/** How many hexadecimal digits at the end of an id say its share; `isInScope` of the database says the same. */
export const shareDigits = 6;

/**
 * What the work on a partition of a log is about: whole sites, or the share of a divided site that consists of some of its trackers. All
 * shares of a site read the messages of its home, the partition that the site would have undivided. Share 0 is worked on there, beside
 * all that happens once for a site; each other share has a partition of its own.
 */
export interface LogScope {
  partition: number;
  /** The partition whose messages are read. */
  home: number;
  /** The share of a divided site; null: this is a home. */
  part: { siteId: string; share: number } | null;
  /** Into how many shares each divided site of it is divided, by the sites' ids. */
  divided: ReadonlyMap<string, number>;
}

/** A tracker or asset, and the share that is stored for it; null: the one that its id says. */
export interface Shared {
  id: string;
  share: StoredShare | null;
}

/** A share that is not the one of the id. */
export interface StoredShare {
  share: number;
  /** The position of the log from which on it is that; null: always. */
  since: number | null;
  /** The stored one before that; null: the one of the id. */
  before: number | null;
}

/** The scope of a partition without divided sites. */
export function undividedScope(partition: number): LogScope {
  return { partition, home: partition, part: null, divided: new Map() };
}

/** The share of a tracker or asset for which none is stored: ids are random at their ends. */
export function shareOfId(id: string, shares: number): number {
  const number = Number.parseInt(id.slice(-shareDigits), 16);
  return Number.isNaN(number) ? 0 : number % shares;
}

/** Whether a site's messages are read. */
export function readsSite({ home, part }: LogScope, siteId: string): boolean {
  if (part !== null) return part.siteId === siteId;
  return home === wholeLog || partitionOf(siteId) === home;
}

/** Whether all that happens once for a site happens here. */
export function isHomeOf(scope: LogScope, siteId: string): boolean {
  return scope.part === null && readsSite(scope, siteId);
}

/**
 * Whether a tracker or asset of a site is worked on here.
 * @param position of the record that says something of it; left out: as of now
 */
export function isInScope(scope: LogScope, siteId: string, shared: Shared, position = Infinity): boolean {
  if (!readsSite(scope, siteId)) return false;
  const shares = scope.divided.get(siteId);
  return shares === undefined || shareAt(shared, shares, position) === (scope.part?.share ?? 0);
}

/** The share of a tracker or asset of a divided site at a position of the log. */
export function shareAt({ id, share }: Shared, shares: number, position = Infinity): number {
  if (share === null) return shareOfId(id, shares);
  if (share.since === null || position >= share.since) return share.share;
  return share.before ?? shareOfId(id, shares);
}
