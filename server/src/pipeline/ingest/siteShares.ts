import type { LogScope } from "../../platform/log/logScope.ts";
import { partitionOf, sitePartitions } from "../../platform/log/partitions.ts";

/** A share of a divided site with a partition of its own; share 0 has none, since it is worked on at the site's home. */
export interface SiteShare {
  siteId: string;
  share: number;
  partition: number;
  /** The site is to be left by all of its shares, as it gets more of them. */
  isGrowing?: true;
}

/** How much a share is meant to have, as a part of what makes a site too large for one process. */
const partOfLimit = 0.5;
/** Each share reads all messages of its site, so many of them cost more than they divide. */
const maxShares = 16;

/** From how many gateways, or trackers, on a site is divided. */
export interface SiteLimits {
  gateways: number;
  trackers: number;
}

/** A process takes about this many trackers for each gateway: tags cost more than what gateways add to them (docs/capacity.md). */
const trackersPerGateway = 4;

/** The limits of the setting, which names gateways. */
export const siteLimits = (gateways: number): SiteLimits => ({ gateways, trackers: gateways * trackersPerGateway });

/** Into how many shares a site with so many gateways and trackers is divided; 1: it is not. */
export function sharesOf(site: SiteLimits, limits: SiteLimits): number {
  if (site.gateways <= limits.gateways && site.trackers <= limits.trackers) return 1;
  const parts = Math.max(site.gateways / limits.gateways, site.trackers / limits.trackers) / partOfLimit;
  return Math.min(maxShares, Math.ceil(parts));
}

/** What the work on a partition is about; null: it was of a site that is gone. */
export function scopeOf(partition: number, shares: readonly SiteShare[]): LogScope | null {
  const divided = (of: (share: SiteShare) => boolean): Map<string, number> =>
    new Map([...Map.groupBy(shares.filter(of), ({ siteId }) => siteId)].map(([id, own]) => [id, own.length + 1]));
  const inHome = ({ siteId }: SiteShare): boolean => partitionOf(siteId) === partition;
  if (sitePartitions.includes(partition)) return { partition, home: partition, part: null, divided: divided(inHome) };
  const own = shares.find((share) => share.partition === partition);
  if (own === undefined) return null;
  const { siteId, share } = own;
  return {
    partition,
    home: partitionOf(siteId),
    part: { siteId, share },
    divided: divided((one) => one.siteId === siteId),
  };
}

/**
 * The partitions that are shared out on their own: those with whole sites, and those with a part of a divided one, so that the parts of
 * a large site do not come to the same process by chance.
 */
export function partitionGroups(shares: readonly SiteShare[]): number[][] {
  const homes = new Set(shares.map(({ siteId }) => partitionOf(siteId)));
  const divided = [...homes, ...shares.map(({ partition }) => partition)].toSorted((a, b) => a - b);
  return [sitePartitions.filter((partition) => !homes.has(partition)), divided];
}
