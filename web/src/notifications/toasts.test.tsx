import { limits } from "@pulse/contract/limits";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { markRead } from "../live/eventHandlers.ts";
import { bell, crossing, event, open, siteId, toasts } from "../test/notificationStage.tsx";
import { me, press } from "../test/stage.tsx";
import { Toast } from "./Toast.tsx";

vi.mock("../live/socket.ts", () => ({ openLive: () => ({ renew: () => undefined, close: () => undefined }) }));

describe("toasts of somebody who wants to see crossings", () => {
  beforeEach(() => localStorage.setItem("pulse.crossingToasts", "on"));
  afterEach(() => localStorage.clear());

  it("the toasts show the newest three of the events that arrive, and never earlier ones", async () => {
    const { addEventNow } = await open([event(1)]);
    await waitFor(() => expect(bell()).toBe("Notifications, 1 unread"));
    expect(toasts()).toEqual([]);
    for (const nth of [3, 4, 5, 6]) await addEventNow(crossing(nth));
    expect(toasts()).toEqual([6, 5, 4].map((nth) => `Cart ${nth} entered Cold store`));
    expect(screen.getByRole("button", { name: "1 more" })).toBeTruthy();
  });

  it("the toasts show events that happened while the page was loading", async () => {
    await open([crossing(2, { timestamp: new Date().toISOString() }), crossing(1)]);
    await waitFor(() => expect(toasts()).toEqual(["Cart 2 entered Cold store"]));
  });

  it("the toasts show events reported as one only once, with the newest count", async () => {
    const { addEventNow } = await open([]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    await addEventNow(crossing(2));
    await addEventNow({ ...crossing(3), id: crossing(2).id, count: 7 });
    expect(toasts()).toEqual(["Cart 3 and 6 others entered Cold store"]);
    // An older message that was overtaken changes nothing.
    await addEventNow({ ...crossing(2), count: 2 });
    expect(toasts()).toEqual(["Cart 3 and 6 others entered Cold store"]);
  });

  it("the toasts show an event again when its count grows after it was read", async () => {
    const { addEventNow } = await open([crossing(2, { status: "read" })]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    await addEventNow({ ...crossing(3), id: crossing(2).id, count: 2 });
    expect(bell()).toBe("Notifications, 1 unread");
    expect(toasts()).toEqual(["Cart 3 and 1 other entered Cold store"]);
  });

  it("the toasts pause after one has expired, so that a busy site does not cover the page all the time", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const { addEventNow } = await open([]);
      await waitFor(() => expect(bell()).toBe("Notifications"));
      for (const nth of [2, 3, 4, 5]) await addEventNow(crossing(nth));
      expect(toasts()).toHaveLength(3);
      await act(() => vi.advanceTimersByTimeAsync(limits.toastReadMs));
      await waitFor(() => expect(toasts()).toEqual([]));
      // The fourth was only counted.
      expect(bell()).toBe("Notifications, 1 unread");
      await addEventNow({ ...crossing(6), id: crossing(5).id, count: 2 });
      await addEventNow(crossing(7));
      expect(bell()).toBe("Notifications, 3 unread");
      expect(toasts()).toEqual([]);
      await act(() => vi.advanceTimersByTimeAsync(limits.toastRestMs));
      await waitFor(() =>
        expect(toasts()).toEqual(["Cart 7 entered Cold store", "Cart 6 and 1 other entered Cold store"]),
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it("the toasts are hidden while the notification centre is open", async () => {
    const { addEventNow } = await open([], "/start?notificationCenter=true");
    await screen.findByRole("complementary", { name: "Notifications" });
    await addEventNow(crossing(2));
    expect(toasts()).toEqual([]);
    press("Close notifications");
    await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
    // The centre has shown it; later events are new again.
    expect(toasts()).toEqual([]);
    await addEventNow(crossing(3));
    expect(toasts()).toEqual(["Cart 3 entered Cold store"]);
  });

  it("the toasts disappear when they are read on another device, and all at once with Clear all", async () => {
    const { after, addEventNow, stateUpdates, services } = await open([]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    for (const nth of [2, 3, 4]) await addEventNow(crossing(nth));
    await after(() => markRead(services.queries, siteId, { readIds: [crossing(3).id] }));
    expect(toasts()).toHaveLength(2);
    press("Clear all");
    await waitFor(() => expect(toasts()).toEqual([]));
    expect(bell()).toBe("Notifications");
    expect(stateUpdates().map((body) => Object.keys(body as object))).toEqual([["lastFetchedAt"]]);
  });
});

describe("toasts", () => {
  afterEach(() => {
    localStorage.clear();
    document.body.removeAttribute("data-scroll-locked");
  });

  it("crossings of geofences only count at the bell until somebody asks for their toasts", async () => {
    const { addEventNow } = await open([]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    await addEventNow(crossing(2));
    expect(bell()).toBe("Notifications, 1 unread");
    expect(toasts()).toEqual([]);
    press("Notifications, 1 unread");
    fireEvent.click(await screen.findByRole("switch", { name: "Show at once when assets enter or leave geofences" }));
    press("Close notifications");
    await addEventNow(crossing(3));
    expect(toasts()).toEqual(["Cart 3 entered Cold store"]);
  });

  it("what somebody has done in another window or on another device is no toast", async () => {
    const { addEventNow } = await open([]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    await addEventNow(event(1, { actor: me.email }));
    expect(bell()).toBe("Notifications, 1 unread");
    expect(toasts()).toEqual([]);
    await addEventNow(event(2));
    expect(toasts()).toEqual(["Asset Cart 2 was created"]);
  });

  it("toasts wait while a dialog is open", async () => {
    const { after, addEventNow } = await open([]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    await after(() => document.body.setAttribute("data-scroll-locked", "1"));
    await addEventNow(event(2));
    expect(toasts()).toEqual([]);
    await after(() => document.body.removeAttribute("data-scroll-locked"));
    await waitFor(() => expect(toasts()).toEqual(["Asset Cart 2 was created"]));
  });

  it("while somebody looks at the past, events only count at the bell", async () => {
    const past = "from=2026-11-01T10:00:00Z&to=2026-11-01T11:00:00Z";
    const { addEventNow } = await open([], `/sites/${siteId}/map?${past}`);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    await addEventNow(event(2));
    expect(bell()).toBe("Notifications, 1 unread");
    expect(toasts()).toEqual([]);
  });
});

describe("a toast", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const show = (read: () => void, gone = () => {}) => {
    const toast = (isPaused: boolean) => (
      <MemoryRouter>
        <Toast event={crossing(1)} isPaused={isPaused} onRead={read} onGone={gone} />
      </MemoryRouter>
    );
    const { rerender } = render(toast(false));
    return (isPaused: boolean) => rerender(toast(isPaused));
  };

  it("a toast counts as read after its time", () => {
    const read = vi.fn();
    show(read);
    vi.advanceTimersByTime(limits.toastReadMs - 1);
    expect(read).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("a toast stays while it is pointed at, and disappears soon after", () => {
    const read = vi.fn();
    const setHovered = show(read);
    vi.advanceTimersByTime(limits.toastReadMs - 10);
    setHovered(true);
    vi.advanceTimersByTime(60_000);
    expect(read).not.toHaveBeenCalled();
    setHovered(false);
    vi.advanceTimersByTime(limits.toastHoverClearMs - 1);
    expect(read).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(read).toHaveBeenCalledTimes(1);
  });
});
