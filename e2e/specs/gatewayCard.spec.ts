import { expect } from "@playwright/test";
import { listLiveAssets } from "@pulse/contract/assets";
import { listHardwares } from "@pulse/contract/gateways";
import { listFloors, listSites } from "@pulse/contract/sites";
import { test } from "../support/fixtures.ts";
import { openMap, search } from "../support/framePages.ts";
import { keepMapPicture, selectedAt } from "../support/selectedMarker.ts";
import { accounts, signIn } from "../support/world.ts";

// Assets move, so that gateways hear them.
test.use({ simulate: "warehouse", signedInAs: accounts.admin, drawsMap: true, deviceScaleFactor: 1 });

interface Spot {
  lat: number;
  lon: number;
}

/** The distance to the nearest of these, in degrees of latitude. */
function nearestDeg(from: Spot, things: readonly Spot[]): number {
  const narrower = Math.cos((from.lat * Math.PI) / 180);
  return Math.min(...things.map(({ lat, lon }) => Math.hypot(lat - from.lat, (lon - from.lon) * narrower)));
}

test("searching for a gateway brings it into view and opens its card, and clicking it opens its card too", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  const floors = await api.call(listFloors, { params: { id: site?.id ?? "" } });
  const upper = floors.toSorted((a, b) => b.level - a.level)[0];
  const gateways = await api.call(listHardwares, { query: { siteId: site?.id ?? "" } });
  await keepMapPicture(page);
  await openMap(page);
  // The gateway farthest from any asset, since a click on an asset would select the asset.
  let assets: Spot[] = [];
  await expect
    .poll(async () => {
      const live = await api.call(listLiveAssets, { query: { siteId: site?.id ?? "" } });
      assets = live.flatMap(({ floorId, lat, lon }) =>
        floorId === upper?.id && lat !== null && lon !== null ? [{ lat, lon }] : [],
      );
      return assets.length;
    })
    .toBeGreaterThan(20);
  const [gateway] = gateways
    .filter(({ floorId }) => floorId === upper?.id)
    .toSorted((a, b) => nearestDeg(b, assets) - nearestDeg(a, assets));
  const name = gateway?.name ?? "";
  // Zoom out until nothing is close enough to be left where it is.
  for (let step = 0; step < 3; step++) await page.getByRole("button", { name: "Zoom out" }).click();
  await search(page, name);
  await page.getByRole("option", { name }).first().click();

  const card = page.getByRole("region", { name, exact: true });
  await expect(card.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect(card).toContainText(upper?.name ?? "no floor");
  await expect(card).toContainText("Online");
  await expect(card.getByText(/^Hears \d+ trackers?$/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`gateway=${gateway?.guid}`));
  const floor = page.getByRole("navigation", { name: "Floors" }).getByRole("button", { pressed: true });
  await expect(floor).toHaveAccessibleName(new RegExp(`^${upper?.name},`));

  // A click while the map still flies would stop it short of the gateway. The address says where it has come to rest.
  const restsAt = (): Spot => {
    const [lat = NaN, lon = NaN] = (new URL(page.url()).searchParams.get("at") ?? "").split(",").map(Number);
    return { lat, lon };
  };
  await expect.poll(() => nearestDeg(restsAt(), gateway ? [gateway] : [])).toBeLessThan(1e-5);
  await expect.poll(() => selectedAt(page)).not.toBeNull();
  const at = (await selectedAt(page))!;
  await card.getByRole("button", { name: "Close" }).click();
  await expect(card).toHaveCount(0);
  await expect(page).not.toHaveURL(/gateway=/);
  await expect(async () => {
    await page.mouse.click(at.x, at.y);
    await expect(card).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });

  // The list of what it hears leads to those assets.
  const heard = card.getByRole("listitem").getByRole("button").first();
  const asset = await heard.textContent();
  await heard.click();
  const assetCard = page.getByRole("region", { name: asset ?? "" });
  await expect(assetCard).toBeVisible();
  await expect(card).toHaveCount(0);

  await page.keyboard.press("Escape");
  await expect(assetCard).toHaveCount(0);
  expect(complaints).toEqual([]);
});
