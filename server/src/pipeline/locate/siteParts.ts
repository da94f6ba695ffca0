import type { Changed, ChangedKind } from "../../platform/bus/changed.ts";
import type { SiteRows } from "./liveSite.ts";
import type { SiteRowsRepository } from "./siteRows.repository.ts";

/** A part of a site's data; for gateways and tags, only those with these ids. */
export type SitePart =
  | { part: "all" | "site" | "floors" | "calibration" }
  | { part: "gateways" | "tags"; ids: readonly string[] };

/** How a change concerns a site. */
interface Concern {
  ids: readonly string[];
  /** The change names this site, or it may concern any site. */
  isOfSite: boolean;
  isOfAny: boolean;
  rows: SiteRows | null;
}

/** The parts of a site that each kind of change makes stale; kinds that are not listed do not affect it. */
const stale: Partial<Record<ChangedKind, (concern: Concern) => SitePart[]>> = {
  everything: () => [{ part: "all" }],
  site: ({ isOfSite }) => (isOfSite ? [{ part: "site" }, { part: "floors" }] : []),
  floor: ({ isOfSite, isOfAny }) => (isOfSite || isOfAny ? [{ part: "floors" }] : []),
  calibration: ({ isOfSite }) => (isOfSite ? [{ part: "calibration" }] : []),
  // A customer's mechanism applies to its sites.
  customer: ({ ids, rows }) => (rows === null || ids.includes(rows.site.customer_id) ? [{ part: "site" }] : []),
  // A thing that moved to another site is announced there but missing here.
  gateway: ({ ids, isOfSite, isOfAny, rows }) =>
    isOfSite || isOfAny || ids.some((id) => rows?.gateways.has(id)) ? [{ part: "gateways", ids }] : [],
  tracker: ({ ids, isOfSite, isOfAny, rows }) =>
    isOfSite || isOfAny || ids.some((id) => rows?.tags.has(id)) ? [{ part: "tags", ids }] : [],
};

/** The parts of a site that a change makes stale; none if it does not concern the site. */
export function partsOf(changed: Changed, siteId: string, rows: SiteRows | null): SitePart[] {
  const { kind, ids } = changed;
  const isOfSite = changed.siteId === siteId || ids.includes(siteId);
  return stale[kind]?.({ ids, isOfSite, isOfAny: changed.siteId === null, rows }) ?? [];
}

/** Reads these parts again. Null: there is no such site. */
export async function readParts(
  stored: SiteRowsRepository,
  siteId: string,
  before: SiteRows | null,
  asked: readonly SitePart[],
): Promise<SiteRows | null> {
  const isAsked = (part: SitePart["part"]): boolean =>
    before === null || asked.some((one) => one.part === part || one.part === "all");
  const idsOf = (part: "gateways" | "tags"): readonly string[] | "all" =>
    isAsked("all") ? "all" : [...new Set(asked.flatMap((one) => (one.part === part ? one.ids : [])))];

  const site = isAsked("site") || before === null ? await stored.site(siteId) : before.site;
  if (site === null) return null;
  return {
    site,
    floors: isAsked("floors") || before === null ? await stored.floors(siteId) : before.floors,
    gateways: await merged(before?.gateways, idsOf("gateways"), async (ids) => {
      const rows = await stored.gateways(siteId, ids);
      return new Map(rows.map((row) => [row.id, row]));
    }),
    calibration: isAsked("calibration") || before === null ? await stored.calibration(siteId) : before.calibration,
    tags: await merged(before?.tags, idsOf("tags"), (ids) => stored.tags(siteId, ids)),
  };
}

/** The old rows with those of `ids` replaced by what was read; missing ones are dropped. */
async function merged<Row>(
  before: ReadonlyMap<string, Row> | undefined,
  ids: readonly string[] | "all",
  read: (ids: readonly string[] | "all") => Promise<ReadonlyMap<string, Row>>,
): Promise<ReadonlyMap<string, Row>> {
  if (before === undefined || ids === "all") return read("all");
  if (ids.length === 0) return before;
  const fresh = await read(ids);
  const rows = new Map(before);
  for (const id of ids) {
    const row = fresh.get(id);
    if (row === undefined) rows.delete(id);
    else rows.set(id, row);
  }
  return rows;
}
