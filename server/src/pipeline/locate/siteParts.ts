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
const partsByKind: Partial<Record<ChangedKind, (concern: Concern) => SitePart[]>> = {
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
  return partsByKind[kind]?.({ ids, isOfSite, isOfAny: changed.siteId === null, rows }) ?? [];
}

/** Reads these parts again. Null: there is no such site. */
export async function readParts(
  stored: SiteRowsRepository,
  siteId: string,
  previous: SiteRows | null,
  requested: readonly SitePart[],
): Promise<SiteRows | null> {
  const isRequested = (part: SitePart["part"]): boolean =>
    previous === null || requested.some((request) => request.part === part || request.part === "all");
  const idsOf = (part: "gateways" | "tags"): readonly string[] | "all" =>
    isRequested("all")
      ? "all"
      : [...new Set(requested.flatMap((request) => (request.part === part ? request.ids : [])))];

  const site = isRequested("site") || previous === null ? await stored.site(siteId) : previous.site;
  if (site === null) return null;
  return {
    site,
    floors: isRequested("floors") || previous === null ? await stored.floors(siteId) : previous.floors,
    gateways: await merged(previous?.gateways, idsOf("gateways"), async (ids) => {
      const rows = await stored.gateways(siteId, ids);
      return new Map(rows.map((row) => [row.id, row]));
    }),
    calibration:
      isRequested("calibration") || previous === null ? await stored.calibration(siteId) : previous.calibration,
    tags: await merged(previous?.tags, idsOf("tags"), (ids) => stored.tags(siteId, ids)),
  };
}

/** The old rows with those of `ids` replaced by what was read; missing ones are dropped. */
async function merged<Row>(
  previous: ReadonlyMap<string, Row> | undefined,
  ids: readonly string[] | "all",
  read: (ids: readonly string[] | "all") => Promise<ReadonlyMap<string, Row>>,
): Promise<ReadonlyMap<string, Row>> {
  if (previous === undefined || ids === "all") return read("all");
  if (ids.length === 0) return previous;
  const changedRows = await read(ids);
  const rows = new Map(previous);
  for (const id of ids) {
    const row = changedRows.get(id);
    if (row === undefined) rows.delete(id);
    else rows.set(id, row);
  }
  return rows;
}
