import { fullAccess } from "@pulse/contract/access";
import type { AssetLive } from "@pulse/contract/assets";
import type { LocationUpdate } from "@pulse/contract/live";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LiveEvents } from "../../live/socket.ts";
import { me, stage } from "../../test/stage.tsx";
import type { SiteMapParts } from "../../mapEngine/siteMapParts.ts";
import type { SiteMapState } from "../../mapEngine/siteMapState.ts";
import MapPage from "./MapPage.tsx";

let line: LiveEvents | undefined;
let drawn: SiteMapState | undefined;
vi.mock("../../mapEngine/siteMap.ts", () => ({
  createSiteMap: (parts: SiteMapParts) => {
    drawn = parts.state;
    const update = (state: SiteMapState): void => {
      drawn = state;
    };
    return { update, fit: () => undefined, remove: () => undefined, show: () => undefined, mark: () => undefined };
  },
}));
vi.mock("../../live/socket.ts", () => ({
  openLive: (_site: string, _token: () => string | null, events: LiveEvents) => {
    line = events;
    return { renew: () => undefined, close: () => undefined, watch: () => undefined };
  },
}));
vi.mock("../live/serverClock.ts", () => ({ clockOffsetMs: async () => 0 }));

const siteId = "0198c1b2-0000-7000-8000-000000000001";
const fence = { kind: "geofence" as const, id: "0198c1b2-0000-7000-8000-000000000009", name: "Dock" };
const tote = (guid: string, sections: AssetLive["sections"] = []): AssetLive =>
  ({
    assetId: guid,
    guid,
    name: `Tote ${guid}`,
    type: "Tote",
    lat: 51,
    lon: 7,
    floorId: null,
    accuracy: 2,
    lastUpdated: new Date().toISOString(),
    location: "Hall",
    batteryLevel: 80,
    room: null,
    sections,
  }) as unknown as AssetLive;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** The map page with two assets and one tracker without an asset. */
async function openMap(showLocationConfidence = true, access = fullAccess(), fences: readonly object[] = []) {
  const { answers, requests, open } = stage();
  answers["getUserMe"] = () => ({ ...me, customerId: "customer", isSuperadmin: false });
  answers["getAccessibleOperations"] = () => access;
  answers["listAccessibleSites"] = () => [
    {
      id: siteId,
      name: "Harbour",
      lat: 51,
      lon: 7,
      customerConfig: { assetMapTimeoutDay: 1000, showLocationConfidence },
    },
  ];
  answers["listFloors"] = answers["listHardwares"] = () => [];
  answers["listGeofences"] = () => fences;
  answers["listLiveAssets"] = () => [tote("a", [fence]), tote("b")];
  answers["searchTrackers"] = () => ({ content: [], metadata: { totalCount: 1 } });
  answers["listTrackers"] = () => [{ ...tote("t"), id: "t", name: "Loose tag", mac: "AA:BB:CC:DD:EE:FF" }];
  const router = open([{ path: "/sites/:siteId/map", element: <MapPage /> }], `/sites/${siteId}/map`);
  await waitFor(() => expect(mirror()).toHaveLength(2));
  return { router, requests: (id: string) => requests.filter((call) => call.id === id).length };
}
const mirror = () => [...document.querySelectorAll<HTMLElement>("[data-asset-guid]")];
const latOf = (guid: string) => mirror().find(({ dataset }) => dataset["assetGuid"] === guid)?.dataset["lat"];
const update = (guid: string, lat: number): LocationUpdate =>
  ({
    guid: `tracker of ${guid}`,
    pulseAssetGuid: guid,
    lat,
    lon: 7,
    floorId: null,
    lastUpdated: new Date(Date.now() + 1000).toISOString(),
    sections: [],
    room: null,
  }) as unknown as LocationUpdate;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("the map freezes and says so while paused, and continues with current positions", async () => {
  await openMap();
  fireEvent.click(screen.getAllByRole("button", { name: "Pause live updates" })[0]!);
  expect(screen.getByText(/^Paused at /)).toBeDefined();
  act(() => line?.updates([update("a", 52)]));
  await pass(90_000);
  expect(latOf("a")).toBe("51");
  // Nothing became stale while the map was paused.
  expect(screen.getByRole("button", { name: /^Stale/ }).textContent).toMatch(/0$/);
  fireEvent.click(screen.getAllByRole("button", { name: "Resume live updates" })[0]!);
  await pass(1000);
  act(() => line?.updates([update("a", 53)]));
  await pass(1000);
  expect(latOf("a")).toBe("53");
  expect(screen.queryByText(/^Paused at /)).toBeNull();
});

it("the map offers accuracy circles where the customer wants them", async () => {
  await openMap(true);
  await waitFor(() => expect(drawn?.showsConfidence).toBe(true));
  fireEvent.click(screen.getByRole("button", { name: /^Legend and layers|^Layers/ }));
  await screen.findByRole("checkbox", { name: "Accuracy circles for all assets" });
});

it("the map offers no accuracy circles where the customer does not want them", async () => {
  await openMap(false);
  await waitFor(() => expect(drawn?.showsConfidence).toBe(false));
  fireEvent.click(screen.getByRole("button", { name: /^Legend and layers|^Layers/ }));
  await screen.findByRole("checkbox", { name: "Gateways" });
  expect(screen.queryByRole("checkbox", { name: "Accuracy circles for all assets" })).toBeNull();
});

it("the map counts trackers without an asset, draws them on request, and keeps them out of the list", async () => {
  const { requests, router } = await openMap();
  fireEvent.click(screen.getByRole("button", { name: /^Legend and layers|^Layers/ }));
  const layer = await screen.findByRole("checkbox", { name: "Trackers without an asset" });
  await waitFor(() => expect(layer.getAttribute("aria-description")).toBe("1"));
  expect(requests("listTrackers")).toBe(0);
  fireEvent.click(layer);
  await waitFor(() => expect(drawn?.positions.get("t")?.name).toBe("Loose tag"));
  expect(mirror()).toHaveLength(2);
  await act(() => router.navigate(`/sites/${siteId}/map?layers=gateways,trackers,otherFloors,geofences&tracker=t`));
  expect(await screen.findByText("AA:BB:CC:DD:EE:FF")).toBeDefined();
});

it("the map requests no trackers for people who may not read them", async () => {
  const { requests } = await openMap(true, { ...fullAccess(), identifier_management: [] });
  await pass(1000);
  expect(requests("searchTrackers") + requests("listTrackers")).toBe(0);
});

it("the legend explains restricted geofences where one is on the map", async () => {
  const dock = { id: "1", name: "Dock", shape: null, lat: 51, lon: 7, radius: 4, floorIds: [], hiddenOnMap: false };
  await openMap(true, fullAccess(), [{ ...dock, restricted: false }]);
  await waitFor(() => expect(drawn?.fences).toHaveLength(1));
  const legend = () => within(screen.getByRole("region", { name: "Legend" }));
  expect(legend().getByText("Geofence")).toBeDefined();
  expect(legend().queryByText("Restricted")).toBeNull();
  cleanup();
  await openMap(true, fullAccess(), [{ ...dock, restricted: true }]);
  await waitFor(() => expect(drawn?.fences[0]?.isRestricted).toBe(true));
  expect(legend().getByText("Restricted")).toBeDefined();
});
