import { expect, type Page } from "@playwright/test";
import { listFloors } from "@pulse/contract/sites";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { placesOnMap } from "../support/page.ts";
import type { Pulse } from "../support/pulse.ts";
import { untilLive } from "../support/signInPage.ts";
import { siteNamed, untilThere, warehouseRadio } from "../support/trackedAsset.ts";
import { accounts, signIn } from "../support/world.ts";

// In this product nothing moves except what the specs themselves publish.
test.use({ signedInAs: accounts.admin });

const hourMs = 3_600_000;
const metre = 1 / 111_320;

interface Row {
  guid: string;
  asset_id: string;
  name: string;
  lat: number | null;
  lon: number | null;
  floor_id: string | null;
  last_updated: string | null;
}

/** Makes `assets/live` answer with the server's rows after `change`. */
async function answerWith(page: Page, change: (rows: Row[]) => Row[]): Promise<void> {
  await page.route("**/api/v3/assets/live**", async (route) => {
    const response = await route.fetch();
    const { result } = (await response.json()) as { result: { content: Row[] } };
    await route.fulfill({ response, json: { result: { ...result, content: change(result.content) } } });
  });
}

/** The middle of the Harbour Warehouse's lowest floor. */
async function middleOf(pulse: Pulse): Promise<{ floorId: string; lat: number; lon: number }> {
  const api = await signIn(pulse.url, accounts.admin);
  const site = await siteNamed(api, "Harbour Warehouse");
  const [ground] = (await api.call(listFloors, { params: { id: site.id } })).toSorted((a, b) => a.level - b.level);
  const [northWest, , southEast] = ground!.corners;
  const middle = { lat: (northWest.lat + southEast.lat) / 2, lon: (northWest.lon + southEast.lon) / 2 };
  return { floorId: ground!.id, ...middle };
}

const list = (page: Page) => page.getByRole("region", { name: "Asset list" });
const filterOf = (page: Page) => page.getByRole("complementary", { name: "Assets" }).getByRole("textbox");

// The list says where assets are.
test.describe("without a drawn map", () => {
  test.use({ drawsMap: false });

  test("a map that is open while the server restarts says that it is reconnecting, and recovers by itself", async ({
    page,
    pulse,
  }) => {
    await openMap(page);
    await untilLive(page);
    const gone = page.getByText("Reconnecting...").first().waitFor();
    await Promise.all([gone, pulse.restart()]);
    await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
    const { asset, mac, floor } = await warehouseRadio(pulse, 4);
    await untilThere(page, floor, { asset, mac, spot: floor.middle }, 60_000);
    await floor.close();
  });

  test("after an hour asleep a laptop is still signed in and shows an asset's current position", async ({
    page,
    pulse,
    context,
  }) => {
    const { asset, mac, floor } = await warehouseRadio(pulse, 5);
    await page.clock.install();
    await openMap(page);
    await untilLive(page);
    await untilThere(page, floor, { asset, mac, spot: floor.middle }, 60_000);
    await context.setOffline(true);
    // The asset moves meanwhile, and this page cannot hear of it.
    const elsewhere = { lat: floor.middle.lat + 12 * metre, lon: floor.middle.lon };
    const other = await context.browser()!.newContext({ storageState: await context.storageState() });
    const witness = await other.newPage();
    await witness.goto(page.url());
    await untilThere(witness, floor, { asset, mac, spot: elsewhere }, 60_000);
    await floor.close();
    await page.clock.fastForward(hourMs);
    await context.setOffline(false);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await untilLive(page);
    // The last packets may still move it a little, on both pages alike.
    const latitudeOn = async (map: Page) =>
      Number(await map.locator(`[data-asset-guid="${asset.guid}"]`).getAttribute("data-lat"));
    await expect
      .poll(async () => Math.abs((await latitudeOn(page)) - (await latitudeOn(witness))) / metre)
      .toBeLessThan(0.1);
    expect(Math.abs((await latitudeOn(page)) - elsewhere.lat) / metre).toBeLessThan(6);
    await other.close();
    await expect(page.getByRole("button", { name: "Sign in" })).toHaveCount(0);
  });
});

test("an asset located at 0,0 is not placed, and one on a deleted floor is listed on every floor", async ({
  page,
  pulse,
  complaints,
}) => {
  const { lat, lon } = await middleOf(pulse);
  const seen = { last_updated: new Date().toISOString() };
  const made: { nowhere?: Row; homeless?: Row } = {};
  await answerWith(page, ([first, second, ...others]) => {
    made.nowhere = { ...first!, ...seen, lat: 0, lon: 0, floor_id: null };
    made.homeless = { ...second!, ...seen, lat, lon, floor_id: "0198c1b2-0000-7000-8000-00000000dead" };
    return [made.nowhere, made.homeless, ...others];
  });
  await openMap(page);
  await expect.poll(async () => (await placesOnMap(page)).has(made.homeless?.guid ?? "")).toBe(true);
  expect((await placesOnMap(page)).has(made.nowhere?.guid ?? "")).toBe(false);
  // The map is still at its site, not between it and the Gulf of Guinea.
  await expect(page.getByRole("img", { name: "Scale" })).toHaveText(/^(5|10|20|50) m$/);
  const nameOf = (row: Row | undefined): string => row?.name.split(" ").at(-1) ?? "";
  for (const button of await page.getByRole("navigation", { name: "Floors" }).getByRole("button").all()) {
    await button.click();
    await expect(
      list(page)
        .getByRole("listitem")
        .filter({ hasText: nameOf(made.homeless) }),
    ).toHaveCount(1);
  }
  await filterOf(page).fill(nameOf(made.nowhere));
  await list(page).getByRole("listitem").first().getByRole("button").click();
  await expect(page.getByRole("button", { name: "History" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a site with 50,000 assets opens and can be searched", async ({ page, pulse, complaints }) => {
  const { floorId, lat, lon } = await middleOf(pulse);
  const numbered = (nth: number): string => `0198c1b2-0000-7000-8000-${String(nth).padStart(12, "0")}`;
  await answerWith(page, ([some]) =>
    Array.from({ length: 50_000 }, (_, nth) => ({
      ...some!,
      guid: numbered(nth),
      asset_id: numbered(nth),
      name: `Tote ${nth}`,
      lat: lat + ((nth % 250) - 125) * 0.1 * metre,
      lon: lon + (Math.floor(nth / 250) - 100) * 0.1 * metre,
      floor_id: floorId,
      last_updated: new Date().toISOString(),
    })),
  );
  await openMap(page);
  const rows = list(page).getByRole("listitem");
  await expect(rows.first()).toHaveAttribute("aria-setsize", "50000");
  await filterOf(page).fill("Tote 49871");
  await expect(rows).toHaveCount(1);
  // Checked now, because the server does not know the asset that is opened next.
  expect(complaints).toEqual([]);
  await rows.getByRole("button").click();
  await expect(page.getByRole("button", { name: "History" })).toBeVisible({ timeout: 30_000 });
});
