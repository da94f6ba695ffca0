import type { Event, NotificationState } from "@pulse/contract/events";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { LiveEvents } from "./socket.ts";

/** How many events from the live connection are kept. */
const maxEvents = 200;

/** The newest events of a site and its customer: those fetched, and those that the live connection has reported since. */
export function newsKey(siteId: string): QueryKey {
  return ["events", siteId, "news"];
}

/** How every live connection handles news, whatever else it is open for. */
export function eventHandlers(queries: QueryClient, siteId: string): Pick<LiveEvents, "onEvent" | "onRead"> {
  return {
    onEvent: (event) => {
      addEvent(queries, siteId, event);
      // An answer on its way may be older than the event, and would take it away again.
      const queryKey = newsKey(siteId);
      if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey });
    },
    onRead: (state) => markRead(queries, siteId, state),
  };
}

/** Adds an event from the live connection. Before the first answer there is no list to add it to; that answer will contain it. */
export function addEvent(queries: QueryClient, siteId: string, event: Event): void {
  queries.setQueryData<Event[]>(newsKey(siteId), (before) => before && withEvent(before, event));
}

/** Marks what the person has read, here or on another device. */
export function markRead(queries: QueryClient, siteId: string, state: Partial<NotificationState>): void {
  queries.setQueryData<Event[]>(newsKey(siteId), (before) => before && afterReading(before, state));
}

/** The newest first. In a group counted as one, the newest event stands for all, and is unread even if earlier ones were read. */
export function withEvent(events: readonly Event[], event: Event): Event[] {
  const existing = events.find(({ id }) => id === event.id);
  if (existing !== undefined && existing.count >= event.count) return [...events];
  return [event, ...events.filter(({ id }) => id !== event.id)]
    .toSorted((first, second) => (first.timestamp < second.timestamp ? 1 : -1))
    .slice(0, maxEvents);
}

/** Product.md section 4: events up to the time of the last fetch are read. */
export function afterReading(
  events: readonly Event[],
  { lastFetchedAt = null, readIds = [] }: Partial<NotificationState>,
): Event[] {
  const ids = new Set(readIds);
  return events.map((event) =>
    ids.has(event.id) || (lastFetchedAt !== null && event.timestamp <= lastFetchedAt)
      ? { ...event, status: "read" }
      : event,
  );
}
