import type { Geofence } from "@pulse/contract/geofences";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { accessOf } from "../test/accessStage.tsx";
import { fill, floorId, ground, siteId, siteStage } from "../test/siteStage.tsx";
import { press } from "../test/stage.tsx";
import GeofencePage from "./GeofencePage.tsx";

// Nothing can be drawn here; typed values take the same path through the form.
vi.mock("../placing/PlanMap.tsx", () => ({ PlanMap: () => null }));

const id = "0198c1b2-000a-7000-8000-000000000001";
const times = { createdAt: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-20T10:00:00.000Z" };
const triangle = [
  [51.9, 4.4],
  [51.9, 4.4005],
  [51.8999, 4.4005],
] as const;
const ring = [...triangle, triangle[0]].map(([lat, lon]): [number, number] => [lon, lat]);
const dock: Geofence = {
  id,
  version: 4,
  ...times,
  guid: id,
  siteId,
  name: "Dock 3",
  type: "polygon",
  shape: { type: "Polygon", coordinates: [ring] },
  vertices: triangle.map(([lat, lon]) => [lat, lon]),
  lat: 51.9,
  lon: 4.4,
  radius: null,
  elevationLowerBound: null,
  elevationUpperBound: null,
  floorIds: [floorId],
  geofenceExitTimeout: null,
  sensitivity: "normal",
  hiddenOnMap: false,
  restricted: false,
  roomId: null,
  numAssetsInside: 1,
  assetsInside: [{ id: "1", guid: "2", name: "Cart 1", enterTime: times.createdAt }],
};

/** The page of a geofence, or of a new one. */
async function open(at: string, given: Parameters<typeof siteStage>[0] = {}, stays: readonly unknown[] = []) {
  const set = siteStage(given);
  const fence = { now: dock };
  Object.assign(set.answers, {
    listFloors: () => [ground],
    getGeofence: () => fence.now,
    createGeofence: () => ({ ...dock, name: "made" }),
    updateGeofence: () => (fence.now = { ...fence.now, version: 5 }),
    listGeofenceHistory: () => stays,
  });
  const router = set.open(
    [
      { path: "/sites/:siteId/geofences/:id", element: <GeofencePage /> },
      { path: "*", element: null },
    ],
    `/sites/${siteId}/geofences/${at}`,
  );
  await screen.findByRole("heading", { level: 1 });
  return { ...set, router, fence };
}

/** Types the corners of a polygon. */
async function typeCorners(text: string): Promise<void> {
  const corners = await screen.findByRole("textbox", { name: "Coordinates" });
  fireEvent.change(corners, { target: { value: text } });
  fireEvent.blur(corners);
  await act(() => Promise.resolve());
}

it("a geofence's page creates a polygon from typed corners, and names a line that is not a place", async () => {
  const { requestsTo, router } = await open("new");
  expect(screen.getByText("Please finish onboarding the geofence first")).toBeTruthy();
  fill("Name", "Yard");
  await typeCorners("51.9, 4.4\n51.9 yards, 4.4005\n51.8999, 4.4005");
  expect(screen.getByText("Line 2: invalid location")).toBeTruthy();
  await typeCorners("51.9, 4.4\n51.9, 4.4005\n\n51.8999, 4.4005");
  press("Create geofence");
  await waitFor(() => expect(requestsTo("createGeofence")).toHaveLength(1));
  const body = requestsTo("createGeofence")[0]?.body as Geofence;
  expect(body).toMatchObject({ name: "Yard", type: "polygon", sensitivity: "normal", geofenceExitTimeout: null });
  // Drawing on a floor chooses that floor.
  expect(body.floorIds).toEqual([floorId]);
  const [corners] = (body.shape as { coordinates: [number, number][][] }).coordinates;
  expect(corners!.map((place) => place.map((degrees) => Number(degrees.toFixed(6))))).toEqual(ring);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/sites/${siteId}/geofences/${id}`));
});

it("a geofence's page shows everything missing or wrong at once, each at its place", async () => {
  const { requestsTo } = await open("new");
  await typeCorners("51.9, 4.4\n51.8999, 4.4005\n51.9, 4.4005\n51.8999, 4.4");
  expect(screen.getByText("The sides must not cross or touch each other")).toBeTruthy();
  fill("Lower bound", "4");
  fill("Exit timeout", "0");
  press("Create geofence");
  expect(await screen.findByText("Field required")).toBeTruthy();
  expect(screen.getByText("If one bound is filled, the other is required")).toBeTruthy();
  expect(screen.getByText(/Exit timeout must be between 1 and/)).toBeTruthy();
  fill("Upper bound", "3");
  press("Create geofence");
  expect(await screen.findByText("Lower bound must be lower than upper bound")).toBeTruthy();
  expect(requestsTo("createGeofence")).toEqual([]);
});

it("a geofence's page saves with the version it loaded, and shows which exit timeout applies where it has none", async () => {
  const { requestsTo, services } = await open(id);
  expect(await screen.findByText(/Left empty, the customer's 30 min apply/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Cart 1" }).getAttribute("href")).toBe(`/sites/${siteId}/map?asset=2`);
  fill("Name", "Dock 4");
  press("Save");
  await waitFor(() => expect(requestsTo("updateGeofence")).toHaveLength(1));
  expect(requestsTo("updateGeofence")[0]).toMatchObject({
    params: { id },
    body: { name: "Dock 4", version: 4, shape: dock.shape },
  });
  const messages = { kind: "success", text: "Geofence updated", description: "Dock 3" };
  await waitFor(() => expect(services.snackbars.current()).toEqual([messages]));
});

it("a geofence's page shows the least time an asset was inside when its stay exceeds the dates", async () => {
  const stay = { id, geofenceId: id, geofenceName: "Dock 3", assetId: id, assetGuid: id, assetName: "Cart 1" };
  const over = { ...stay, enterTime: null, exitTime: null, exitReason: null, durationS: null };
  await open(id, {}, [over]);
  expect(await screen.findByText(/^Entered before 20\d\d\/\d\d\/\d\d \| \d\d:\d\d [AP]M$/)).toBeTruthy();
  expect(screen.getByText(/^Still inside after 20\d\d\/\d\d\/\d\d \| \d\d:\d\d [AP]M$/)).toBeTruthy();
});

it("a geofence's page is text for people who may only read, without heights and assets they may not see", async () => {
  await open(id, { access: accessOf({ geofence_management: ["r"], site_management: ["r"] }) });
  await screen.findByRole("heading", { name: "Dock 3" });
  for (const name of ["Save", "Delete", "Replace shape from KML"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByText("Lower bound")).toBeNull();
  expect(screen.queryByRole("link", { name: "Cart 1" })).toBeNull();
});

it("a geofence's page takes the shape from a file with exactly one polygon, after a preview", async () => {
  const { answers, requestsTo, messages } = await open(id);
  const place = (name: string) => ({
    name,
    writtenName: name,
    folder: null,
    suggestedFloorId: null,
    vertices: 3,
    parts: 1,
    accepted: true,
    reason: null,
    reasonCode: null,
    shape: null,
    distanceM: null,
    warning: null,
    warningCode: null,
  });
  const found = { places: [place("Yard"), place("Gate")] };
  answers["createGeofence"] = () => found.places;
  fireEvent.click(await screen.findByRole("button", { name: "Replace shape from KML" }));
  const dialog = await screen.findByRole("dialog", { name: "Replace the shape of Dock 3" });
  const file = new File(["<kml/>"], "yard.kml");
  const choose = () => fireEvent.change(document.querySelector("input[type=file]")!, { target: { files: [file] } });
  const replace = () => within(dialog).getByRole<HTMLButtonElement>("button", { name: "Replace shape from KML" });
  choose();
  expect(await screen.findByText("The file has 2 polygons; a geofence takes exactly one.")).toBeTruthy();
  expect(requestsTo("createGeofence").at(-1)?.query).toMatchObject({ type: "kml", dryRun: true });
  expect(replace().disabled).toBe(true);
  found.places = [place("Yard")];
  choose();
  expect(await screen.findByText("1 geofence can be imported.")).toBeTruthy();
  fireEvent.click(replace());
  await waitFor(() => expect(requestsTo("updateGeofence")).toHaveLength(1));
  expect(requestsTo("updateGeofence")[0]).toMatchObject({
    params: { id },
    query: { type: "kml" },
    body: { version: 4 },
  });
  expect([...requestsTo("updateGeofence")[0]!.files!.keys()]).toEqual(["file"]);
  await waitFor(() => expect(messages()).toEqual(["Geofence updated"]));
});
