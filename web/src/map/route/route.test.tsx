import { fullAccess } from "@pulse/contract/access";
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { admin } from "../../test/accessStage.tsx";
import { aLiveAsset } from "../../test/liveAsset.ts";
import { stage } from "../../test/stage.tsx";
import type { PlacePicker } from "../../mapEngine/siteMapState.ts";
import type { MapPageModel } from "../model/useMapPage.ts";
import LocateMe from "./LocateMe.tsx";
import RoutePanel from "./RoutePanel.tsx";
import { featuresOf } from "./routeOverlay.ts";

afterEach(() => vi.unstubAllGlobals());

const metre = 1 / 111_195;
const asset = aLiveAsset("g", {
  lat: 51,
  lon: 7,
  floorId: "f1",
  room: { id: "r", name: "Cold store", probability: 1 },
});
/** A room as wide as the floor, between two distances to the north of the asset, m. */
const aRoom = (id: string, name: string, fromM: number, toM: number) => ({
  id,
  name,
  kind: null,
  area: [
    [fromM, 6.999],
    [fromM, 7.001],
    [toM, 7.001],
    [toM, 6.999],
  ].map(([north, lon]) => ({ lat: 51 + north! * metre, lon: lon! })),
});
const floorOf = (id: string, name: string, level: number) => ({
  id,
  name,
  level,
  buildingId: "b",
  walls: [],
  doors: [],
  corners: [
    [-100, -100],
    [100, -100],
    [100, 100],
    [-100, 100],
  ].map(([east, north]) => ({ lat: 51 + north! * metre, lon: 7 + (east! * metre) / Math.cos((51 * Math.PI) / 180) })),
  rooms:
    level === 1
      ? [aRoom("r3", "Dock", -15, 10)]
      : [
          aRoom("r1", "Goods in", -60, -25),
          // The way to the lift leads through it.
          aRoom("r2", "Packing", -25, 0),
        ],
  lifts: [{ id: "l", name: "Lift A", area: [{ lat: 51 - 10 * metre, lon: 7 }] }],
});

/** A phone that answers with what a test gives it. */
function phone() {
  const requests: { found: PositionCallback; failed: PositionErrorCallback }[] = [];
  let isWatching = false;
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", {
    geolocation: {
      watchPosition: (found: PositionCallback, failed: PositionErrorCallback) => {
        requests.push({ found, failed });
        isWatching = true;
        return 1;
      },
      clearWatch: () => (isWatching = false),
    },
  });
  return {
    isWatching: () => isWatching,
    /** A phone at rest reports its place once, to the first caller. */
    tellsTheFirst: (lat: number, lon: number) =>
      act(async () =>
        requests[0]?.found({ coords: { latitude: lat, longitude: lon, accuracy: 12 } } as GeolocationPosition),
      ),
    losesIt: () =>
      act(async () => requests.at(-1)?.failed({ code: 3, PERMISSION_DENIED: 1 } as GeolocationPositionError)),
    isAt: (lat: number, lon: number) =>
      act(async () =>
        requests.at(-1)?.found({ coords: { latitude: lat, longitude: lon, accuracy: 12 } } as GeolocationPosition),
      ),
    refuses: () =>
      act(async () => requests.at(-1)?.failed({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError)),
  };
}

function opened(element: (page: MapPageModel) => React.ReactNode, address: string) {
  const set = stage();
  set.answers["getAccessibleOperations"] = () => fullAccess();
  set.answers["getUserMe"] = () => admin;
  const went: unknown[] = [];
  const shownAll: unknown[] = [];
  let picker: PlacePicker | null = null;
  const page = {
    site: { lat: 51, lon: 7 },
    selected: "g",
    plans: [floorOf("f0", "Ground", 0), floorOf("f1", "Floor 1", 1)],
    positions: { get: () => asset, subscribe: () => () => undefined, all: () => new Map(), nowMs: () => 0 },
    live: { gateways: [{ id: "gw", name: "G-05", floorId: "f0", lat: 51 - 30 * metre, lon: 7 }] },
    state: { shownFloorIds: ["f1"] },
    playback: { span: null },
    setOverlays: () => undefined,
    panel: { name: "way", open: () => undefined },
    chooseFloor: (id: string) => went.push(id),
    setPlacePicker: (next: PlacePicker | null) => (picker = next),
    handle: {
      current: {
        showPlace: (at: unknown) => went.push(at),
        showAll: (places: readonly unknown[]) => shownAll.push(places.length),
      },
    },
  } as unknown as MapPageModel;
  const router = set.show(element(page), address);
  const click = (north: number) => act(async () => picker?.picked({ lat: 51 + north * metre, lon: 7 }));
  return { ...set, router, went, shownAll, click, isPicking: () => picker !== null };
}

it("a route from a gateway to the asset's room is described floor by floor, and shows a floor when pressed", async () => {
  const { went, router } = opened((page) => <RoutePanel page={page} form="panel" />, "/a?panel=way&asset=g");
  fireEvent.change(await screen.findByRole("combobox", { name: "From" }), { target: { value: "gw" } });
  await screen.findByText("Floor 1, Cold store — 30 m");
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Ground: 20 m north to Lift A.*Take Lift A to Floor 1$/),
    "5 m north to Packing",
    "15 m north to Lift A",
    "Floor 1: 10 m north to Tote g",
  ]);
  fireEvent.click(screen.getByRole("button", { name: /^Ground/ }));
  expect(went).toEqual(["f0"]);
  // So that it can be shared.
  expect(router.state.location.search).toContain("start=gw");
});

it("a route begins in a room or at a clicked point of the map, is shown as a whole, and can be shared", async () => {
  const { router, shownAll, click, isPicking } = opened(
    (page) => <RoutePanel page={page} form="panel" />,
    "/a?panel=way&asset=g",
  );
  const from = await screen.findByRole<HTMLSelectElement>("combobox", { name: "From" });
  fireEvent.change(from, { target: { value: "r1" } });
  // From the middle of the room.
  await screen.findByText("Floor 1, Cold store — 43 m");
  // The leg to the room is on the shown floor.
  expect(shownAll).toEqual([2]);
  fireEvent.change(from, { target: { value: "point" } });
  await screen.findByText("Click or tap the map where you are.");
  expect([isPicking(), screen.queryByRole("list", { name: "Route" })]).toEqual([true, null]);
  await click(-20);
  await screen.findByText("Floor 1, Cold store — 20 m");
  expect([isPicking(), from.value]).toEqual([false, "point"]);
  expect(new URLSearchParams(router.state.location.search).get("start")).toBe("50.9998201,7.0000000,f1");
  fireEvent.click(screen.getByRole("button", { name: "Choose another point" }));
  expect(isPicking()).toBe(true);
  await click(-30);
  await screen.findByText("Floor 1, Cold store — 30 m");
  // The last step leads to the thing: its dot may lie beside the room that it is most likely in.
  expect(
    screen
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent)
      .slice(-2),
  ).toEqual(["15 m north to Dock", "15 m north to Tote g"]);
});

it("a route asks a phone for its location, and explains a refusal", async () => {
  const { isAt, refuses, isWatching } = phone();
  opened((page) => <RoutePanel page={page} form="sheet" />, "/a?panel=way&asset=g");
  await screen.findByText("Getting this device's location…");
  await isAt(51 - 60 * metre, 7);
  await screen.findByText("Floor 1, Cold store — 60 m");
  screen.getByText("Your location is accurate to 12 m.");
  await refuses();
  expect((await screen.findByRole("alert")).textContent).toContain("Allow it for this page");
  // Once a gateway is chosen instead, the phone is no longer asked.
  fireEvent.change(screen.getByRole("combobox", { name: "From" }), { target: { value: "gw" } });
  expect(isWatching()).toBe(false);
});

it("a route uses the location already shown on the map, and keeps it when the device loses it briefly", async () => {
  const { tellsTheFirst, losesIt, isWatching } = phone();
  function Both({ page }: { page: MapPageModel }) {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <LocateMe page={page} onFailed={() => undefined} />
        <button type="button" onClick={() => setOpen(!isOpen)}>
          Panel
        </button>
        {isOpen ? <RoutePanel page={page} form="sheet" /> : null}
      </>
    );
  }
  const { router } = opened((page) => <Both page={page} />, "/a?panel=way&asset=g");
  await tellsTheFirst(51 - 60 * metre, 7);
  fireEvent.click(screen.getByRole("button", { name: "Panel" }));
  screen.getByText("Your location is accurate to 12 m.");
  await losesIt();
  screen.getByText("Your location is accurate to 12 m.");
  expect(screen.queryByRole("alert")).toBeNull();
  // The remaining caller still gets places.
  fireEvent.click(screen.getByRole("button", { name: "Panel" }));
  expect(isWatching()).toBe(true);
  await act(async () => router.navigate("/elsewhere"));
  expect(isWatching()).toBe(false);
});

it("a route goes to the phone's location once, and stops watching it when it is left", async () => {
  const { isAt, isWatching } = phone();
  const { went, router } = opened((page) => <LocateMe page={page} onFailed={() => undefined} />, "/a");
  await isAt(51.001, 7);
  await isAt(51.002, 7);
  expect(went).toEqual([{ lat: 51.001, lon: 7, accuracyM: 12 }]);
  await act(async () => router.navigate("/elsewhere"));
  expect(isWatching()).toBe(false);
});

it("a route stays at the site when the phone is far away, and says how far", async () => {
  const { isAt } = phone();
  const { went, messages } = opened((page) => <LocateMe page={page} onFailed={() => undefined} />, "/a");
  await isAt(51.9, 7);
  expect(went).toEqual([]);
  expect(messages()).toEqual(["You are 100.1 km away from this site."]);
});

it("a refusal of the location is reported once and turns the location off", async () => {
  const { refuses } = phone();
  let turnedOff = 0;
  const { messages } = opened((page) => <LocateMe page={page} onFailed={() => turnedOff++} />, "/a");
  await refuses();
  expect(turnedOff).toBe(1);
  expect(messages()[0]).toContain("doesn't share your location");
});

it("a route draws the legs of the shown floors, and the own location with its accuracy", () => {
  const leg = (floorId: string | null) => ({
    floorId,
    points: [asset, asset].map(() => ({ lat: 51, lon: 7 })),
    lengthM: 0,
    direction: "north" as const,
    up: null,
  });
  const route = { legs: [leg("f0"), leg("f1"), leg(null)], lengthM: 0, isStraight: false };
  const own = { lat: 51, lon: 7, accuracyM: 5 };
  const kinds = (shown: Parameters<typeof featuresOf>[0]) =>
    featuresOf(shown).map(({ geometry, properties }) => (properties?.["is"] as string | undefined) ?? geometry.type);
  expect(kinds({ route, floorIds: ["f1"], own })).toEqual(["Polygon", "LineString", "LineString", "own"]);
  // A chosen start is a dot on its own floor.
  const start = { lat: 51, lon: 7, floorId: "f1" };
  expect(kinds({ route: null, floorIds: ["f1"], own: null, start })).toEqual(["start"]);
  expect(kinds({ route: null, floorIds: ["f0"], own: null, start })).toEqual([]);
});
