import type { AssetLive } from "@pulse/contract/assets";
import { socketEvents } from "@pulse/contract/live";
import { toWire } from "@pulse/contract/wire";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeServer, siteNamed } from "../../test/fakeServer.ts";
import { line } from "../../test/fakeSockets.ts";
import { listedAsset } from "../../test/liveAsset.ts";
import { startSignedIn } from "../../test/wholeApp.tsx";

// WebGL and sockets do not run here; everything else of the map does.
vi.mock("../../mapEngine/siteMap.ts", () => ({
  createSiteMap: () => {
    const nothing = () => undefined;
    return { update: nothing, fit: nothing, remove: nothing, show: nothing, mark: nothing };
  },
}));
vi.mock("socket.io-client", () => import("../../test/fakeSockets.ts"));

const dayMs = 24 * 3_600_000;
const site = siteNamed("Harbour Warehouse", 1);
const middle = { lat: site.lat, lon: site.lon };

function mapServer(assets: AssetLive[]) {
  const server = fakeServer();
  server.sites.push(site);
  const list = { assets };
  server.answers["listLiveAssets"] = () => list.assets;
  return { ...server, list };
}

const places = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>("[data-asset-guid]")].map(({ dataset }) => dataset["assetGuid"]);

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

it.each([
  ["a day ahead", dayMs],
  ["a day behind", -dayMs],
])("a browser whose clock is %s shows ages by the server's clock", async (_, aheadMs) => {
  const fresh = listedAsset(1, middle);
  const old = listedAsset(2, { ...middle, lastUpdated: new Date(Date.now() - 2.5 * dayMs).toISOString() });
  const server = mapServer([fresh, old]);
  vi.setSystemTime(Date.now() + aheadMs);
  server.answers["getServerStatus"] = () => {
    const date = new Date(Date.now() - aheadMs).toUTCString();
    return Response.json({ result: { content: { status: "online" } } }, { headers: { date } });
  };
  await startSignedIn(`/sites/${site.id}/map?asset=${old.guid}`);
  await screen.findByText("Live");
  const [seen] = await screen.findAllByText("Last seen");
  await waitFor(() => expect(seen?.parentElement?.textContent).toMatch(/^Last seen2.d ago/));
  // The fresh one is not stale, which it would be a day later.
  expect(screen.getByRole("button", { name: /^Stale/ }).textContent).toMatch(/1$/);
});

it("an asset that was unknown when the map opened appears with its first position", async () => {
  const [known, unknown] = [listedAsset(1, middle), listedAsset(2, middle)];
  const { list, requestsFor } = mapServer([known]);
  await startSignedIn(`/sites/${site.id}/map`);
  await screen.findByText("Live");
  await waitFor(() => expect(places()).toEqual([known.guid]));
  list.assets = [known, unknown];
  const { guid, floorId, accuracy, lastUpdated, sections } = unknown;
  const tracker = { guid: known.guid, assetId: guid, pulseAssetGuid: guid, trackerId: known.guid, elevation: null };
  const nearest = { nearestHardware: "G-01", nearestHardwareGuid: null, nearestHardwareDis: 1, signalStrength: -60 };
  const update = { ...tracker, ...middle, ...nearest, floorId, accuracy, lastUpdated, sections, room: null };
  const before = requestsFor("listLiveAssets").length;
  act(() => line.dispatch(socketEvents.locationUpdate, [toWire({ ...update, batteryLevel: 80 })]));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  // Long before the whole site is read again, which happens each minute.
  expect(requestsFor("listLiveAssets")).toHaveLength(before + 1);
  await waitFor(() => expect(places()).toEqual([known.guid, guid]));
});
