import type { DueSite } from "./siteShares.repository.ts";

/** A site that could not be divided is left alone for this long, ms: it stands still for each try. */
const againMs = 30 * 60_000;

/** Chooses which of the sites that have become too large is divided next, each once in a while. */
export function grownSites(monotonicMs: () => number) {
  const triedMs = new Map<string, number>();
  const nameOf = ({ siteId, shares }: DueSite): string => `${siteId} ${shares}`;
  return {
    /** Undefined: there is none. */
    next: (due: readonly DueSite[]): DueSite | undefined =>
      due.find((site) => monotonicMs() - (triedMs.get(nameOf(site)) ?? -Infinity) >= againMs),
    /** What else is to be divided in the partition of an undivided site is divided with it. */
    tried: (site: DueSite, due: readonly DueSite[]): void => {
      const all = site.isDivided ? [site] : due.filter((one) => one.partition === site.partition && !one.isDivided);
      for (const one of all) triedMs.set(nameOf(one), monotonicMs());
    },
  };
}
