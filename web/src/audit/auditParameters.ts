/** The filters of the log, by their names in the address. */
export const filterNames = ["user", "action", "kind", "site", "entity", "span", "from", "to"] as const;

const hourMs = 3600_000;
/** How far the log reaches back, where no days are given. */
export const spans = { day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;
export type Span = keyof typeof spans;

export function isSpan(text: string | undefined): text is Span {
  return text !== undefined && text in spans;
}

const beginning = new Date(0).toISOString();

/** What the server is asked for: everything, where no time is given. Days are the viewer's own, both of them whole. */
export function parametersOf(
  filters: Readonly<Record<string, string>>,
  nowMs = Date.now(),
): Record<string, string | undefined> {
  const { user, action, kind, site, entity, span, from, to } = filters;
  return {
    userId: user,
    action,
    entityKind: kind,
    siteId: site,
    entityId: entity,
    // Without it the server would take the last 24 hours.
    startTimeUtc: isSpan(span) ? minuteOf(nowMs - spans[span]) : (startOfDay(from) ?? beginning),
    endTimeUtc: isSpan(span) ? undefined : endOfDay(to),
  };
}

// Rounded to the minute, or every render would send another request.
function minuteOf(atMs: number): string {
  return new Date(Math.floor(atMs / 60_000) * 60_000).toISOString();
}

function startOfDay(day: string | undefined): string | undefined {
  return dayAt(day, "00:00:00.000");
}

function endOfDay(day: string | undefined): string | undefined {
  return dayAt(day, "23:59:59.999");
}

function dayAt(day: string | undefined, time: string): string | undefined {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
