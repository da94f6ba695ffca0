import { shareOf } from "./shareOf.ts";
import { partitionGroups, type SiteShare } from "./siteShares.ts";

/** What a process has to change so that all have the same number of partitions. */
export interface Imbalance {
  /** The free partitions that it should have. */
  wanted: number[];
  /** One that another process should have instead, or that is gone; null: it has not too many. */
  excess: number | null;
}

/**
 * What is missing from the balance of a process, for partitions with whole sites and for those with parts of divided ones on their own:
 * so the parts of a large site are spread over the processes. One has too many only when none is free.
 */
export function imbalanceOf(of: {
  process: string;
  processes: readonly string[];
  /** What the process has itself. */
  own: readonly number[];
  /** What any of them has. */
  held: readonly number[];
  shares: readonly SiteShare[];
}): Imbalance {
  const { process, processes, own, held, shares } = of;
  const groups = partitionGroups(shares);
  const known = new Set(groups.flat());
  const leaving = new Set(shares.flatMap(({ partition, isGrowing }) => (isGrowing === true ? partition : [])));
  const wanted: number[] = [];
  let excess = highest(own.filter((partition) => !known.has(partition)));
  for (const [nth, group] of groups.entries()) {
    const ofGroup = own.filter((partition) => group.includes(partition));
    const free = group.filter(
      (partition) => !held.includes(partition) && !own.includes(partition) && !leaving.has(partition),
    );
    // Who has one more of the first kind has none more of the second.
    const missing = shareOf(process, processes, group.length, nth === 0 ? "first" : "last") - ofGroup.length;
    if (missing > 0) wanted.push(...free.slice(0, missing));
    else if (missing < 0 && free.length === 0) excess ??= highest(ofGroup);
  }
  return { wanted, excess };
}

function highest(partitions: readonly number[]): number | null {
  return partitions.length === 0 ? null : Math.max(...partitions);
}
