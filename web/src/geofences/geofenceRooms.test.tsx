import type { Geofence } from "@pulse/contract/geofences";
import type { FloorPlan } from "@pulse/contract/sites";
import { placePlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { expect, it, vi } from "vitest";
import type { PlanMapProps } from "../placing/PlanMapProps.ts";
import { floorId, ground, input, siteId, siteStage } from "../test/siteStage.tsx";
import { press } from "../test/stage.tsx";
import GeofencePage from "./GeofencePage.tsx";
import { RoomFences } from "./RoomFences.tsx";

/** The map, as the page uses it: what it was asked to show, and where clicks go. */
const map = vi.hoisted(() => ({ fitted: [] as unknown[], click: (_at: unknown): void => undefined }));
vi.mock("../placing/PlanMap.tsx", () => ({
  PlanMap({ onReady, onClick }: PlanMapProps) {
    map.click = (at) => onClick?.(at as LatLon);
    useEffect(() => {
      const handle = { map: { doubleClickZoom: { disable: () => undefined }, on: () => undefined } };
      onReady?.({ ...handle, fit: (places: unknown) => map.fitted.push(places) } as never);
      // Once, as the map itself does.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, []);
    return null;
  },
}));

const id = "0198c1b2-000a-7000-8000-000000000001";
const roomId = "0198c1b2-000d-7000-8000-000000000001";
const at = "2026-11-20T10:00:00.000Z";
const plan = placePlan(ground);
const area = [
  { x: 5, y: 5 },
  { x: 15, y: 5 },
  { x: 15, y: 12 },
  { x: 5, y: 12 },
].map((corner) => plan.toLatLon(corner));
const floor: FloorPlan = { ...ground, rooms: [{ id: roomId, name: "Cold store", kind: null, area }] };
const ring = [...area, area[0]!].map(({ lat, lon }): [number, number] => [lon, lat]);
const fence: Geofence = {
  id,
  guid: id,
  version: 1,
  createdAt: at,
  updatedAt: at,
  siteId,
  name: "Cold store",
  type: "polygon",
  shape: { type: "Polygon", coordinates: [ring] },
  vertices: area.map(({ lat, lon }) => [lat, lon]),
  lat: area[0]!.lat,
  lon: area[0]!.lon,
  radius: null,
  floorIds: [floorId],
  geofenceExitTimeout: null,
  sensitivity: "normal",
  hiddenOnMap: false,
  restricted: false,
  roomId,
  numAssetsInside: 0,
  assetsInside: [],
};

async function open(path: string) {
  const set = siteStage();
  Object.assign(set.answers, {
    listFloors: () => [floor],
    getGeofence: () => fence,
    listGeofences: () => [],
    createGeofence: () => fence,
    updateGeofence: () => ({ ...fence, version: 2 }),
    listGeofenceHistory: () => [],
  });
  set.open(
    [
      { path: "/sites/:siteId/geofences/:id", element: <GeofencePage /> },
      { path: "/rooms", element: <RoomFences siteId={siteId} /> },
      { path: "*", element: null },
    ],
    path,
  );
  return set;
}

it("the page of a new geofence begins with the map, and a click on a room is all that it needs", async () => {
  const { requestsTo } = await open(`/sites/${siteId}/geofences/new`);
  const room = await screen.findByRole<HTMLInputElement>("radio", { name: "Room" });
  expect(room.checked).toBe(true);
  const headings = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.slice(0, 2)).toEqual(["Area", "Info"]);
  act(() => map.click(plan.toLatLon({ x: 10, y: 8 })));
  expect(input("Name").value).toBe("Cold store");
  expect(screen.getByText(/Follows the room Cold store/)).toBeTruthy();
  press("Create geofence");
  await waitFor(() => expect(requestsTo("createGeofence")).toHaveLength(1));
  expect(requestsTo("createGeofence")[0]?.body).toMatchObject({ name: "Cold store", roomId, floorIds: [floorId] });
});

it("an opened geofence is what the map shows, and not the whole floor", async () => {
  map.fitted.length = 0;
  await open(`/sites/${siteId}/geofences/${id}`);
  await waitFor(() => expect(map.fitted).toHaveLength(1));
  expect(map.fitted[0]).toEqual(area);
});

it("a geofence that follows a room says so, until somebody ends that or draws another area", async () => {
  const { requestsTo } = await open(`/sites/${siteId}/geofences/${id}`);
  expect(await screen.findByText(/Follows the room Cold store/)).toBeTruthy();
  press("Stop following");
  expect(screen.queryByText(/Follows the room/)).toBeNull();
  press("Save");
  await waitFor(() => expect(requestsTo("updateGeofence")).toHaveLength(1));
  expect(requestsTo("updateGeofence")[0]?.body).toMatchObject({ roomId: null });
});

it("geofences are made from rooms with one click each", async () => {
  const { requestsTo, messages } = await open("/rooms");
  fireEvent.click(screen.getByRole("button", { name: "From rooms" }));
  // happy-dom lays nothing out, so the menu takes its button for scrolled away, and hides.
  fireEvent.click(await screen.findByRole("menuitem", { name: "Cold store", hidden: true }));
  await waitFor(() => expect(requestsTo("createGeofence")).toHaveLength(1));
  expect(requestsTo("createGeofence")[0]).toMatchObject({ query: { siteId }, body: { roomId } });
  await waitFor(() => expect(messages()).toEqual(["Geofence Cold store created. It follows its room."]));
});
