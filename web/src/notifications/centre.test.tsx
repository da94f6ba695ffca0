import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { bell, crossing, event, open } from "../test/notificationStage.tsx";
import { press } from "../test/stage.tsx";

vi.mock("../live/socket.ts", () => ({ openLive: () => ({ renew: () => undefined, close: () => undefined }) }));

describe("the centre", () => {
  const rows = (): (string | null)[] =>
    within(screen.getByRole("complementary", { name: "Notifications" }))
      .queryAllByRole("listitem")
      .map((row) => row.querySelector('[class*="title"]')?.textContent ?? null);

  it("the notification centre filters, and marks an opened event as read", async () => {
    const { stateUpdates } = await open(
      [crossing(3), event(2, { status: "read" }), event(1, { resource: "crud", target: null })],
      "/start?notificationCenter=true",
    );
    await waitFor(() => expect(rows()).toHaveLength(3));
    press("Geofences");
    expect(rows()).toEqual(["Cart 3 entered Cold store"]);
    fireEvent.click(screen.getByRole("link", { name: /Cart 3 entered Cold store/ }));
    await waitFor(() => expect(stateUpdates()).toEqual([{ readIds: [crossing(3).id] }]));
  });

  it("an event stays read although the answer to an earlier request, still under way, calls it unread", async () => {
    const { answers, services, after } = await open([crossing(3)]);
    const late = Promise.withResolvers<unknown>();
    answers["searchEvents"] = () => late.promise;
    await waitFor(() => expect(bell()).toBe("Notifications, 1 unread"));
    void services.queries.refetchQueries();
    press("Notifications, 1 unread");
    press("Mark all read");
    await waitFor(() => expect(bell()).toBe("Notifications"));
    await after(() => late.resolve([crossing(3)]));
    expect(bell()).toBe("Notifications");
  });

  it("the notification centre groups events by day", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 10, 20, 12) });
    const now = new Date();
    const daysAgo = (days: number): string =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12).toISOString();
    await open(
      [0, 1, 40].map((days, nth) => crossing(nth + 1, { status: "read", timestamp: daysAgo(days) })),
      "/start?notificationCenter=true",
    );
    await waitFor(() => expect(rows()).toHaveLength(3));
    const names = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
    expect(names).toEqual(["Today", "Yesterday", expect.stringMatching(/^\d{4}\/\d\d\/\d\d$/)]);
  });

  it("the notification centre shows new, unread and read events, and events shown once are no longer new", async () => {
    const read = event(1, { status: "read" });
    const { answers, addEventNow } = await open([read], "/start?notificationCenter=true");
    await waitFor(() => expect(rows()).toHaveLength(1));
    // The centre asks the server again whenever it opens.
    answers["searchEvents"] = () => [crossing(2, { status: "unread" }), read];
    await addEventNow(crossing(2));
    const words = () => rows().map((_, nth) => screen.getAllByRole("listitem")[nth]?.querySelector("[data-status]"));
    expect(words()[0]?.getAttribute("data-status")).toBe("justArrived");
    expect(screen.getByText("New")).toBeTruthy();
    press("Close notifications");
    press(bell() ?? "");
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(words().map((row) => row?.getAttribute("data-status"))).toEqual(["unread", "read"]);
  });
});
