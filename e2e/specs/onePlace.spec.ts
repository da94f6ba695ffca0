import { expect, type Page } from "@playwright/test";
import { listLiveAssets } from "@pulse/contract/assets";
import { test } from "../support/fixtures.ts";
import { openMap, search } from "../support/framePages.ts";
import { placesOnMap } from "../support/page.ts";
import { keepMapPicture, selectedAt } from "../support/selectedMarker.ts";
import { distanceM, type Spot } from "../support/radio.ts";
import { assetWithTracker, toleranceM, untilThere, warehouseRadio } from "../support/trackedAsset.ts";
import { accounts } from "../support/world.ts";

// In this product nothing moves except what the specs themselves publish.
test.use({
  signedInAs: accounts.admin,
  deviceScaleFactor: 1,
  contextOptions: { reducedMotion: "no-preference" },
});

const card = (page: Page) => page.getByRole("region").filter({ has: page.getByRole("button", { name: "Route" }) });

/** The map's resting place, read from the address. */
function restsAt(page: Page): Spot {
  const [lat = NaN, lon = NaN] = (new URL(page.url()).searchParams.get("at") ?? "").split(",").map(Number);
  return { lat, lon };
}

async function shownAt(page: Page, guid: string): Promise<Spot> {
  const [lat = NaN, lon = NaN] = ((await placesOnMap(page)).get(guid) ?? "").split(" ").map(Number);
  return { lat, lon };
}

test("a click fans out assets at the same place, and each of them can be chosen", async ({
  page,
  pulse,
  complaints,
}) => {
  // Upstairs, where no other spec leaves an asset that would join the ring, and below a gateway, since the middle of
  // that floor is not part of it.
  const { api, site, floor, ...first } = await warehouseRadio(pulse, 7, 1);
  const tracked = [first, await assetWithTracker(api, site.id, 8), await assetWithTracker(api, site.id, 9)];
  await keepMapPicture(page);
  await openMap(page);
  for (const one of tracked) await untilThere(page, floor, { ...one, spot: floor.gateways[3]!.at }, 60_000);
  await floor.close();
  // Zoom out until nothing is close enough to be left where it is, so that the asset is centred beside the card.
  for (let step = 0; step < 3; step++) await page.getByRole("button", { name: "Zoom out" }).click();
  await search(page, first.asset.name);
  await page.getByRole("option", { name: first.asset.name }).first().click();
  await expect(card(page)).toBeVisible();
  const at = await shownAt(page, first.asset.guid);
  await expect.poll(() => distanceM(restsAt(page), at)).toBeLessThan(1);
  await expect.poll(() => selectedAt(page)).not.toBeNull();
  const middle = (await selectedAt(page))!;

  // Each round clicks the next place of the ring. A click that comes while the ring still opens may hit another asset, so
  // no round has to find a certain one.
  const chosen = new Set<string>();
  let round = 0;
  await expect(async () => {
    const angle = (2 * Math.PI * (round++ % tracked.length)) / tracked.length - Math.PI / 2;
    if (await card(page).isVisible()) await card(page).getByRole("button", { name: "Close" }).click();
    await expect(card(page)).toHaveCount(0);
    // Click all three together, then one in the ring.
    await page.mouse.click(middle.x, middle.y);
    await expect(card(page)).toHaveCount(0, { timeout: 500 });
    await page.mouse.click(middle.x + 34 * Math.cos(angle), middle.y + 34 * Math.sin(angle));
    await expect(card(page)).toBeVisible({ timeout: 5_000 });
    chosen.add((await card(page).getByRole("heading").first().textContent()) ?? "");
    expect(chosen.size).toBe(tracked.length);
  }).toPass({ timeout: 180_000, intervals: [100] });
  const names = [...chosen].map((title) => tracked.findIndex(({ asset }) => title.endsWith(asset.name)));
  expect(new Set(names)).toEqual(new Set([0, 1, 2]));
  expect(complaints).toEqual([]);
});

test.describe("without a drawn map", () => {
  test.use({ drawsMap: false });

  test("a card says which gateway is nearest, and how far it is", async ({ page, pulse }) => {
    const { api, site, floor, asset, mac } = await warehouseRadio(pulse, 10);
    const [from] = floor.gateways;
    const share = 3 / distanceM(from!.at, floor.middle);
    const spot = {
      lat: from!.at.lat + share * (floor.middle.lat - from!.at.lat),
      lon: from!.at.lon + share * (floor.middle.lon - from!.at.lon),
    };
    await openMap(page);
    await untilThere(page, floor, { asset, mac, spot }, 60_000);
    await floor.close();
    await search(page, asset.name);
    await page.getByRole("option", { name: asset.name }).first().click();
    const nearest = card(page).getByText(new RegExp(`^${from!.name}\\s·\\s[\\d.]+\\sm$`));
    await expect(nearest).toBeVisible();
    const said = async (): Promise<number> => Number(/([\d.]+)\sm$/.exec((await nearest.textContent()) ?? "")?.[1]);
    const row = async () =>
      (await api.call(listLiveAssets, { query: { siteId: site.id } })).find(({ guid }) => guid === asset.guid);
    await expect
      .poll(async () => Math.abs((await said()) - ((await row())?.nearestHardwareDis ?? NaN)))
      .toBeLessThan(0.06);
    // A gateway is installed some metres above the asset.
    expect(Math.abs((await said()) - 3)).toBeLessThan(toleranceM);
  });
});
