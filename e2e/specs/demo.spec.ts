import { expect } from "@playwright/test";
import { listLiveAssets } from "@pulse/contract/assets";
import { listGeofences } from "@pulse/contract/geofences";
import { socketEvents } from "@pulse/contract/live";
import { listSites } from "@pulse/contract/sites";
import { test } from "../support/fixtures.ts";
import { shareOf } from "../support/mapPicture.ts";
import { placesOnMap } from "../support/page.ts";
import { openMap } from "../support/framePages.ts";
import { accounts, signIn } from "../support/world.ts";

// The demo as users start it.
// Thin lines keep their colour only at whole pixels.
test.use({
  simulate: "everything",
  signedInAs: accounts.admin,
  deviceScaleFactor: 1,
  contextOptions: { reducedMotion: "no-preference" },
});
const floorOneFences = ["Charging bays", "Cold chain", "Loading bay 3", "Quarantine area, Restricted"];

interface Row {
  guid: string;
  floor_id: string | null;
}
interface Update {
  pulse_asset_guid: string;
  floor_id: string | null;
}
const numbered = (nth: number): string => `0198c1b2-0000-7000-8000-${String(nth).padStart(12, "0")}`;

/** The name and the content of a Socket.IO frame's event. */
function eventIn(payload: string | Buffer): [name: string | null, content: unknown] {
  const [, json] = /^42\d*(\[.*)$/s.exec(payload.toString()) ?? [];
  const [name, content] = json === undefined ? [null, null] : (JSON.parse(json) as [string, unknown]);
  return [name, content];
}

/** The outline of a geofence in the light scheme. */
const fenceColour = [0x60, 0x32, 0xbb] as const;

test("the demo's assets and geofences are on the map and some assets move", async ({ page, pulse, complaints }) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  const siteId = site?.id ?? "";
  await openMap(page);

  await expect.poll(async () => (await placesOnMap(page)).size).toBeGreaterThanOrEqual(110);
  const first = await placesOnMap(page);
  const moved = async () => [...(await placesOnMap(page))].filter(([guid, place]) => first.get(guid) !== place).length;
  await expect.poll(moved).toBeGreaterThan(5);

  const live = await api.call(listLiveAssets, { query: { siteId } });
  expect(live.filter(({ floorId }) => floorId !== null).length).toBeGreaterThanOrEqual(110);

  // The floor's geofences are drawn, and disappear with their layer.
  const geofences = page.getByRole("list", { name: "Geofences on the map" });
  await expect(geofences.getByRole("listitem")).toHaveText(floorOneFences);
  await expect.poll(() => shareOf(page, fenceColour)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Layers", exact: true }).click();
  await page.getByRole("checkbox", { name: "Geofences", exact: true }).uncheck();
  await expect(geofences).toHaveCount(0);
  await expect.poll(() => shareOf(page, fenceColour)).toBe(0);
  expect(complaints).toEqual([]);
});

test("assets that stand in the demo's geofences from the start are counted as inside", async ({ pulse }) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  const inside = async (): Promise<Record<string, number>> => {
    const fences = await api.call(listGeofences, { query: { siteId: site?.id ?? "" } });
    return Object.fromEntries(fences.map(({ name, numAssetsInside }) => [name, numAssetsInside]));
  };
  // Seven and three assets stand there, but some of them are located elsewhere.
  await expect.poll(async () => (await inside())["Charging bays"], { timeout: 120_000 }).toBeGreaterThanOrEqual(5);
  await expect.poll(async () => (await inside())["Cold chain"]).toBeGreaterThanOrEqual(2);
});

test("on a large site the socket sends frequent updates for the floor in view and the rest every ten seconds", async ({
  page,
}) => {
  // Add enough assets without a position to make it a large site.
  /** Each asset's floor as last reported. */
  let floorOf = new Map<string, string | null>();
  await page.route("**/api/v3/assets/live**", async (route) => {
    const response = await route.fetch();
    const { result } = (await response.json()) as { result: { content: Row[] } };
    floorOf = new Map(result.content.map(({ guid, floor_id: floor }) => [guid, floor]));
    const more = Array.from({ length: 500 }, (_, nth) => ({
      ...result.content[0]!,
      guid: numbered(nth),
      asset_id: numbered(nth),
      lat: null,
      lon: null,
      floor_id: null,
      last_updated: null,
    }));
    await route.fulfill({ response, json: { result: { ...result, content: [...result.content, ...more] } } });
  });
  const told: { floors: string[] | null; atMs: number }[] = [];
  /** For each message: its assets' floors before and after it. An asset that leaves the floor in view is reported at once. */
  let heard: { before: string | null | undefined; after: string | null }[][] = [];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      const [name, watch] = eventIn(payload);
      if (name === socketEvents.watch)
        told.push({ floors: (watch as { floor_ids: string[] }).floor_ids, atMs: performance.now() });
    });
    socket.on("framereceived", ({ payload }) => {
      const [name, updates] = eventIn(payload);
      if (name === socketEvents.locationUpdate)
        heard.push(
          (updates as Update[]).map(({ pulse_asset_guid: guid, floor_id: after }) => {
            const before = floorOf.get(guid);
            floorOf.set(guid, after);
            return { before, after };
          }),
        );
    });
  });
  await openMap(page);
  await expect.poll(() => told.length).toBeGreaterThan(0);
  heard = [];
  const fromMs = performance.now();
  const here = told.at(-1)?.floors?.[0];
  expect(here).toBeDefined();
  const withHere = (): number => heard.filter((assets) => assets.some(({ after }) => after === here)).length;
  await expect.poll(withHere).toBeGreaterThanOrEqual(12);
  const isElsewhere = (floor: string | null | undefined): boolean => typeof floor === "string" && floor !== here;
  const others = heard.filter((assets) =>
    assets.some(({ before, after }) => isElsewhere(before) && isElsewhere(after)),
  );
  // One message may have been under way, and one may be due at once.
  expect(others.length).toBeLessThanOrEqual((performance.now() - fromMs) / 10_000 + 2);
});

test.describe("without a drawn map", () => {
  test.use({ drawsMap: false });

  test("an asset's card shows when it was last seen, its accuracy, nearest gateway and battery", async ({
    page,
    complaints,
  }) => {
    await openMap(page);
    const list = page.getByRole("list", { name: "Assets on the map" });
    await expect.poll(() => list.getByRole("listitem").count()).toBeGreaterThan(20);
    const first = page.getByRole("region", { name: "Asset list" }).getByRole("button").first();
    await first.click();
    for (const words of ["Last seen", "Accuracy", "Nearest gateway", "Battery"])
      await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
    expect(complaints).toEqual([]);
  });
});
