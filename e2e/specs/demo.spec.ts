import { expect } from "@playwright/test";
import { listLiveAssets } from "@pulse/contract/assets";
import { listSites } from "@pulse/contract/sites";
import { test } from "../support/fixtures.ts";
import { shareOf } from "../support/mapPicture.ts";
import { placesOnMap } from "../support/page.ts";
import { openMap } from "../support/framePages.ts";
import { accounts, signIn } from "../support/world.ts";

// The demo as people start it.
// Thin lines keep their colour in whole pixels alone.
test.use({ simulate: true, signedInAs: accounts.admin, deviceScaleFactor: 1 });
// The simulated gateways need some seconds until every tag was heard.
test.slow();

const floorOneFences = ["Charging bays", "Cold chain", "Loading bay 3", "Quarantine area"];
/** The outline of a geofence in the light scheme. */
const fenceColour = [0x60, 0x32, 0xbb] as const;

test("the demo's things are on the map and some of them move", async ({ page, pulse, complaints }) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  const siteId = site?.id ?? "";
  await openMap(page);

  await expect.poll(async () => (await placesOnMap(page)).size, { timeout: 60_000 }).toBeGreaterThanOrEqual(110);
  const first = await placesOnMap(page);
  const moved = async () => [...(await placesOnMap(page))].filter(([guid, place]) => first.get(guid) !== place).length;
  await expect.poll(moved, { timeout: 30_000 }).toBeGreaterThan(5);

  const live = await api.call(listLiveAssets, { query: { siteId } });
  expect(live.filter(({ floorId }) => floorId !== null).length).toBeGreaterThanOrEqual(110);

  // The geofences of the floor lie on it, and go with their layer.
  const geofences = page.getByRole("list", { name: "Geofences on the map" });
  await expect(geofences.getByRole("listitem")).toHaveText(floorOneFences);
  await expect.poll(() => shareOf(page, fenceColour)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Layers", exact: true }).click();
  await page.getByRole("checkbox", { name: "Geofences", exact: true }).uncheck();
  await expect(geofences).toHaveCount(0);
  await expect.poll(() => shareOf(page, fenceColour)).toBe(0);
  expect(complaints).toEqual([]);
});

test("an asset's card tells where it is in words, how sure that is, and how old", async ({ page, complaints }) => {
  await openMap(page);
  const list = page.getByRole("list", { name: "Assets on the map" });
  await expect.poll(() => list.getByRole("listitem").count(), { timeout: 60_000 }).toBeGreaterThan(20);
  const first = page.getByRole("region", { name: "Asset list" }).getByRole("button").first();
  await first.click();
  for (const words of ["Last seen", "Accuracy", "Nearest gateway", "Battery"])
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});
