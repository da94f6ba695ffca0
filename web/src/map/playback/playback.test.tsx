import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeServer, refusal, siteNamed } from "../../test/fakeServer.ts";
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

const site = siteNamed("Harbour Warehouse", 1);
const span = "from=2026-11-20T14:00:00Z&to=2026-11-20T15:00:00Z";
const eightSecondsMs = 8_000;

it("playback stops at a failed request, asks nothing more while it says Play, and goes on at the next press", async () => {
  const server = fakeServer();
  server.sites.push(site);
  server.answers["listLiveAssets"] = () => [listedAsset(1, { lat: site.lat, lon: site.lon })];
  server.answers["listAssetHistories"] = () => refusal("service_unavailable");
  await startSignedIn(`/sites/${site.id}/map?${span}`);
  const left = await screen.findByText(/left/);
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  await screen.findByRole("button", { name: "Pause" });
  await screen.findByText("Couldn't load this period");
  const asked = server.requestsFor("listAssetHistories").length;
  await act(() => vi.advanceTimersByTimeAsync(eightSecondsMs));
  expect(server.requestsFor("listAssetHistories")).toHaveLength(asked);
  server.answers["listAssetHistories"] = () => [];
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  await act(() => vi.advanceTimersByTimeAsync(eightSecondsMs));
  await waitFor(() => expect(server.requestsFor("listAssetHistories").length).toBeGreaterThan(asked));
  expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
  expect(left.textContent).toMatch(/left/);
});
