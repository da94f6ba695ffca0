import { fullAccess } from "@pulse/contract/access";
import { cleanup, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { admin } from "../../test/accessStage.tsx";
import { stage } from "../../test/stage.tsx";
import type { MapPageModel } from "../model/useMapPage.ts";
import Explanation from "./Explanation.tsx";
import { featuresOf } from "./explanationOverlay.ts";

const place = { lat: 51.9, lon: 4.4 };
const heard = { distance: 5, reason: null, used: true, weight: 0.5 };
const explanation = {
  timestamp: "2026-11-20T12:00:00.000Z",
  trackerId: "t",
  mechanism: "TRILATERATED",
  fix: place,
  raw: { ...place, accuracy: 4 },
  floors: [{ floorId: "f", name: "Ground", probability: 0.93 }],
  rooms: [{ roomId: "r", name: "Dock", probability: 0.7 }],
  gateways: [
    { ...heard, hardwareId: "a", name: "G-01", rssi: -60, expectedRssi: -72, residual: 12 },
    {
      ...heard,
      hardwareId: "b",
      name: "G-02",
      rssi: -80.4,
      expectedRssi: -79,
      residual: -1.4,
      weight: 0.2,
      reason: "suspect: its hearing is off",
    },
    {
      ...heard,
      hardwareId: "c",
      name: "G-03",
      rssi: -95,
      expectedRssi: null,
      residual: null,
      used: false,
      weight: 0,
      reason: "too old",
    },
  ],
  decisions: [{ step: "floor", text: "Ground by 0.93" }],
};

function opened(
  pastMs: number | null,
  gateways: readonly object[] = explanation.gateways,
  lastUpdatedMs = 1_700_000_000_000,
) {
  const { answers, requests, show } = stage();
  answers["getAccessibleOperations"] = () => fullAccess();
  answers["getUserMe"] = () => admin;
  answers["explainTracker"] = () => ({ ...explanation, gateways });
  const asset = {
    guid: "g",
    name: "Cart 1",
    type: "Cart",
    assetId: "x",
    trackerId: "t",
    lastUpdatedMs,
  };
  const page = {
    selected: "g",
    positions: { get: () => asset, subscribe: () => () => undefined, all: () => new Map(), nowMs: () => 0 },
    playback: { span: pastMs === null ? null : { timeMs: pastMs } },
    live: { gateways: [] },
    setOverlays: () => undefined,
    panel: { name: "why", open: () => undefined },
  } as unknown as MapPageModel;
  show(<Explanation page={page} form="panel" />, "/a");
  return () => requests.findLast((call) => call.id === "explainTracker");
}

it("the explanation shows what each gateway received and was expected to, what was left out and why, and floors", async () => {
  const last = opened(null);
  const table = await screen.findByRole("table", { name: "Gateways that took part" });
  expect(
    [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ["G-01", "−60", "−72", "+12 dB", "5.0\u00a0m", "50%"],
    expect.arrayContaining(["G-02It hears differently than expected.", "−80", "−79"]) as string[],
  ]);
  await screen.findByText("too old");
  await screen.findByText("Floor: Ground by 0.93");
  expect(screen.getByRole("list", { name: "Floors" }).textContent).toContain("Ground");
  expect(last()?.query).toEqual({});
});

it("the explanation sorts gateways by the shown share, equal ones by strength, and unused ones by strength", async () => {
  const one = (name: string, rssi: number, weight: number, used = true) => ({
    ...heard,
    hardwareId: name,
    name,
    rssi,
    expectedRssi: -70,
    residual: 0,
    weight,
    used,
  });
  opened(null, [
    one("G-05", -61.2, 0.0801),
    one("G-04", -88, 0.0849),
    one("G-03", -61.4, 0.0832),
    one("G-02", -75, 0.3),
    one("G-01", -90, 0.0751),
    one("L-02", -93, 0, false),
    one("L-01", -71, 0, false),
  ]);
  const table = await screen.findByRole("table", { name: "Gateways that took part" });
  expect([...table.querySelectorAll("tbody td:first-child")].map((cell) => cell.textContent)).toEqual([
    "G-02",
    "G-03",
    "G-05",
    "G-04",
    "G-01",
  ]);
  const left = screen.getByRole("list", { name: "Heard, but left out" });
  expect([...left.children].map((row) => row.textContent?.slice(0, 4))).toEqual(["L-01", "L-02"]);
});

it("the explanation is of the moment of the past that is on the map", async () => {
  const last = opened(1_700_000_000_000);
  await screen.findByText("too old");
  expect(last()?.query).toEqual({ at: new Date(1_700_000_000_000).toISOString() });
});

it("the explanation draws the range of each gateway, lines for those used, and the place before the filter", () => {
  const gateways = ["a", "b", "c"].map((id) => ({ id, ...place })) as unknown as Parameters<typeof featuresOf>[1];
  const kinds = featuresOf(explanation as unknown as Parameters<typeof featuresOf>[0], gateways).map(
    ({ properties }) => properties?.["kind"] as string,
  );
  expect(kinds).toEqual(["range", "line", "range", "line", "unused", "raw"]);
});

it("the explanation draws the circles of the four nearest gateways in full and the others faintly", () => {
  const numbers = Array.from({ length: 9 }, (_, nth) => nth);
  const gateways = numbers.map((nth) => ({
    ...heard,
    hardwareId: `${nth}`,
    name: `G-${nth}`,
    distance: 90 - nth * 10,
  }));
  const placed = numbers.map((nth) => ({ id: `${nth}`, ...place })) as unknown as Parameters<typeof featuresOf>[1];
  const drawn = featuresOf({ ...explanation, gateways } as unknown as Parameters<typeof featuresOf>[0], placed);
  const strong = drawn
    .filter(({ properties }) => properties?.["kind"] === "range")
    .map(({ properties }) => properties?.["strength"] === 1);
  expect(strong).toEqual([...Array.from({ length: 5 }, () => false), ...Array.from({ length: 4 }, () => true)]);
});

it("the explanation says when the map already shows a newer position than can be explained", async () => {
  const atMs = Date.parse(explanation.timestamp);
  opened(null, [], atMs + 240_000);
  expect((await screen.findByRole("note")).textContent).toMatch(/^The map shows \d\d:04:00\. .* explain \d\d:00:00,/);
  cleanup();
  opened(null, [], atMs + 4_000);
  await screen.findByText(/^At /);
  expect(screen.queryByRole("note")).toBeNull();
});
