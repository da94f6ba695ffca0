/** The log as a whole: what the only process of an installation without NATS works on. */
export const wholeLog = 0;

/**
 * How many partitions a log has that several processes read: no more processes than this share the work. Each costs its
 * process a reader and some timers, and a change of this number would have to divide stored progress anew.
 */
const partitionCount = 16;

/** The partitions of sites in a log that several processes read, by their numbers. Shares of divided sites have higher ones. */
export const sitePartitions: readonly number[] = Array.from({ length: partitionCount }, (_, nth) => nth + 1);

/**
 * The partition that a site is in, from the last hexadecimal digit of its id: ids are random there, and the database can say
 * the same (database/sitePartition.ts). A site's id never changes, nor does the site of a gateway, tracker or asset, so
 * everything about a site stays in one partition, or in those of its shares if it is divided (logScope.ts).
 */
export function partitionOf(siteId: string): number {
  const digit = Number.parseInt(siteId.slice(-1), partitionCount);
  return Number.isNaN(digit) ? 1 : digit + 1;
}
