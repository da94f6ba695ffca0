import type { Event } from "@pulse/contract/events";
import { limits } from "@pulse/contract/limits";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnWrites } from "../api/ownWrites.ts";
import { tellNews, tellRead } from "../live/news.ts";
import type { LiveEvents } from "../live/socket.ts";
import { me, press, stage } from "../test/stage.tsx";
import { texts } from "../text/translate.ts";
import { eventText } from "./eventWords.ts";
import { NotificationBell } from "./NotificationBell.tsx";
import { Notifications } from "./Notifications.tsx";
import { Toast } from "./Toast.tsx";

let line: LiveEvents | undefined;
vi.mock("../live/socket.ts", () => ({
  openLive: (_site: string, _token: () => string | null, events: LiveEvents) => {
    line = events;
    return { renew: () => undefined, close: () => undefined };
  },
}));

const siteId = "0198c1b2-0000-7000-8000-000000000001";
const yesterdayMs = Date.now() - 24 * 3600_000;
const otherId = "0198c1b2-0000-7000-8000-000000000002";
const event = (nth: number, changes: Partial<Event> = {}): Event => ({
  id: `0198c1b2-0000-7000-8000-0000000001${String(nth).padStart(2, "0")}`,
  level: "site",
  title: "Asset created",
  description: "",
  resource: "asset",
  operation: "created",
  timestamp: new Date(yesterdayMs + nth * 60_000).toISOString(),
  icon: "asset",
  assetName: `Cart ${nth}`,
  geofenceName: null,
  status: "justArrived",
  customerId: siteId,
  siteId,
  target: { kind: "asset", id: siteId, name: `Cart ${nth}` },
  actor: "jonas@northwind.test",
  count: 1,
  ...changes,
});
const crossing = (nth: number, changes: Partial<Event> = {}): Event =>
  event(nth, {
    resource: "geofence",
    operation: "asset_entered_geofence",
    geofenceName: "Cold store",
    target: { kind: "geofence", id: siteId, name: "Cold store" },
    actor: null,
    ...changes,
  });

const ended = (icon: string, kind: string, name: string): Event =>
  event(1, { resource: "common", operation: null, title: "Something ended", icon, target: { kind, id: siteId, name } });

/** The frame's part of notifications over an empty page, after what is there already was asked for. */
async function open(events: Event[], entry = "/start") {
  const set = stage();
  const { services, answers, asked } = set;
  answers["getUserMe"] = () => me;
  answers["searchEvents"] = () => events;
  answers["updateNotificationState"] = () => ({ lastFetchedAt: null, readIds: [] });
  services.activeSite.choose({ id: siteId, customerId: siteId } as Parameters<typeof services.activeSite.choose>[0]);
  set.show(
    <>
      <NotificationBell />
      <Notifications />
    </>,
    entry,
  );
  await waitFor(() => expect(asked.map(({ id }) => id)).toEqual(expect.arrayContaining(["searchEvents", "getUserMe"])));
  await screen.findByRole("button", { name: /^Notifications/ });
  await act(() => Promise.resolve());
  // What is shown follows a turn later.
  const after = (change: () => void): Promise<void> =>
    act(async () => {
      change();
      await new Promise((resolve) => setTimeout(resolve));
    });
  const tell = (one: Event): Promise<void> => after(() => tellNews(services.queries, siteId, one));
  const sent = () => asked.filter(({ id }) => id === "updateNotificationState").map(({ body }) => body);
  return { ...set, after, tell, sent };
}
const toasts = (): (string | null)[] =>
  within(screen.getByRole("region", { name: "New notifications" }))
    .queryAllByRole("listitem")
    .map(({ textContent }) => textContent);
const bell = (): string | null => screen.getByRole("button", { name: /^Notifications/ }).getAttribute("aria-label");

describe("the bell", () => {
  it("counts what is unread, as the line tells of it", async () => {
    const { tell } = await open([event(1, { status: "read" }), event(2)]);
    await waitFor(() => expect(bell()).toBe("Notifications, 1 unread"));
    await tell(crossing(4));
    expect(bell()).toBe("Notifications, 2 unread");
  });

  it("counts what one did on another device, and leaves out what one did in this window, which is read by that", async () => {
    const { after, tell, sent, services } = await open([]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    const own = (nth: number, id: string) =>
      event(nth, { actor: me.email, target: { kind: "asset", id, name: `Cart ${nth}` } });
    await tell(own(1, otherId));
    expect(bell()).toBe("Notifications, 1 unread");
    expect(toasts()).toHaveLength(1);
    // The event comes before the answer that names it.
    const write = (known: OwnWrites) => after(() => void services.queries.setQueryData(["ownWrites"], known));
    await write({ underWay: 1, at: new Map() });
    await tell(own(2, siteId));
    expect(toasts()).toHaveLength(0);
    await write({ underWay: 0, at: new Map([[siteId, Date.now()]]) });
    expect(bell()).toBe("Notifications, 1 unread");
    expect(toasts()).toEqual(["Asset Cart 1 was created"]);
    await waitFor(() => expect(sent()).toEqual([{ readIds: [event(2).id] }]));
  });

  it("asks again when a line is joined, since nobody told of what came before", async () => {
    const { asked } = await open([]);
    const before = asked.filter(({ id }) => id === "searchEvents").length;
    await waitFor(() => expect(line).toBeDefined(), { timeout: 5_000 });
    act(() => line?.joined(true));
    await waitFor(() => expect(asked.filter(({ id }) => id === "searchEvents").length).toBeGreaterThan(before));
  });

  it("learns what has happened by asking now and then where no line tells of it", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const { answers } = await open([]);
      await waitFor(() => expect(bell()).toBe("Notifications"));
      answers["searchEvents"] = () => [crossing(2)];
      await act(() => vi.advanceTimersByTimeAsync(limits.eventsPollMs));
      await waitFor(() => expect(bell()).toBe("Notifications, 1 unread"));
      expect(toasts()).toEqual(["Cart 2 entered Cold store"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("leaves the site when the server knows it no more", async () => {
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

describe("toasts", () => {
  it("show what has just come, the newest three, and never what was there before", async () => {
    const { tell } = await open([event(1)]);
    await waitFor(() => expect(bell()).toBe("Notifications, 1 unread"));
    expect(toasts()).toEqual([]);
    for (const nth of [3, 4, 5, 6]) await tell(crossing(nth));
    expect(toasts()).toEqual([6, 5, 4].map((nth) => `Cart ${nth} entered Cold store`));
    expect(screen.getByRole("button", { name: "1 more" })).toBeTruthy();
  });

  it("show what happened while the page was still loading", async () => {
    await open([crossing(2, { timestamp: new Date().toISOString() }), crossing(1)]);
    await waitFor(() => expect(toasts()).toEqual(["Cart 2 entered Cold store"]));
  });

  it("of several told as one are one, with the newest count", async () => {
    const { tell } = await open([]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    await tell(crossing(2));
    await tell({ ...crossing(3), id: crossing(2).id, count: 7 });
    expect(toasts()).toEqual(["Cold store: 7 times enteredLast: Cart 3"]);
    // An older message that was overtaken changes nothing.
    await tell({ ...crossing(2), count: 2 });
    expect(toasts()).toEqual(["Cold store: 7 times enteredLast: Cart 3"]);
  });

  it("come again when more is told as what was read already", async () => {
    const { tell } = await open([crossing(2, { status: "read" })]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    await tell({ ...crossing(3), id: crossing(2).id, count: 2 });
    expect(bell()).toBe("Notifications, 1 unread");
    expect(toasts()).toEqual(["Cold store: 2 times enteredLast: Cart 3"]);
  });

  it("rest for a while after one has gone by itself, so that a busy site does not cover the page without end", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const { tell } = await open([]);
      await waitFor(() => expect(bell()).toBe("Notifications"));
      for (const nth of [2, 3, 4, 5]) await tell(crossing(nth));
      expect(toasts()).toHaveLength(3);
      await act(() => vi.advanceTimersByTimeAsync(limits.toastReadMs));
      await waitFor(() => expect(toasts()).toEqual([]));
      // The fourth was told of by its number.
      expect(bell()).toBe("Notifications, 1 unread");
      await tell({ ...crossing(6), id: crossing(5).id, count: 2 });
      await tell(crossing(7));
      expect(bell()).toBe("Notifications, 3 unread");
      expect(toasts()).toEqual([]);
      await act(() => vi.advanceTimersByTimeAsync(limits.toastRestMs));
      await waitFor(() =>
        expect(toasts()).toEqual(["Cart 7 entered Cold store", "Cold store: 2 times enteredLast: Cart 6"]),
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it("are hidden while the centre is open by its parameter", async () => {
    const { tell } = await open([], "/start?notificationCenter=true");
    await screen.findByRole("complementary", { name: "Notifications" });
    await tell(crossing(2));
    expect(toasts()).toEqual([]);
    press("Close notifications");
    await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
    // The centre has shown it; what comes from now on is news again.
    expect(toasts()).toEqual([]);
    await tell(crossing(3));
    expect(toasts()).toEqual(["Cart 3 entered Cold store"]);
  });

  it("go when they are read on another device, and all at once by Clear all", async () => {
    const { after, tell, sent, services } = await open([]);
    await waitFor(() => expect(bell()).toBe("Notifications"));
    for (const nth of [2, 3, 4]) await tell(crossing(nth));
    await after(() => tellRead(services.queries, siteId, { readIds: [crossing(3).id] }));
    expect(toasts()).toHaveLength(2);
    press("Clear all");
    await waitFor(() => expect(toasts()).toEqual([]));
    expect(bell()).toBe("Notifications");
    expect(sent().map((body) => Object.keys(body as object))).toEqual([["lastFetchedAt"]]);
  });
});

describe("a toast", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const show = (read: () => void, gone = () => {}) => {
    const toast = (isHeld: boolean) => (
      <MemoryRouter>
        <Toast event={crossing(1)} isHeld={isHeld} onRead={read} onGone={gone} />
      </MemoryRouter>
    );
    const { rerender } = render(toast(false));
    return (isHeld: boolean) => rerender(toast(isHeld));
  };

  it("is read after its time", () => {
    const read = vi.fn();
    show(read);
    vi.advanceTimersByTime(limits.toastReadMs - 1);
    expect(read).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("stays while somebody points at it, and goes soon after", () => {
    const read = vi.fn();
    const hold = show(read);
    vi.advanceTimersByTime(limits.toastReadMs - 10);
    hold(true);
    vi.advanceTimersByTime(60_000);
    expect(read).not.toHaveBeenCalled();
    hold(false);
    vi.advanceTimersByTime(limits.toastHoverClearMs - 1);
    expect(read).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(read).toHaveBeenCalledTimes(1);
  });
});

describe("the centre", () => {
  const rows = (): (string | null)[] =>
    within(screen.getByRole("complementary", { name: "Notifications" }))
      .queryAllByRole("listitem")
      .map((row) => row.querySelector('[class*="title"]')?.textContent ?? null);

  it("filters, and marks what was opened and all of it as read", async () => {
    const { sent } = await open(
      [crossing(3), event(2, { status: "read" }), event(1, { resource: "crud", target: null })],
      "/start?notificationCenter=true",
    );
    await waitFor(() => expect(rows()).toHaveLength(3));
    press("Geofences");
    expect(rows()).toEqual(["Cart 3 entered Cold store"]);
    fireEvent.click(screen.getByRole("link", { name: /Cart 3 entered Cold store/ }));
    await waitFor(() => expect(sent()).toEqual([{ readIds: [crossing(3).id] }]));
  });

  it("parts what happened by its days", async () => {
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

  it("tells new from unread from read in words, and what was shown once is new no more", async () => {
    const { tell } = await open([event(1, { status: "read" })], "/start?notificationCenter=true");
    await waitFor(() => expect(rows()).toHaveLength(1));
    await tell(crossing(2));
    const words = () => rows().map((_, nth) => screen.getAllByRole("listitem")[nth]?.querySelector("[data-status]"));
    expect(words()[0]?.getAttribute("data-status")).toBe("justArrived");
    expect(screen.getByText("New")).toBeTruthy();
    press("Close notifications");
    press(bell() ?? "");
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(words().map((row) => row?.getAttribute("data-status"))).toEqual(["unread", "read"]);
  });
});

describe("the words", () => {
  afterEach(async () => void (await texts.changeLanguage("en")));
  it.each([
    [crossing(1), "Cart 1 entered Cold store", "Cart 1 hat Cold store betreten"],
    [crossing(1, { count: 4 }), "Cold store: 4 times entered", "Cold store: 4-mal betreten"],
    [event(1, { operation: "deleted" }), "Asset Cart 1 was deleted", "Asset Cart 1 wurde gelöscht"],
    [
      event(1, { count: 3, target: { kind: "import", id: siteId, name: "x.csv" } }),
      "3 × Asset created",
      "3 × Asset angelegt",
    ],
    [
      ended("report", "report", "asset-history · Dock"),
      "Report Asset history · Dock is ready",
      "Bericht Asset-Verlauf · Dock ist fertig",
    ],
    [ended("report_failed", "report", "x · Dock"), "Report x · Dock failed", "Bericht x · Dock ist fehlgeschlagen"],
    [ended("webhook", "webhook", "ERP"), "Webhook ERP takes nothing more", "Webhook ERP nimmt nichts mehr an"],
    [ended("ring_failed", "tracker", "T 1"), "T 1: ringing failed", "T 1: Klingeln fehlgeschlagen"],
    [
      { ...ended("update_expired", "gateway", "G 1"), count: 9 },
      "9 × update of settings expired without an answer",
      "9 × Ändern der Einstellungen ohne Antwort abgelaufen",
    ],
    [ended("something_else", "tracker", "T 1"), "Something ended", "Something ended"],
  ])("say what happened in both languages", async (one, english, german) => {
    const { speak } = await import("../text/language.ts");
    expect(eventText(texts.t, one)).toBe(english);
    await speak("de");
    expect(eventText(texts.t, one)).toBe(german);
  });
});
