import type { SearchKind } from "@pulse/contract/search";
import type { TablerIcon } from "@tabler/icons-react";

/** A search result: where it leads, and how it is shown. */
export interface Hit {
  kind: SearchKind;
  name: string;
  detail: string;
  path: string;
  /** A page's own icon, instead of the kind's. */
  icon?: TablerIcon;
}

export interface HitGroup {
  /** `recent`: the results opened last, of any kind. */
  kind: SearchKind | "recent";
  hits: readonly Hit[];
}

/** Text in the form that is compared: without case and accents. */
export function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
}

/** The pages whose name contains the typed text, those that begin with it first. */
export function findPages(pages: readonly Hit[], typed: string): Hit[] {
  const query = plain(typed);
  const at = ({ name }: Hit): number => plain(name).indexOf(query);
  return pages.filter((hit) => at(hit) !== -1).toSorted((a, b) => Math.min(at(a), 1) - Math.min(at(b), 1));
}

/**
 * The hits grouped by kind, the kind of the best hit first. Pages whose name starts with the typed text come first, other
 * pages last.
 */
export function groupHits(matches: readonly Hit[], pages: readonly Hit[], typed: string): HitGroup[] {
  const groups: HitGroup[] = [...Map.groupBy(matches, ({ kind }) => kind)].map(([kind, hits]) => ({ kind, hits }));
  if (pages.length === 0) return groups;
  const group: HitGroup = { kind: "page", hits: pages };
  return plain(pages[0]?.name ?? "").startsWith(plain(typed)) ? [group, ...groups] : [...groups, group];
}
