import { expect, type Page } from "@playwright/test";
import { type Asset, listAssets } from "@pulse/contract/assets";
import { listFloors, listSites, type Site } from "@pulse/contract/sites";
import { type FloorRadio, takeFloor } from "./floorRadio.ts";
import type { Pulse } from "./pulse.ts";
import { distanceM, type Spot } from "./radio.ts";
import { accounts, type Api, signIn } from "./world.ts";

/** How far from its true place an asset may be shown, m. */
export const toleranceM = 3;

export async function siteNamed(api: Api, name: string): Promise<Site> {
  const site = (await api.call(listSites)).find((one) => one.name === name);
  if (!site) throw new Error(`the demo has no ${name}`);
  return site;
}

export interface TrackedAsset {
  asset: Asset;
  mac: string;
}

export async function assetWithTracker(api: Api, siteId: string, nth: number): Promise<TrackedAsset> {
  const asset = (await api.call(listAssets, { query: { siteId } })).filter(
    ({ linkedTrackers }) => linkedTrackers.length > 0,
  )[nth];
  const mac = asset?.linkedTrackers[0]?.mac;
  if (!asset || !mac) throw new Error(`the site has no asset ${nth} with a tracker`);
  return { asset, mac };
}

/**
 * The gateways of a floor of the Harbour Warehouse (0 is the lowest) and an asset with the tracker that they are to
 * hear. An asset that one spec puts there stays on the map for the next.
 */
export async function warehouseRadio(
  pulse: Pulse,
  nth: number,
  floorNth = 0,
): Promise<TrackedAsset & { api: Api; site: Site; floor: FloorRadio }> {
  const api = await signIn(pulse.url, accounts.admin);
  const site = await siteNamed(api, "Harbour Warehouse");
  const floors = (await api.call(listFloors, { params: { id: site.id } })).toSorted((a, b) => a.level - b.level);
  const tracked = await assetWithTracker(api, site.id, nth);
  return { ...tracked, api, site, floor: await takeFloor(api, pulse.mqttUrl, site.id, floors[floorNth]?.id ?? "") };
}

/** The distance of an asset's row on the map from a place, m; infinite while there is no row. */
async function offBy(page: Page, assetGuid: string, truth: Spot): Promise<number> {
  const row = page.locator(`[data-asset-guid="${assetGuid}"]`);
  if ((await row.count()) !== 1) return Infinity;
  const [lat, lon] = [await row.getAttribute("data-lat"), await row.getAttribute("data-lon")];
  return lat && lon ? distanceM({ lat: Number(lat), lon: Number(lon) }, truth) : Infinity;
}

/** Makes the gateways hear a tag at a place, as often as real ones do, until the map shows its asset there. */
export async function untilThere(
  page: Page,
  floor: FloorRadio,
  { asset, mac, spot }: TrackedAsset & { spot: Spot },
  timeout: number,
): Promise<void> {
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
