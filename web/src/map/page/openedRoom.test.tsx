import { fullAccess } from "@pulse/contract/access";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { SiteMapParts } from "../../mapEngine/siteMapParts.ts";
import type { SiteMapState } from "../../mapEngine/siteMapState.ts";
import { listedAsset } from "../../test/liveAsset.ts";
import { me, stage } from "../../test/stage.tsx";
import MapPage from "./MapPage.tsx";

let drawn: SiteMapState | undefined;
const flights: string[] = [];
vi.mock("../../mapEngine/siteMap.ts", () => ({
  createSiteMap: (parts: SiteMapParts) => {
    drawn = parts.state;
    const nothing = () => undefined;
    const show = (id: string) => void flights.push(id);
    return {
      update: (state: SiteMapState) => void (drawn = state),
      fit: nothing,
      remove: nothing,
      show,
      mark: nothing,
    };
  },
}));
vi.mock("../../live/socket.ts", () => ({
  openLive: () => ({ renew: () => undefined, close: () => undefined, watch: () => undefined }),
}));
vi.mock("../live/serverClock.ts", () => ({ clockOffsetMs: async () => 0 }));

const siteId = "0198c1b2-0000-7000-8000-000000000001";
const room = { id: "room-1", name: "Cold store", kind: null, area: [] };
const floor = (id: string, rooms: readonly object[]) => ({
  id,
  name: `Floor ${id}`,
  level: Number(id),
  buildingId: "b",
  buildingName: "Warehouse",
  rotationDeg: 0,
  walls: [],
  doors: [],
  lifts: [],
  rooms,
  corners: [],
});

beforeEach(() => {
  localStorage.clear();
  drawn = undefined;
  flights.length = 0;
});

/** The map of a site whose upper floor has a cold store with one of its two assets in it. */
function openMap(search: string) {
  const { answers, requests, open } = stage();
  answers["getUserMe"] = () => ({ ...me, customerId: "customer", isSuperadmin: false });
  answers["getAccessibleOperations"] = () => fullAccess();
  answers["listAccessibleSites"] = () => [
    {
      id: siteId,
      name: "Harbour Warehouse",
      lat: 51,
      lon: 7,
      customerConfig: { assetMapTimeoutDay: 1000, showLocationConfidence: true },
    },
  ];
  answers["listFloors"] = () => [floor("0", []), floor("1", [room])];
  answers["listGeofences"] = answers["listHardwares"] = () => [];
  answers["searchTrackers"] = () => ({ content: [], metadata: { totalCount: 0 } });
  const at = { lat: 51, lon: 7, floorId: "1" };
  answers["listLiveAssets"] = () => [
    listedAsset(1, { ...at, room: { id: "room-1", name: "Cold store", probability: 0.9 } }),
    listedAsset(2, at),
  ];
  const router = open([{ path: "/sites/:siteId/map", element: <MapPage /> }], `/sites/${siteId}/map${search}`);
  return { answers, requests, router };
}

it("a room from the search opens its floor and its card with the assets in it, and the map goes there", async () => {
  const { router } = openMap("?floor=0");
  await waitFor(() => expect(drawn?.shownFloorIds).toEqual(["0"]));
  // As the search opens it.
  await act(() => router.navigate(`/sites/${siteId}/map?room=room-1`, { state: { isSought: true } }));
  const card = await screen.findByRole("region", { name: "Cold store" });
  await waitFor(() => expect(drawn?.shownFloorIds).toEqual(["1"]));
  expect(flights).toContain("room-1");
  expect(drawn?.selected).toBe("room-1");
  await waitFor(() => expect(within(card).getByText("Room · Floor 1 · 1 asset in it")).toBeDefined());
  expect(within(card).getAllByRole("listitem")).toHaveLength(1);
  expect(Object.keys(drawn?.overlays ?? {})).toContain("room");

  fireEvent.click(within(card).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Cold store" })).toBeNull());
  expect(new URLSearchParams(router.state.location.search).has("room")).toBe(false);
  expect(Object.keys(drawn?.overlays ?? {})).not.toContain("room");
});

it("a room's card makes a geofence of it with one click, which follows the room, and then leads there", async () => {
  const { answers, requests } = openMap("?room=room-1");
  const made = { id: "fence-1", name: "Cold store", roomId: "room-1", shape: null, lat: 51, lon: 7, radius: null };
  answers["createGeofence"] = () => {
    answers["listGeofences"] = () => [{ ...made, floorIds: ["1"], hiddenOnMap: false, restricted: false }];
    return made;
  };
  const card = await screen.findByRole("region", { name: "Cold store" });
  fireEvent.click(await within(card).findByRole("button", { name: "Make a geofence" }));
  const link = await within(card).findByRole("link", { name: "Open geofence" });
  expect(link.getAttribute("href")).toBe(`/sites/${siteId}/geofences/fence-1`);
  const creations = requests.filter(({ id }) => id === "createGeofence");
  expect(creations).toMatchObject([{ query: { siteId }, body: { roomId: "room-1" } }]);
  expect(within(card).queryByRole("button", { name: "Make a geofence" })).toBeNull();
});

it("a room's card offers no geofence to people who may not make one", async () => {
  const { answers } = openMap("?room=room-1");
  answers["getAccessibleOperations"] = () => ({ ...fullAccess(), geofence_management: ["r"] });
  const card = await screen.findByRole("region", { name: "Cold store" });
  await within(card).findByText(/1 asset in it/);
  expect(within(card).queryByRole("button", { name: "Make a geofence" })).toBeNull();
});
