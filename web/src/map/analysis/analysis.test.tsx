import { fullAccess } from "@pulse/contract/access";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { admin } from "../../test/accessStage.tsx";
import { stage } from "../../test/stage.tsx";
import type { MapPageModel } from "../model/useMapPage.ts";
import Analysis from "./Analysis.tsx";
import { featuresOf } from "./heatOverlay.ts";
import { readWho, spanOf, stepOf, whoText } from "./question.ts";

afterEach(() => vi.useRealTimers());

const id = (number: number): string => `0198c1b2-0001-7000-8000-${String(number).padStart(12, "0")}`;
const heat = {
  cellM: 1,
  origin: { lat: 51.9, lon: 4.4 },
  columns: 2,
  rows: 2,
  seconds: [100, 0, 0, 25],
  hoursCovered: 5,
  hoursMissing: 19,
};

function opened(at = "") {
  const { answers, requests, show } = stage();
  answers["getAccessibleOperations"] = () => fullAccess();
  answers["getUserMe"] = () => admin;
  answers["getHeatmap"] = () => heat;
  answers["getDwell"] = () => [
    { id: id(1), name: "Dock", visits: 3, secondsTotal: 7200, secondsMedian: 600, secondsP90: 1200 },
  ];
  answers["getOccupancy"] = () => [
    { at: "2026-11-20T10:00:00.000Z", id: id(1), name: "Dock", min: 0, mean: 1.5, max: 3 },
    { at: "2026-11-20T11:00:00.000Z", id: id(1), name: "Dock", min: null, mean: null, max: null },
  ];
  answers["getFlows"] = () => [
    { from: { id: id(1), name: "Dock" }, to: { id: id(2), name: "Gate" }, count: 4, secondsMedian: 30 },
  ];
  const asset = { guid: "g", name: "Cart 1", assetId: id(7) };
  const page = {
    site: { id: id(9), name: "Harbour" },
    floor: { id: id(8) },
    offered: { types: new Map([["Cart", 1]]) },
    nowMs: () => Date.now(),
    selected: "g",
    positions: { get: () => asset },
    setOverlays: () => undefined,
    state: { plans: [], shownFloorIds: [], fences: [] },
    panel: { name: "analysis", open: () => undefined },
  } as unknown as MapPageModel;
  show(<Analysis page={page} form="panel" />, `/a${at}`);
  return {
    answers,
    last: (endpoint: string) => requests.findLast((call) => call.id === endpoint)?.query,
    times: (endpoint: string) => requests.filter((call) => call.id === endpoint).length,
  };
}

it("the analytics show dwell, flows and how much of the time has data, and mark gaps", async () => {
  opened();
  await screen.findByRole("table", { name: "Time in each place" });
  await screen.findByRole("table", { name: "Movements between places" });
  await screen.findByText(/Data for 5 of 24 hours/);
  const chart = await screen.findByRole("img", { name: "Assets in Dock over time" });
  expect(chart.querySelectorAll("[data-unknown]")).toHaveLength(1);
  expect(screen.getByText("no data", { selector: "td:nth-child(2)" })).toBeDefined();
});

it("the analytics request the assets and places that the address names, all of them on the floor of the heat map", async () => {
  const { last } = opened("?by=geofence&who=asset:g&from=2026-11-20&to=2026-11-20");
  await screen.findByText(/Data for 5 of 24 hours/);
  await screen.findByRole("radio", { name: "Geofences" });
  const span = { startTimeUtc: new Date(2026, 10, 20).toISOString(), assetIds: [id(7)] };
  const ofFloor = { ...span, floorId: id(8) };
  expect(last("getHeatmap")).toMatchObject(ofFloor);
  expect(last("getDwell")).toMatchObject({ ...ofFloor, by: "geofence" });
  fireEvent.click(screen.getByRole("radio", { name: "Rooms" }));
  await screen.findByRole("table", { name: "Time in each place" });
  await waitFor(() => expect(last("getFlows")).toMatchObject({ ...ofFloor, by: "room" }));
});

it("the analytics renew all parts for one moment while their span ends now, and show the old ones until then", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.setSystemTime(new Date(2026, 10, 20, 14, 5, 30));
  const { answers, last, times } = opened("?span=hour");
  await screen.findByRole("table", { name: "Movements between places" });
  screen.getByText("As of 14:05. Updates automatically.");
  expect(last("getFlows")).toMatchObject({ endTimeUtc: new Date(2026, 10, 20, 14, 5).toISOString() });

  let answer = (): void => undefined;
  answers["getHeatmap"] = () => new Promise((resolve) => (answer = () => resolve({ ...heat, hoursCovered: 6 })));
  await act(async () => void (await vi.advanceTimersByTimeAsync(5 * 60_000)));
  const endTimeUtc = new Date(2026, 10, 20, 14, 10).toISOString();
  expect(last("getHeatmap")).toMatchObject({ endTimeUtc });
  // While the new heat is loading the old results stay, and nothing else is requested.
  screen.getByText(/Data for 5 of 24 hours/);
  screen.getByRole("table", { name: "Time in each place" });
  expect(times("getDwell")).toBe(1);
  await act(async () => answer());
  await screen.findByText(/Data for 6 of 25 hours/);
  await waitFor(() => expect(last("getFlows")).toMatchObject({ endTimeUtc }));
  expect(last("getDwell")).toMatchObject({ endTimeUtc });
  expect(last("getOccupancy")).toMatchObject({ endTimeUtc });
  screen.getByText("As of 14:10. Updates automatically.");
});

it("the analytics do not renew a past span, and end a current one at the present moment", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.setSystemTime(new Date(2026, 10, 20, 14, 5, 30));
  const { times } = opened("?from=2026-11-19&to=2026-11-19");
  await screen.findByRole("table", { name: "Movements between places" });
  await act(async () => void (await vi.advanceTimersByTimeAsync(20 * 60_000)));
  expect(times("getHeatmap")).toBe(1);
  expect(screen.queryByText(/Updates automatically/)).toBeNull();
  // Future hours are not hours without data.
  const today = spanOf({ from: "2026-11-20", to: "2026-11-20" }, Date.now());
  expect(today.endTimeUtc).toBe(new Date(2026, 10, 20, 14, 25).toISOString());
  // A span entirely in the future is requested unchanged: the answer says that it is empty.
  const tomorrow = spanOf({ from: "2026-11-21", to: "2026-11-21" }, Date.now());
  expect(Date.parse(tomorrow.endTimeUtc)).toBeGreaterThan(Date.parse(tomorrow.startTimeUtc));
});

it("the analytics clear the previous answer when the question changes", async () => {
  const { answers } = opened();
  await screen.findByRole("table", { name: "Time in each place" });
  answers["getDwell"] = () => new Promise(() => undefined);
  fireEvent.click(screen.getByRole("radio", { name: "Geofences" }));
  await waitFor(() => expect(screen.queryByRole("table", { name: "Time in each place" })).toBeNull());
});

it("the analytics draw only cells where time was spent, weighted by it", () => {
  const found = featuresOf(heat);
  expect(found.map(({ properties }) => properties?.["weight"] as number)).toEqual([1, 1]);
  const many = featuresOf({ ...heat, columns: 100, rows: 1, seconds: Array.from({ length: 100 }, (_, nth) => nth) });
  expect(many).toHaveLength(99);
  expect(many[0]?.properties?.["weight"]).toBeCloseTo(0.1, 1);
});

it("the analytics request long spans by the day, and read back whom an address names", () => {
  const nowMs = Date.parse("2026-11-20T12:00:30Z");
  const day = spanOf({ span: "day" }, nowMs);
  expect(day).toEqual({ startTimeUtc: "2026-11-19T12:00:00.000Z", endTimeUtc: "2026-11-20T12:00:00.000Z" });
  expect([stepOf(day), stepOf(spanOf({ span: "month" }, nowMs))]).toEqual(["hour", "day"]);
  for (const who of [{ kind: "all" }, { kind: "type", type: "a:b" }, { kind: "asset", guid: "g" }] as const)
    expect(readWho(whoText(who))).toEqual(who);
});

it("the analytics list the ten strongest movements, and the rest is folded", async () => {
  const { answers } = opened();
  answers["getFlows"] = () =>
    Array.from({ length: 12 }, (_, nth) => ({
      from: { id: id(nth), name: `Bay ${nth}` },
      to: { id: id(nth + 1), name: `Bay ${nth + 1}` },
      count: 20 - nth,
      secondsMedian: 30,
    }));
  const table = await screen.findByRole("table", { name: "Movements between places" });
  expect(table.querySelectorAll("tbody tr")).toHaveLength(10);
  expect(screen.getByText("2 more").closest("details")?.open).toBe(false);
  expect(screen.getByText(/10 strongest between places/)).toBeDefined();
});
