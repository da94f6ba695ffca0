import { getAssetHistory } from "@pulse/contract/assets";
import { fullAccess, noAccess } from "@pulse/contract/access";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { admin } from "../test/accessStage.tsx";
import { stage } from "../test/stage.tsx";
import { History } from "./History.tsx";
import type { HeardTracker } from "./heardTrackers.ts";

const id = (number: number): string => `0198c1b2-0001-7000-8000-${String(number).padStart(12, "0")}`;
const asset = { id: id(1), name: "Cart", siteId: id(2) };
const tags: HeardTracker[] = [
  { id: id(3), name: "Tag new", sinceMs: Date.parse("2026-11-20T12:00:00Z"), untilMs: null },
  { id: id(4), name: "Tag old", sinceMs: 0, untilMs: Date.parse("2026-11-20T12:00:00Z") },
];
const dates = "?from=2026-11-20T00:00&to=2026-11-20T23:59";

function opened({ access = fullAccess(), trackers = tags, at = dates, positions = [] as readonly object[] } = {}) {
  const { answers, requests, show } = stage();
  answers["getAccessibleOperations"] = () => access;
  answers["getUserMe"] = () => admin;
  answers["listAccessibleSites"] = () => [{ id: asset.siteId, name: "Harbour", customerId: id(9) }];
  answers["getAssetHistory"] = () => positions;
  answers["listTrackerSightings"] = () => [sighting(1, "G-01", -60), sighting(2, "G-02", -71)];
  answers["listTrackerTelemetry"] = () => [];
  const router = show(
    <History noun="assets" thing={asset} positions={getAssetHistory} trackers={trackers} />,
    `/a${at}`,
  );
  const last = (endpoint: string) => requests.findLast((call) => call.id === endpoint);
  const times = (endpoint: string) => requests.filter((call) => call.id === endpoint).length;
  return { answers, last, times, router };
}

afterEach(() => void vi.useRealTimers());

function sighting(minute: number, hardwareName: string, rssi: number) {
  const timestamp = `2026-11-20T12:0${minute}:00.000Z`;
  return { timestamp, hardwareId: hardwareName, hardwareName, rssi, rssiMin: rssi - 4, rssiMax: rssi + 4, count: 3 };
}

function stayed(location: string) {
  return { location, floorId: null, accuracy: 2, nearestHardware: null, trackerId: id(3) };
}

const choose = (part: string): void => void fireEvent.click(screen.getByRole("radio", { name: part }));

it("the history requests the positions of the dates in the address, thinned and newest first", async () => {
  const { last } = opened();
  await screen.findByText("No positions in this period.");
  expect(last("getAssetHistory")?.query).toMatchObject({
    startTimeUtc: new Date(2026, 10, 20).toISOString(),
    endTimeUtc: new Date(2026, 10, 20, 23, 59, 59, 999).toISOString(),
    maxPoints: 2000,
    order: "desc",
  });
});

it("the history shows one row for each stay at a place, with its length, instead of one for each position", async () => {
  const minute = (nth: number): string => `2026-11-20T12:${String(nth).padStart(2, "0")}:00.000Z`;
  const row = (place: string, from: number) => ({
    ...stayed(place),
    timestamp: minute(from),
    endTimestamp: minute(from + 1),
  });
  opened({ positions: [row("Cold store", 22), row("Cold store", 21), row("Cold store", 20), row("Dock 7", 10)] });
  const place = await screen.findByRole("cell", { name: "Cold store" });
  const cells = [...place.closest("tr")!.children].map(({ textContent }) => textContent);
  expect(cells[3]).toBe("3\u00A0min");
  expect(document.querySelectorAll("tbody tr")).toHaveLength(2);
});

it("the history is renewed while it is open, if its dates extend to now", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const open = opened({ at: "?span=day" });
  const closed = opened({ at: dates });
  await waitFor(() => expect([open.times("getAssetHistory"), closed.times("getAssetHistory")]).toEqual([1, 1]));
  open.answers["getAssetHistory"] = () => [
    { ...stayed("Dock 7"), timestamp: new Date().toISOString(), endTimestamp: new Date().toISOString() },
  ];
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await screen.findByText("Dock 7");
  expect([open.times("getAssetHistory"), closed.times("getAssetHistory")]).toEqual([2, 1]);
});

it("the history shows each gateway's signal as a line and in a table, for the tracker linked at the time", async () => {
  const { last } = opened();
  await screen.findByRole("radio", { name: "Signal" });
  choose("Signal");
  await screen.findByRole("img", { name: "Signal of Tag new at each gateway over time" });
  expect([...document.querySelectorAll("tbody tr")].map((row) => row.children[1]?.textContent)).toEqual([
    "G-02",
    "G-01",
  ]);
  // From the time it was linked.
  expect(last("listTrackerSightings")).toMatchObject({
    params: { id: id(3) },
    query: { startTimeUtc: "2026-11-20T12:00:00.000Z" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Tracker Tag new" }));
  fireEvent.click(await screen.findByText("Tag old"));
  await waitFor(() =>
    expect(last("listTrackerSightings")).toMatchObject({
      params: { id: id(4) },
      query: { endTimeUtc: "2026-11-20T12:00:00.000Z" },
    }),
  );
});

it("the history shows when a battery will be empty, or that this needs 14 days of levels", async () => {
  // The middle of a month, because the text names the month of the end.
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 10, 15, 12) });
  const { answers } = opened({ trackers: tags.slice(0, 1) });
  await screen.findByRole("radio", { name: "Battery" });
  choose("Battery");
  await screen.findByText(/over at least 14 days/);
  const dayMs = 24 * 3_600_000;
  answers["listTrackerTelemetry"] = () =>
    Array.from({ length: 21 }, (_, day) => ({
      timestamp: new Date(Date.now() - (20 - day) * dayMs).toISOString(),
      batteryLevel: 80 - day,
    }));
  choose("Positions");
  choose("Battery");
  const end = new Date(Date.now() + 60 * dayMs);
  const two = (part: number): string => String(part).padStart(2, "0");
  const estimate = await screen.findByText(/At this rate/);
  expect(estimate.textContent).toContain(`${end.getFullYear()}-${two(end.getMonth() + 1)}`);
});

it("the history lists geofences with the length of the stay and how it ended", async () => {
  const { answers } = opened();
  const stay = { id: id(7), geofenceId: id(8), geofenceName: "Dock 7", enterTime: "2026-11-20T10:00:00.000Z" };
  answers["listAssetGeofenceHistory"] = () => [
    { ...stay, exitTime: "2026-11-20T11:00:00.000Z", exitReason: "timeout", durationS: 3600 },
  ];
  await screen.findByRole("radio", { name: "Geofences" });
  choose("Geofences");
  const link = await screen.findByRole("link", { name: "Dock 7" });
  expect(link.getAttribute("href")).toBe(`/sites/${asset.siteId}/geofences/${stay.geofenceId}`);
  expect(screen.getByText("1 h").closest("tr")?.textContent).toContain("by timeout");
});

it("the history shows stays that exceed the dates as entered before and still inside after them", async () => {
  const { answers } = opened();
  const stay = { id: id(7), geofenceId: id(8), geofenceName: "Dock 7", enterTime: null, exitTime: null };
  answers["listAssetGeofenceHistory"] = () => [{ ...stay, exitReason: null, durationS: null }];
  await screen.findByRole("radio", { name: "Geofences" });
  choose("Geofences");
  const row = (await screen.findByText("Dock 7")).closest("tr");
  expect([...row!.children].map((cell) => cell.textContent).slice(1, 3)).toEqual([
    "Entered before 2026/11/20 | 12:00 AM",
    "Still inside after 2026/11/20 | 11:59 PM",
  ]);
});

it("the history shows changes with old and new values, from the audit log", async () => {
  const { answers, last } = opened();
  answers["listAudit"] = () => [
    {
      id: id(5),
      timestamp: "2026-11-20T10:00:00.000Z",
      userEmail: "mara@northwind.test",
      action: "update",
      entity: { kind: "asset", id: asset.id, name: "Cart" },
      changes: [{ field: "name", before: "Kart", after: "Cart" }],
      outcome: "ok",
    },
  ];
  await screen.findByRole("radio", { name: "Changes" });
  choose("Changes");
  await screen.findByText("Name: Kart → Cart");
  expect(last("listAudit")?.query).toMatchObject({ entityId: asset.id, customerId: id(9) });
});

it("the history offers only the parts that the person may see, and no file without permission", async () => {
  opened({ access: { ...noAccess(), asset_management: ["r"] } });
  await screen.findByText("No positions in this period.");
  expect(screen.getAllByRole("radio").map((part) => part.getAttribute("value"))).toEqual(["positions"]);
  expect(screen.queryByRole("button", { name: "CSV" })).toBeNull();
});
