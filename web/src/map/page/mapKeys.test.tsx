import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeServer, siteNamed } from "../../test/fakeServer.ts";
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

// happy-dom lays nothing out; the list has rows only where it has a height.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600));
afterEach(() => void vi.restoreAllMocks());

const site = siteNamed("Harbour Warehouse", 1);
const focused = () => document.activeElement as HTMLElement;
const press = (key: string) => act(() => void fireEvent.keyDown(focused(), { key }));
const row = (nth: number) => screen.getByRole("button", { name: new RegExp(`Cart ${nth}`) });

async function openMap() {
  const server = fakeServer();
  server.sites.push(site);
  server.answers["listLiveAssets"] = () =>
    [1, 2, 3].map((nth) => listedAsset(nth, { lat: site.lat, lon: site.lon, name: `Cart ${nth}` }));
  server.answers["listAssetHistories"] = () => [];
  await startSignedIn(`/sites/${site.id}/map`);
  await waitFor(() => expect(row(1)).toBeDefined());
}

it("keys lead from the map into its list, an asset's card and its history, and Esc leads back level by level", async () => {
  await openMap();
  press("j");
  await waitFor(() => expect(focused()).toBe(row(1)));
  press("ArrowDown");
  expect(focused()).toBe(row(2));
  // One row of the list is reached by Tab.
  const stops = screen.getAllByRole("button", { name: /Cart \d/ }).filter(({ tabIndex }) => tabIndex === 0);
  expect(stops).toEqual([row(2)]);
  press("Enter");
  const card = await screen.findByRole("region", { name: /Cart 2/ });
  await waitFor(() => expect(focused()).toBe(card));
  const history = screen.getByRole("button", { name: "History" });
  history.focus();
  act(() => void fireEvent.click(history, { detail: 0 }));
  await waitFor(() => expect(focused()).toBe(screen.getByRole("button", { name: "Play" })));
  press("Escape");
  await waitFor(() => expect(focused()).toBe(screen.getByRole("region", { name: /Cart 2/ })));
  press("Escape");
  await waitFor(() => expect(focused()).toBe(row(2)));
  expect(screen.queryByRole("region", { name: /Cart 2/ })).toBeNull();
});

it("Esc closes a panel before the card, and leaves the focus alone where nobody uses it", async () => {
  await openMap();
  fireEvent.click(row(3));
  await screen.findByRole("region", { name: /Cart 3/ });
  fireEvent.click(screen.getByRole("button", { name: "Route" }));
  await screen.findByRole("complementary", { name: "Route" });
  focused().blur();
  press("Escape");
  await waitFor(() => expect(screen.queryByRole("complementary", { name: "Route" })).toBeNull());
  expect(screen.getByRole("region", { name: /Cart 3/ })).toBeDefined();
  press("Escape");
  await waitFor(() => expect(screen.queryByRole("region", { name: /Cart 3/ })).toBeNull());
  expect(focused()).toBe(document.body);
});
