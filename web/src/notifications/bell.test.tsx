import { limits } from "@pulse/contract/limits";
import { act, waitFor } from "@testing-library/react";
import { expect, it, describe, vi } from "vitest";
import type { OwnWrites } from "../api/ownWrites.ts";
import type { LiveEvents } from "../live/socket.ts";
import { bell, crossing, event, open, otherId, siteId } from "../test/notificationStage.tsx";
import { me, stage } from "../test/stage.tsx";

let line: LiveEvents | undefined;
vi.mock("../live/socket.ts", () => ({
  openLive: (_site: string, _token: () => string | null, events: LiveEvents) => {
    line = events;
    return { renew: () => undefined, close: () => undefined };
  },
}));

describe("the bell", () => {
  it("the notification bell counts unread events, including those from the socket", async () => {
    const { addEventNow } = await open([event(1, { status: "read" }), event(2)]);
    await waitFor(() => expect(bell()).toBe("Notifications, 1 unread"));
    await addEventNow(crossing(4));
    expect(bell()).toBe("Notifications, 2 unread");
  });

  it("the notification bell counts one's own changes on another device, but not those in this window", async () => {
    const { after, addEventNow, stateUpdates, services } = await open([]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    const own = (nth: number, id: string) =>
      event(nth, { actor: me.email, target: { kind: "asset", id, name: `Cart ${nth}` } });
    await addEventNow(own(1, otherId));
    expect(bell()).toBe("Notifications, 1 unread");
    // The event arrives before the answer that names it.
    const write = (known: OwnWrites) => after(() => void services.queries.setQueryData(["ownWrites"], known));
    await write({ underWay: 1, at: new Map() });
    await addEventNow(own(2, siteId));
    expect(bell()).toBe("Notifications");
    await write({ underWay: 0, at: new Map([[siteId, Date.now()]]) });
    expect(bell()).toBe("Notifications, 1 unread");
    await waitFor(() => expect(stateUpdates()).toEqual([{ readIds: [event(2).id] }]));
  });

  it("the notification bell requests events again when the socket is joined, to catch up with earlier ones", async () => {
    const { requests } = await open([]);
    const before = requests.filter(({ id }) => id === "searchEvents").length;
    await waitFor(() => expect(line).toBeDefined());
    act(() => line?.joined(true));
    await waitFor(() => expect(requests.filter(({ id }) => id === "searchEvents").length).toBeGreaterThan(before));
  });

  it("the notification bell polls for events where no socket reports them", async () => {
    const { answers } = await open([]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    answers["searchEvents"] = () => [crossing(2)];
    await act(() => vi.advanceTimersByTimeAsync(limits.eventsPollMs));
    await waitFor(() => expect(bell()).toBe("Notifications, 1 unread"));
  });

  it("the notification bell leaves the site when the server no longer knows it", async () => {
    const set = stage();
    expect(set.services.activeSite.current()).toBeNull();
    const { watchSiteCalls } = await import("../sites/siteCalls.ts");
    const { searchEvents } = await import("@pulse/contract/events");
    set.services.activeSite.choose({ id: siteId } as Parameters<typeof set.services.activeSite.choose>[0]);
    const watched = watchSiteCalls(set.services.api, set.services.activeSite);
    await expect(watched.call(searchEvents, { query: { siteId } })).rejects.toMatchObject({ status: 404 });
    expect(set.services.activeSite.current()).toBeNull();
  });
});
