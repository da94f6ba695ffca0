import { MantineProvider } from "@mantine/core";
import { fullAccess } from "@pulse/contract/access";
import type { AssetLive } from "@pulse/contract/assets";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { Profiler } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ApiClient } from "../../api/client.ts";
import { createConnectionStore } from "../../live/connection.ts";
import { createLiveStore } from "../../live/liveStore.ts";
import type { LiveEvents } from "../../live/socket.ts";
import { type Services, ServicesProvider } from "../../services/services.tsx";
import { createInstallOffer } from "../../offline/installOffer.ts";
import { createSessionStore } from "../../session/sessionStore.ts";
import { createAppStore } from "../../services/appStore.ts";
import { createSnackbars } from "../../services/snackbars.ts";
import { createActiveSiteStore } from "../../services/activeSite.ts";
import { theme } from "../../theme/theme.ts";
import type { SiteMapParts } from "../../mapEngine/siteMapParts.ts";
import MapPage from "./MapPage.tsx";

// WebGL and the network do not run here; React's part does.
const drawn: SiteMapParts[] = [];
let line: LiveEvents | undefined;
vi.mock("../../mapEngine/siteMap.ts", () => ({
  createSiteMap: (parts: SiteMapParts) => {
    drawn.push(parts);
    return { update: () => undefined, fit: () => undefined, remove: () => undefined };
  },
}));
vi.mock("../../live/socket.ts", () => ({
  openLive: (_site: string, _token: () => string | null, events: LiveEvents) => {
    line = events;
    return { renew: () => undefined, close: () => undefined };
  },
}));
vi.mock("../live/serverClock.ts", () => ({ clockOffsetMs: async () => 0 }));

const siteId = "0198c1b2-0000-7000-8000-000000000001";
const guid = (n: number): string => `0198c1b2-0000-7000-8000-${String(n).padStart(12, "0")}`;
const asset = (n: number): AssetLive => ({
  assetId: guid(n),
  guid: guid(n),
  name: `TT-${n}`,
  type: "Tote",
  imageUrl: null,
  lat: 51,
  lon: 7,
  location: "Hall",
  floorId: null,
  accuracy: 2,
  lastUpdated: new Date().toISOString(),
  nearestHardware: "G-01",
  nearestHardwareGuid: null,
  nearestHardwareDis: 1,
  signalStrength: -60,
  room: null,
  batteryLevel: 80,
  moving: true,
  trackerId: null,
  sections: [],
});

const answers: Record<string, unknown> = {
  getUserMe: { id: guid(900), customerId: guid(901), isSuperadmin: false, givenName: "Mara", familyName: "Okafor" },
  getAccessibleOperations: fullAccess(),
  listAccessibleSites: [
    {
      id: siteId,
      name: "Harbour Warehouse",
      customerName: "Northwind",
      customerConfig: { assetMapTimeoutDay: 1000 },
      lat: 51,
      lon: 7,
    },
  ],
  listFloors: [],
  listHardwares: [],
  listGeofences: [],
  listLiveAssets: Array.from({ length: 40 }, (_, n) => asset(n)),
};

function services(): Services {
  const timers = { set: () => 0, clear: () => undefined };
  const online = { state: "online", lastContactMs: null } as const;
  const app = createAppStore(timers);
  const call = async ({ id }: { id: string }): Promise<unknown> => answers[id];
  return {
    config: { map: { styleUrl: null } } as Services["config"],
    session: createSessionStore(localStorage, Date.now),
    api: { call, bytes: async () => new Blob() } as unknown as ApiClient,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    live: createLiveStore(),
    connection: createConnectionStore(Date.now, timers),
    connectivity: { current: () => online, check: async () => undefined, subscribe: () => () => undefined },
    version: { isOutdated: () => false, subscribe: () => () => undefined },
    app,
    snackbars: createSnackbars(app),
    activeSite: createActiveSiteStore(localStorage, () => undefined),
    install: createInstallOffer(window),
    identity: () => Promise.reject(new Error("nobody signs in here")),
    signOut: () => undefined,
    sessionEnded: () => undefined,
  };
}

const update = (n: number, step: number) => ({
  guid: guid(500 + n),
  pulseAssetGuid: guid(n),
  assetId: guid(n),
  trackerId: guid(500 + n),
  lat: 51 + step * 1e-5,
  lon: 7,
  floorId: null,
  accuracy: 2,
  nearestHardware: "G-01",
  nearestHardwareGuid: null,
  nearestHardwareDis: 1,
  signalStrength: -60,
  room: null,
  batteryLevel: 80,
  lastUpdated: new Date(Date.now() + step).toISOString(),
  sections: [],
});

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  drawn.length = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("a hundred position updates cause no React commit, and still reach the accessible list", async () => {
  const given = services();
  let commits = 0;
  const router = createMemoryRouter([{ path: "/sites/:siteId/map", element: <MapPage /> }], {
    initialEntries: [`/sites/${siteId}/map`],
  });
  const { container } = render(
    <MantineProvider theme={theme}>
      <QueryClientProvider client={given.queries}>
        <ServicesProvider services={given}>
          <Profiler id="map" onRender={() => commits++}>
            <RouterProvider router={router} />
          </Profiler>
        </ServicesProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const rows = (): NodeListOf<HTMLElement> => container.querySelectorAll<HTMLElement>("[data-asset-guid]");
  await waitFor(() => {
    expect(rows()).toHaveLength(40);
    expect(drawn.length).toBeGreaterThan(0);
  });
  // Everything that was pending has arrived.
  await act(() => vi.advanceTimersByTimeAsync(3000));

  const before = commits;
  expect(before).toBeGreaterThan(0);
  await act(async () => {
    for (let step = 1; step <= 100; step++) line?.updates([update(step % 40, step)]);
  });
  expect(commits).toBe(before);

  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(commits).toBe(before);
  const moved = [...rows()].find(({ dataset }) => dataset["assetGuid"] === guid(20));
  expect(moved?.dataset["lat"]).toBe(String(51 + 100 * 1e-5));
});
