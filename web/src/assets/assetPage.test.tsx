import { socketEvents } from "@pulse/contract/live";
import { toWire } from "@pulse/contract/wire";
import { act, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeServer, siteNamed } from "../test/fakeServer.ts";
import { line } from "../test/fakeSockets.ts";
import { listedAsset } from "../test/liveAsset.ts";
import { startSignedIn } from "../test/wholeApp.tsx";

vi.mock("socket.io-client", () => import("../test/fakeSockets.ts"));
vi.mock("../placing/PlanMap.tsx", () => ({ PlanMap: () => null }));

const site = siteNamed("Harbour Warehouse", 1);
const id = "0198c1b2-0007-7000-8000-000000000001";
const at = "2026-11-20T10:00:00.000Z";
const asset = {
  id,
  guid: id,
  version: 1,
  createdAt: at,
  updatedAt: at,
  siteId: site.id,
  name: "Forklift FL-004",
  type: "Forklift",
  externalId: null,
  description: null,
  imageUrl: null,
  archived: false,
  lastLocation: { lat: -36.842678, lon: 174.7744123, floorId: null, buildingId: null, location: "Hall · Dock 3" },
  locationUpdated: at,
  linkedTrackers: [
    { id, guid: id, name: "Tag", mac: "DD:34:0C:00:00:01", type: "KKM", batteryLevel: 80, linkedAt: at },
  ],
};

it("an asset's page leads with its status, a way to the map and where it is, before its form", async () => {
  const server = fakeServer();
  server.sites.push(site);
  server.answers["getAsset"] = () => asset;
  await startSignedIn(`/sites/${site.id}/assets/${id}`);
  const heading = await screen.findByRole("heading", { level: 1, name: "Forklift FL-004" });
  expect(within(heading.parentElement!).getByText("Stale")).toBeTruthy();
  const toMap = screen.getByRole("link", { name: "Show on map" });
  expect(toMap.getAttribute("href")).toBe(`/sites/${site.id}/map?asset=${id}`);
  const [first] = screen.getAllByRole("heading", { level: 2 });
  expect(first?.textContent).toBe("Where it is now");
  // Five decimals and a real minus sign.
  expect(screen.getByTestId("where").textContent).toContain("−36.84268, 174.77441");
});

it("an asset's page says the room that a live position is in, after building and floor", async () => {
  const server = fakeServer();
  server.sites.push(site);
  server.answers["getAsset"] = () => asset;
  await startSignedIn(`/sites/${site.id}/assets/${id}`);
  await screen.findByRole("heading", { level: 1, name: "Forklift FL-004" });
  const about = { guid: id, pulseAssetGuid: id, assetId: id, trackerId: id, batteryLevel: null, lastUpdated: at };
  const unknown = { nearestHardware: null, nearestHardwareGuid: null, nearestHardwareDis: null, signalStrength: null };
  const update = {
    ...about,
    ...unknown,
    lat: -36.8,
    lon: 174.7,
    floorId: null,
    accuracy: 2,
    room: { id, name: "Aisle A", probability: 0.9 },
    sections: [
      { kind: "building", id, name: "Hall" },
      { kind: "floor", id, name: "Floor 1" },
    ],
  };
  act(() => line.dispatch(socketEvents.locationUpdate, [toWire(update)]));
  expect(await screen.findByText("Hall · Floor 1 · Aisle A")).toBeTruthy();
});

it("an asset's page says whether it moves, how well its position was known and who heard it, before anything new is heard", async () => {
  const server = fakeServer();
  server.sites.push(site);
  server.answers["getAsset"] = () => ({ ...asset, locationUpdated: new Date().toISOString() });
  const requested: unknown[] = [];
  server.answers["listLiveAssets"] = ({ query }) => {
    requested.push(query["assetIds"]);
    const found = {
      accuracy: 2.4,
      nearestHardware: "G-07",
      nearestHardwareDis: 3.1,
      signalStrength: -71,
      moving: true,
    };
    return [listedAsset(1, { ...found, lat: -36.842678, lon: 174.7744123 })];
  };
  await startSignedIn(`/sites/${site.id}/assets/${id}`);
  expect(await screen.findByText("G-07 · 3.1 m")).toBeTruthy();
  const where = screen.getByTestId("where").textContent;
  expect(where).toMatch(/Accuracy2\.4\sm/);
  expect(where).toMatch(/Signal−71\sdBm/);
  const heading = screen.getByRole("heading", { level: 1, name: "Forklift FL-004" });
  expect(within(heading.parentElement!).getByText("Moving")).toBeTruthy();
  expect(requested).toEqual([id]);
});
