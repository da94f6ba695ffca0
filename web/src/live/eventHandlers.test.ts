import type { Event } from "@pulse/contract/events";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { eventHandlers, newsKey } from "./eventHandlers.ts";

const event = (id: string): Event =>
  ({ id, timestamp: `2026-11-28T12:00:0${id}.000Z`, count: 1, status: "unread" }) as unknown as Event;

it("an event that arrives while older news is being fetched is not lost with that answer", async () => {
  const queries = new QueryClient();
  const answers: ((events: Event[]) => void)[] = [];
  const observer = new QueryObserver<Event[]>(queries, {
    queryKey: newsKey("1"),
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  answers.at(-1)!([event("1")]);
  await vi.waitFor(() => expect(queries.getQueryData(newsKey("1"))).toHaveLength(1));

  void queries.invalidateQueries({ queryKey: newsKey("1") });
  const older = answers.at(-1)!;
  eventHandlers(queries, "1").onEvent(event("2"));
  older([event("1")]);
  // The server is asked again, and knows the event by now.
  await vi.waitFor(() => expect(answers.at(-1)).not.toBe(older));
  answers.at(-1)!([event("2"), event("1")]);
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(queries.getQueryData<Event[]>(newsKey("1"))?.map(({ id }) => id)).toEqual(["2", "1"]);
  stop();
});
