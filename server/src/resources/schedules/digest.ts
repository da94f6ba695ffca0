/** What a digest lists for one site. */
export interface SiteDigest {
  site: string;
  low: readonly { name: string; percent: number }[];
  silent: readonly { name: string; lastHeard: Date }[];
  lost: readonly { name: string; lastHeard: Date | null }[];
  dwelling: readonly { name: string; geofence: string; since: Date }[];
}

/** How many things of a kind are named at one site; the others are counted. */
const maxNamed = 50;

/** The text of a digest. `time` writes times in the schedule's zone. */
export function digestText(
  sites: readonly SiteDigest[],
  { time, zone, url }: { time(at: Date): string; zone: string; url: string },
): string {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0
      ? []
      : [
          `${title} (${lines.length})`,
          ...lines.slice(0, maxNamed).map((line) => `- ${line}`),
          ...(lines.length > maxNamed ? [`- and ${lines.length - maxNamed} more`] : []),
          "",
        ];
  const parts = sites.map(({ site, low, silent, lost, dwelling }) => {
    const lines = [
      ...section(
        "Low battery",
        low.map(({ name, percent }) => `${name}: ${Math.round(percent)}%`),
      ),
      ...section(
        "Silent",
        silent.map(({ name, lastHeard }) => `${name}: last heard ${time(lastHeard)}`),
      ),
      ...section(
        "Lost",
        lost.map(({ name, lastHeard }) =>
          lastHeard ? `${name}: last heard ${time(lastHeard)}` : `${name}: never heard`,
        ),
      ),
      ...section(
        "Too long in a geofence",
        dwelling.map(({ name, geofence, since }) => `${name}: in ${geofence} since ${time(since)}`),
      ),
    ];
    return [site, "=".repeat(site.length), "", ...(lines.length === 0 ? ["Nothing needs attention.", ""] : lines)];
  });
  return [...parts.flat(), `Times are in the time zone ${zone}.`, url, ""].join("\n");
}

/** How many things a digest names, for its subject. */
export function countOf(sites: readonly SiteDigest[]): number {
  return sites.reduce(
    (sum, { low, silent, lost, dwelling }) => sum + low.length + silent.length + lost.length + dwelling.length,
    0,
  );
}
