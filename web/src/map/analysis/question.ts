import type { DateWords } from "../../dates/span.ts";
import { timesOf } from "../../dates/span.ts";

const dayMs = 24 * 3_600_000;
/** Longer spans are shown by day. */
const byHourMs = 8 * dayMs;

/** Whose time is analysed. */
export type Who = { kind: "all" } | { kind: "type"; type: string } | { kind: "asset"; guid: string };

/** Its text in the address and in the select field. */
export const whoText = (who: Who): string =>
  who.kind === "all" ? "" : who.kind === "type" ? `type:${who.type}` : `asset:${who.guid}`;

export function readWho(text: string | null): Who {
  const [, kind, value] = /^(type|asset):(.+)$/s.exec(text ?? "") ?? [];
  if (kind === "type" && value !== undefined) return { kind, type: value };
  return kind === "asset" && value !== undefined ? { kind, guid: value } : { kind: "all" };
}

/** A span as requested from the server: always with both ends. */
export interface RequestedSpan {
  startTimeUtc: string;
  endTimeUtc: string;
}

/** An unfinished span ends with the last full minute: future hours are not hours without data. A span that has not begun is unchanged. */
export function spanOf(words: DateWords, nowMs: number): RequestedSpan {
  const { startTimeUtc, endTimeUtc } = timesOf(words, nowMs);
  const now = new Date(Math.floor(nowMs / 60_000) * 60_000).toISOString();
  const isBegun = startTimeUtc === undefined || startTimeUtc < now;
  const end = endTimeUtc === undefined || (endTimeUtc > now && isBegun) ? now : endTimeUtc;
  return { startTimeUtc: startTimeUtc ?? new Date(Date.parse(end) - dayMs).toISOString(), endTimeUtc: end };
}

/** Whether a span grows as time passes. */
export function isUnfinished(words: DateWords, nowMs: number): boolean {
  const { endTimeUtc } = timesOf(words, nowMs);
  return endTimeUtc === undefined || Date.parse(endTimeUtc) > nowMs;
}

export const stepOf = ({ startTimeUtc, endTimeUtc }: RequestedSpan): "hour" | "day" =>
  Date.parse(endTimeUtc) - Date.parse(startTimeUtc) > byHourMs ? "day" : "hour";
