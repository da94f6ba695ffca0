import { expect, type Page } from "@playwright/test";
import { type Asset, getAsset, listAssets } from "@pulse/contract/assets";
import { listFloors, listSites, type Site } from "@pulse/contract/sites";
import { test } from "../support/fixtures.ts";
import { type FloorRadio, takeFloor } from "../support/floorRadio.ts";
import { distanceM, type Spot } from "../support/radio.ts";
import { openMap } from "../support/framePages.ts";
import { untilLive } from "../support/signInPage.ts";
import { accounts, type Api, signIn } from "../support/world.ts";

// Nothing moves in this product but what the specs themselves publish.
test.use({ signedInAs: accounts.admin });

const toleranceM = 3;

async function siteNamed(api: Api, name: string): Promise<Site> {
  const site = (await api.call(listSites)).find((one) => one.name === name);
  if (!site) throw new Error(`the demo has no ${name}`);
  return site;
}

async function assetWithTracker(api: Api, siteId: string, nth: number): Promise<{ asset: Asset; mac: string }> {
  const asset = (await api.call(listAssets, { query: { siteId } })).filter(
    ({ linkedTrackers }) => linkedTrackers.length > 0,
  )[nth];
  const mac = asset?.linkedTrackers[0]?.mac;
  if (!asset || !mac) throw new Error(`the site has no asset ${nth} with a tracker`);
  return { asset, mac };
}

/** How far the map's row of an asset is from a place; infinite while there is none. */
async function offBy(page: Page, assetGuid: string, truth: Spot): Promise<number> {
  const row = page.locator(`[data-asset-guid="${assetGuid}"]`);
  if ((await row.count()) !== 1) return Infinity;
  const [lat, lon] = [await row.getAttribute("data-lat"), await row.getAttribute("data-lon")];
  return lat && lon ? distanceM({ lat: Number(lat), lon: Number(lon) }, truth) : Infinity;
}

interface Sought {
  asset: Asset;
  mac: string;
  spot: Spot;
}

/** Lets the gateways hear a tag at a place, as often as real ones do, until the map shows its asset there. */
async function untilThere(page: Page, floor: FloorRadio, { asset, mac, spot }: Sought, timeout: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await floor.tagAt(mac, spot);
        return offBy(page, asset.guid, spot);
      },
      { timeout, intervals: [500] },
    )
    .toBeLessThan(toleranceM);
}

test("a tracker that real gateways hear is on the map at the right place within three seconds, and follows", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = await siteNamed(api, "Harbour Warehouse");
  const [ground] = (await api.call(listFloors, { params: { id: site.id } })).toSorted((a, b) => a.level - b.level);
  const { asset, mac } = await assetWithTracker(api, site.id, 0);
  const floor = await takeFloor(api, pulse.mqttUrl, site.id, ground?.id ?? "");
  await openMap(page);
  await untilLive(page);

  await untilThere(page, floor, { asset, mac, spot: floor.middle }, 3_000);
  const row = page.locator(`[data-asset-guid="${asset.guid}"]`);
  await expect(row).toHaveAttribute("data-floor", floor.floorId);

  // What the browser shows is what the API tells.
  const told = async () => (await api.call(getAsset, { params: { id: asset.id } })).lastLocation;
  await expect.poll(async () => (await told())?.floorId ?? null).toBe(floor.floorId);
  expect(distanceM((await told()) ?? { lat: 0, lon: 0 }, floor.middle)).toBeLessThan(toleranceM);

  // Ten metres to the north: the marker comes along as the gateways go on hearing it there.
  const further = { lat: floor.middle.lat + 10 / 111_320, lon: floor.middle.lon };
  await untilThere(page, floor, { asset, mac, spot: further }, 30_000);
  await floor.close();
  expect(complaints).toEqual([]);
});

test("a gateway's message that cannot be read stops nothing", async ({ page, pulse }) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = await siteNamed(api, "Harbour Warehouse");
  const [ground] = (await api.call(listFloors, { params: { id: site.id } })).toSorted((a, b) => a.level - b.level);
  const { asset, mac } = await assetWithTracker(api, site.id, 1);
  const floor = await takeFloor(api, pulse.mqttUrl, site.id, ground?.id ?? "");
  await openMap(page);
  await untilLive(page);
  await floor.tagAt("not a mac", floor.middle);
  await floor.tagAt("D0:00:00:00:00:01", floor.middle);
  await untilThere(page, floor, { asset, mac, spot: floor.middle }, 3_000);
  await floor.close();
});

test("an asset that the map did not know when it was opened appears with its first position", async ({
  page,
  pulse,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = await siteNamed(api, "Harbour Warehouse");
  const [ground] = (await api.call(listFloors, { params: { id: site.id } })).toSorted((a, b) => a.level - b.level);
  const { asset, mac } = await assetWithTracker(api, site.id, 2);
  const floor = await takeFloor(api, pulse.mqttUrl, site.id, ground?.id ?? "");
  let isThere = false;
  let answers = 0;
  await page.route("**/api/v3/assets/live**", async (route) => {
    const response = await route.fetch();
    const { result } = (await response.json()) as { result: { content: { guid: string }[] } };
    const content = result.content.filter(({ guid }) => isThere || guid !== asset.guid);
    await route.fulfill({ response, json: { result: { ...result, content } } });
    answers++;
  });
  await openMap(page);
  await untilLive(page);
  await expect.poll(() => answers).toBeGreaterThanOrEqual(1);
  isThere = true;
  await untilThere(page, floor, { asset, mac, spot: floor.middle }, 20_000);
  await floor.close();
});
