import { socketEvents } from "@pulse/contract/live";
import { fromWire } from "@pulse/contract/wire";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeServer, siteNamed } from "../test/fakeServer.ts";
import { listedAsset } from "../test/liveAsset.ts";
import { line } from "../test/fakeSockets.ts";
import { startSignedIn } from "../test/wholeApp.tsx";

vi.mock("socket.io-client", () => import("../test/fakeSockets.ts"));

const site = siteNamed("Harbour Warehouse", 1);
const id = (nth: number): string => `0198c1b2-0007-7000-8000-${String(nth).padStart(12, "0")}`;
const stamps = { version: 1, createdAt: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-20T10:00:00.000Z" };
const thing = (nth: number) => ({
  ...stamps,
  id: id(nth),
  guid: id(nth),
  siteId: site.id,
  name: `Thing ${nth}`,
  type: "Cart",
  archived: false,
  lastLocation: { lat: 51, lon: 7, floorId: null, buildingId: null, location: "Hall" },
  locationUpdated: "2026-11-20T10:00:00.000Z",
});
const asset = (nth: number) => ({
  ...thing(nth),
  externalId: null,
  description: null,
  imageUrl: null,
  linkedTrackers: [],
});
const tracker = (nth: number, of: number | null) => ({
  ...thing(nth),
  mac: "DD:34:0C:00:00:01",
  identities: [],
  sharedIdentity: null,
  mqttGuid: id(nth),
  mqttUsername: "tag",
  serialNo: null,
  batteryLevel: 80,
  signalStrength: -60,
  lastHeardAt: null,
  linkedAsset: of === null ? null : { id: id(of), guid: id(of), name: `Thing ${of}` },
  capabilities: { ring: false, deviceConfig: false },
  lat: 51,
  lon: 7,
  location: "Hall",
  floorId: null,
  room: null,
  accuracy: null,
  lastUpdated: null,
  nearestHardware: null,
  nearestHardwareGuid: null,
  nearestHardwareDis: null,
  imageUrl: null,
  sections: [],
});

/** Everything that the page's connection has said it watches, before and after signing in. */
const watches = () =>
  line.emitted
    .filter(({ name }) => name === socketEvents.watch)
    .map(({ content }) => fromWire(content) as { floorIds: string[] | null; assetIds: string[] });

async function open(path: string, answers: ReturnType<typeof fakeServer>["answers"] = {}) {
  const server = fakeServer();
  Object.assign(server.answers, answers);
  server.sites.push(site);
  server.answers["listAssets"] = () => [asset(1), asset(2)];
  server.answers["getAsset"] = ({ params }) => (params["id"] === id(1) ? asset(1) : asset(2));
  server.answers["listTrackers"] = () => [tracker(8, 1), tracker(9, null)];
  server.answers["getTracker"] = ({ params }) => (params["id"] === id(8) ? tracker(8, 1) : tracker(9, null));
  const app = await startSignedIn(`/sites/${site.id}/${path}`);
  await screen.findAllByText(/^Thing \d$/);
  return app;
}

it("an asset's page watches that asset and nothing else, from before it signs in to the live connection", async () => {
  await open(`assets/${id(1)}`);
  await waitFor(() => expect(watches().at(-1)).toMatchObject({ floorIds: [], assetIds: [id(1)] }));
  expect(line.emitted[0]).toMatchObject({ name: socketEvents.watch, content: { floor_ids: [], asset_ids: [] } });
});

it("another asset's page watches the other asset instead", async () => {
  const { go } = await open(`assets/${id(1)}`);
  await waitFor(() => expect(watches().at(-1)?.assetIds).toEqual([id(1)]));
  await go(`/sites/${site.id}/assets/${id(2)}`);
  await waitFor(() => expect(watches().at(-1)?.assetIds).toEqual([id(2)]));
});

it("the list of assets watches the assets that it shows", async () => {
  await open("assets");
  await waitFor(() => expect(watches().at(-1)).toMatchObject({ floorIds: [], assetIds: [id(1), id(2)] }));
});

it("the list of assets shows the stored signal of what nobody has heard since", async () => {
  const requested: unknown[] = [];
  await open("assets", {
    listLiveAssets: ({ query }) => {
      requested.push(query["assetIds"]);
      return [listedAsset(1, { signalStrength: -71 })];
    },
  });
  expect(await screen.findByText(/^−71\sdBm$/)).toBeTruthy();
  expect(requested).toEqual([`${id(1)},${id(2)}`]);
});

it("a tracker's page watches the tracker's asset", async () => {
  await open(`devices/trackers/${id(8)}`);
  await waitFor(() => expect(watches().at(-1)).toMatchObject({ floorIds: [], assetIds: [id(1)] }));
});

it("the page of a tracker without an asset watches the surroundings of the tracker", async () => {
  await open(`devices/trackers/${id(9)}`);
  await waitFor(() => expect(watches().at(-1)).toMatchObject({ floorIds: null, assetIds: [] }));
  expect(line.emitted.findLast(({ name }) => name === socketEvents.watch)?.content).toMatchObject({
    box: { north_west: { lat: expect.closeTo(51, 3) as number }, south_east: { lon: expect.closeTo(7, 3) as number } },
  });
});
