import type { Event, NotificationState } from "@pulse/contract/events";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { LiveEvents } from "./socket.ts";

/** How many events are kept of those that come over the line. */
const keptEvents = 200;

/** The newest events of a site and its customer, as they were asked for and as the line has told since. */
export function newsKey(siteId: string): QueryKey {
  return ["events", siteId, "news"];
}

/** What every line does with news, whatever else it is open for. */
export function newsOf(queries: QueryClient, siteId: string): Pick<LiveEvents, "told" | "read"> {
  return {
    told: (event) => tellNews(queries, siteId, event),
    read: (state) => tellRead(queries, siteId, state),
  };
}

/** Takes an event from the line. Before the first answer there is nothing that it could be added to: that has it too. */
export function tellNews(queries: QueryClient, siteId: string, event: Event): void {
  queries.setQueryData<Event[]>(newsKey(siteId), (before) => before && withEvent(before, event));
}

/** Takes what the person has read, here or elsewhere. */
export function tellRead(queries: QueryClient, siteId: string, state: Partial<NotificationState>): void {
  queries.setQueryData<Event[]>(newsKey(siteId), (before) => before && afterReading(before, state));
}

/** The newest first; of several that are told as one, the newest stands for all, and is news even if those before it are read. */
export function withEvent(events: readonly Event[], event: Event): Event[] {
  const known = events.find(({ id }) => id === event.id);
  if (known !== undefined && known.count >= event.count) return [...events];
  return [event, ...events.filter(({ id }) => id !== event.id)]
    .toSorted((one, other) => (one.timestamp < other.timestamp ? 1 : -1))
    .slice(0, keptEvents);
}

/** Product.md section 4: what is not after the moment of the last fetch is read. */
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
