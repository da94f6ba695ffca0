import type { Event } from "@pulse/contract/events";

/** The events of one day in the viewer's zone. */
export interface EventDay {
  /** `YYYY/MM/DD`. */
  date: string;
  /** Days that have a word of their own. */
  near: "today" | "yesterday" | null;
  events: Event[];
}

/** Events, the newest first, day by day. */
export function eventDays(events: readonly Event[], nowMs: number): EventDay[] {
  const today = new Date(nowMs);
  const near = new Map([
    [dateOf(today), "today" as const],
    [dateOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)), "yesterday" as const],
  ]);
  return [...Map.groupBy(events, ({ timestamp }) => dateOf(new Date(timestamp)))].map(([date, ofDay]) => ({
    date,
    near: near.get(date) ?? null,
    events: ofDay,
  }));
}

function dateOf(at: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${at.getFullYear()}/${two(at.getMonth() + 1)}/${two(at.getDate())}`;
}
