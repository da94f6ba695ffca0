import type { Event } from "@pulse/contract/events";
import { limits } from "@pulse/contract/limits";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { OwnWrites } from "../api/ownWrites.ts";
import type { LiveEvents } from "../live/socket.ts";
import { bell, crossing, event, open, otherId, siteId, toasts } from "../test/notificationStage.tsx";
import { me, press, stage } from "../test/stage.tsx";
import { texts } from "../text/translate.ts";
import { eventText } from "./eventWords.ts";

let line: LiveEvents | undefined;
vi.mock("../live/socket.ts", () => ({
  openLive: (_site: string, _token: () => string | null, events: LiveEvents) => {
    line = events;
    return { renew: () => undefined, close: () => undefined };
  },
}));

const ended = (icon: string, kind: string, name: string): Event =>
  event(1, { resource: "common", operation: null, title: "Something ended", icon, target: { kind, id: siteId, name } });

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
