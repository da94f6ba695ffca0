import { timesOf } from "../dates/span.ts";

/** The filters of the log, by their names in the address. */
export const filterNames = ["user", "action", "kind", "site", "entity", "span", "from", "to"] as const;

const beginning = new Date(0).toISOString();

/** The request to the server: everything, if no time is given. */
export function parametersOf(
  filters: Readonly<Record<string, string>>,
  nowMs = Date.now(),
): Record<string, string | undefined> {
  const { user, action, kind, site, entity } = filters;
  const { startTimeUtc, endTimeUtc } = timesOf(filters, nowMs);
  return {
    userId: user,
    action,
    entityKind: kind,
    siteId: site,
    entityId: entity,
    // Without it the server would take the last 24 hours.
    startTimeUtc: startTimeUtc ?? beginning,
    endTimeUtc,
  };
}
