import { fullAccess } from "@pulse/contract/access";
import type { AssetLive } from "@pulse/contract/assets";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { me, stage } from "../../test/stage.tsx";
import type { SiteMapParts } from "../../mapEngine/siteMapParts.ts";
import type { SiteMapState } from "../../mapEngine/siteMapState.ts";
import MapPage from "./MapPage.tsx";

let drawn: SiteMapState | undefined;
let timesFitted = 0;
vi.mock("../../mapEngine/siteMap.ts", () => ({
  createSiteMap: (parts: SiteMapParts) => {
    drawn = parts.state;
    return {
      update: (state: SiteMapState) => void (drawn = state),
      fit: () => void timesFitted++,
      remove: () => undefined,
      show: () => undefined,
      mark: () => undefined,
    };
  },
}));
vi.mock("../../live/socket.ts", () => ({
  openLive: () => ({ renew: () => undefined, close: () => undefined, watch: () => undefined }),
}));
vi.mock("../live/serverClock.ts", () => ({ clockOffsetMs: async () => 0 }));

const siteId = "0198c1b2-0000-7000-8000-000000000001";
const floorNames = { w0: "Ward 0", w1: "Ward 1", l0: "Lab 0", l1: "Lab 1" };
const plans = Object.entries(floorNames).map(([id, name]) => ({
  id,
  name,
  level: Number(id[1]),
  buildingId: id[0],
  buildingName: id.startsWith("w") ? "Wards" : "Laboratory",
  rotationDeg: 0,
  rooms: [],
  corners: [],
}));
const pump = (name: string, floorId: string): AssetLive =>
  ({
    assetId: name,
    guid: name,
    name,
    type: "Pump",
    lat: 51,
    lon: 7,
    floorId,
    accuracy: 2,
    lastUpdated: new Date().toISOString(),
    location: "",
    batteryLevel: 80,
    room: null,
    nearestHardware: null,
    nearestHardwareDis: null,
    signalStrength: null,
    sections: [],
  }) as unknown as AssetLive;

beforeEach(() => {
  localStorage.clear();
  drawn = undefined;
  timesFitted = 0;
});

/** The map of a site of two buildings, of which the laboratory has most assets. */
async function openMap() {
  const { answers, open } = stage();
  answers["getUserMe"] = () => ({ ...me, customerId: "customer", isSuperadmin: false });
  answers["getAccessibleOperations"] = () => fullAccess();
  answers["listAccessibleSites"] = () => [
    {
      id: siteId,
      name: "Hospital",
      lat: 51,
      lon: 7,
      customerConfig: { assetMapTimeoutDay: 1000, showLocationConfidence: true },
    },
  ];
  answers["listFloors"] = () => plans;
  answers["listGeofences"] = answers["listHardwares"] = () => [];
  answers["searchTrackers"] = () => ({ content: [], metadata: { totalCount: 0 } });
  answers["listLiveAssets"] = () => [pump("Pump 1", "w0"), pump("Pump 2", "l0"), pump("Pump 3", "l0")];
  const router = open([{ path: "/sites/:siteId/map", element: <MapPage /> }], `/sites/${siteId}/map`);
  await waitFor(() => expect(shown()).not.toEqual([]));
  return router;
}
const shown = (): readonly string[] => drawn?.shownFloorIds ?? [];
const floors = () => within(screen.getByRole("navigation", { name: "Floors" }));
const choose = (name: RegExp) => fireEvent.click(floors().getByRole("button", { name }));
const listed = () => screen.getByRole("button", { name: /^Floors shown: / }).textContent;

it("a site opens on the building with most assets alone, without the things of other floors", async () => {
  await openMap();
  expect(shown()).toEqual(["l0"]);
  expect(drawn?.layers.otherFloors).toBe(false);
  expect(listed()).toBe("2 on Lab 0");
});

it("a chosen floor shows its building alone, fitted, and is where the site opens next time", async () => {
  await openMap();
  choose(/^Lab 1/);
  await waitFor(() => expect(shown()).toEqual(["l1"]));
  expect(timesFitted).toBe(0);
  choose(/^Ward 1/);
  await waitFor(() => expect(shown()).toEqual(["w1"]));
  expect(timesFitted).toBe(1);
  cleanup();
  drawn = undefined;
  await openMap();
  expect(shown()).toEqual(["w0"]);
});

it("all buildings are shown and listed together on request, and the address says so", async () => {
  const router = await openMap();
  fireEvent.click(floors().getByRole("checkbox", { name: "All buildings" }));
  await waitFor(() => expect(shown()).toEqual(["w0", "l0"]));
  expect(timesFitted).toBe(1);
  expect(listed()).toBe("3 on 2 floors");
  expect(router.state.location.search).toContain("floor=l0%2Cw0");
  choose(/^Ward 1/);
  await waitFor(() => expect(shown()).toEqual(["w1", "l0"]));
  fireEvent.click(floors().getByRole("checkbox", { name: "All buildings" }));
  await waitFor(() => expect(shown()).toEqual(["w1"]));
});

it("opening an asset of another building shows that building alone", async () => {
  const router = await openMap();
  await act(() => router.navigate(`/sites/${siteId}/map?asset=Pump+1`));
  await waitFor(() => expect(shown()).toEqual(["w0"]));
});
