import { memoize } from "./memoize.ts";

/** About as many as there are zones: making a format takes far longer than using it. */
const maxFormats = 512;
const formatOf = memoize(
  (zone: string) => new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }),
  maxFormats,
);

/**
 * What clocks of a zone show, compared with UTC, at a moment: `+01:00`, or before there were zones `-00:25:21`. Throws a
 * RangeError for a zone that does not exist.
 */
export function offsetText(zone: string, atMs: number): string {
  const name = formatOf(zone)
    .formatToParts(atMs)
    .find(({ type }) => type === "timeZoneName")!.value;
  return name.replace(/^GMT/, "") || "+00:00";
}

/** How far the clocks of a zone are ahead of UTC at a moment. Throws a RangeError for a zone that does not exist. */
export function offsetMs(zone: string, atMs: number): number {
  const text = offsetText(zone, atMs);
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(1).split(":").map(Number);
  return (text.startsWith("-") ? -1000 : 1000) * (3600 * hours + 60 * minutes + seconds);
}
