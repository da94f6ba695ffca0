import type { Event } from "@pulse/contract/events";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, vi } from "vitest";
import { addEvent } from "../live/eventHandlers.ts";
import { NotificationBell } from "../notifications/NotificationBell.tsx";
import { Notifications } from "../notifications/Notifications.tsx";
import { me, stage } from "./stage.tsx";

export const siteId = "0198c1b2-0000-7000-8000-000000000001";
const yesterdayMs = Date.now() - 24 * 3600_000;
export const otherId = "0198c1b2-0000-7000-8000-000000000002";
export const event = (nth: number, changes: Partial<Event> = {}): Event => ({
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
export const crossing = (nth: number, changes: Partial<Event> = {}): Event =>
  event(nth, {
    resource: "geofence",
    operation: "asset_entered_geofence",
    geofenceName: "Cold store",
    target: { kind: "geofence", id: siteId, name: "Cold store" },
    actor: null,
    ...changes,
  });

/**
 * The notifications over an empty page, after the existing events were fetched. The clock runs by turns of the event loop: a
 * slow machine lets no toast expire.
 */
export async function open(events: Event[], entry = "/start") {
  if (!vi.isFakeTimers())
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      // Not `performance`, whose origin says which events are older than the page.
      toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    });
  const set = stage();
  const { services, answers, requests } = set;
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
  await waitFor(() =>
    expect(requests.map(({ id }) => id)).toEqual(expect.arrayContaining(["searchEvents", "getUserMe"])),
  );
  await screen.findByRole("button", { name: /^Notifications/ });
  await act(() => Promise.resolve());
  // The screen updates a turn later.
  const after = (change: () => void): Promise<void> =>
    act(async () => {
      change();
      await new Promise((resolve) => setTimeout(resolve));
    });
  const addEventNow = (added: Event): Promise<void> => after(() => addEvent(services.queries, siteId, added));
  const stateUpdates = () => requests.filter(({ id }) => id === "updateNotificationState").map(({ body }) => body);
  return { ...set, after, addEventNow, stateUpdates };
}
export const toasts = (): (string | null)[] =>
  within(screen.getByRole("region", { name: "New notifications" }))
    .queryAllByRole("listitem")
    .map(({ textContent }) => textContent);
export const bell = (): string | null =>
  screen.getByRole("button", { name: /^Notifications/ }).getAttribute("aria-label");
