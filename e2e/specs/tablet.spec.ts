import { expect, type Page } from "@playwright/test";
import { type FloorPlan, listFloors, listSites } from "@pulse/contract/sites";
import { coveredControls } from "../support/coveredControls.ts";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { placesOnMap, sidewaysOverflowPx } from "../support/page.ts";
import { untilLive } from "../support/signInPage.ts";
import { accounts, signIn } from "../support/world.ts";

test.use({ signedInAs: accounts.admin, simulate: "before" });

const windows = [
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 844, height: 390 },
];
const named = windows.map((window) => ({ window, name: `${window.width} × ${window.height}` }));
/** The least share of the window's width for the map. */
const mapShare = 0.7;
/** The least share of the map's width or height for the plan; the rest is the distance to edges and buttons. */
const planShare = 0.6;

async function groundFloor(url: string): Promise<FloorPlan> {
  const api = await signIn(url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  const floors = await api.call(listFloors, { params: { id: site?.id ?? "" } });
  return floors.toSorted((a, b) => Math.abs(a.level) - Math.abs(b.level))[0]!;
}

function sidesM({ corners: [a, b, , d] }: FloorPlan): { widthM: number; heightM: number } {
  const metres = (from: typeof a, to: typeof a): number =>
    Math.hypot(to.lat - from.lat, (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180)) * 111_195;
  return { widthM: metres(a, b), heightM: metres(a, d) };
}

/** The plan's share of the map's width or height, whichever is larger, by the scale bar: the map cannot be asked. */
async function shareOfPlan(page: Page, plan: FloorPlan): Promise<number> {
  const scale = page.getByRole("img", { name: "Scale" });
  const metres = Number.parseFloat((await scale.textContent()) ?? "");
  const bar = await scale.locator("i").boundingBox();
  const map = await page.getByRole("region", { name: /^Map of/ }).boundingBox();
  const pxPerM = (bar?.width ?? 0) / metres;
  const { widthM, heightM } = sidesM(plan);
  return Math.max((widthM * pxPerM) / (map?.width ?? 1), (heightM * pxPerM) / (map?.height ?? 1));
}

async function untilMany(page: Page): Promise<void> {
  await expect.poll(async () => (await placesOnMap(page)).size).toBeGreaterThan(20);
}

test("at every size the map takes most of the width, and no control covers another", async ({ page, complaints }) => {
  await openMap(page);
  await untilLive(page);
  await untilMany(page);
  const list = page.getByRole("region", { name: "Asset list" });
  const filter = page.getByLabel("Filter by name, type or place");
  for (const { window, name } of named) {
    await page.setViewportSize(window);
    // The asset chosen in the window before is let go.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("region", { name: "Selected asset" })).toHaveCount(0);
    const widthOfMap = async () => (await page.getByRole("region", { name: /^Map of/ }).boundingBox())?.width ?? 0;
    await expect.poll(widthOfMap, { message: name }).toBeGreaterThanOrEqual(window.width * mapShare);
    await expect(
      page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Map" }),
    ).toBeVisible();
    await expect.poll(() => coveredControls(page), { message: name }).toEqual([]);
    expect(await sidewaysOverflowPx(page), name).toBe(0);

    await expect(list).toBeHidden();
    await page.getByRole("button", { name: /^Assets \d+$/ }).click();
    await expect(list).toBeVisible();
    await expect.poll(() => coveredControls(page), { message: `${name}, the list` }).toEqual([]);
    await filter.fill("pallet");
    const row = list.getByRole("button", { name: /Pallet jack/ }).first();
    await row.focus();
    await page.keyboard.press("Enter");
    await expect(list).toBeHidden();
    await expect(page.getByRole("region", { name: "Selected asset" })).toBeVisible();
    await expect.poll(() => coveredControls(page), { message: `${name}, the card` }).toEqual([]);
    expect(await sidewaysOverflowPx(page), `${name}, the card`).toBe(0);

    await page.getByRole("button", { name: /^Assets \d+$/ }).click();
    await expect(filter).toHaveValue("pallet");
    await filter.fill("");
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(page.getByRole("button", { name: /^Assets \d+$/ })).toBeFocused();
  }
  expect(complaints).toEqual([]);
});

test("the plan fills the map again after every change of the window's size", async ({ page, pulse }) => {
  const plan = await groundFloor(pulse.url);
  await openMap(page);
  for (const { window, name } of [...named, ...named.toReversed()]) {
    await page.setViewportSize(window);
    await expect.poll(() => shareOfPlan(page, plan), { message: name }).toBeGreaterThan(planShare);
    await expect.poll(() => shareOfPlan(page, plan), { message: name }).toBeLessThanOrEqual(1);
  }
});

test.describe("beside the map", () => {
  test.use({ drawsMap: false });

  test("the list can be pinned beside the map on a wide tablet, and stays pinned after a reload", async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await openMap(page);
    await untilMany(page);
    await page.getByRole("button", { name: /^Assets \d+$/ }).click();
    await page.getByRole("button", { name: "Keep list open" }).click();
    const list = page.getByRole("region", { name: "Asset list" });
    await list.getByRole("button").first().focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Selected asset" })).toBeVisible();
    await expect(list).toBeVisible();
    await page.reload();
    await expect(list).toBeVisible();
    expect(await coveredControls(page)).toEqual([]);
  });

  test("a chosen floor shows its building alone, and all buildings together only on request", async ({ page }) => {
    await openMap(page);
    await page.getByRole("button", { name: /^Switch site/ }).click();
    await page.getByRole("button", { name: /^City Hospital/ }).click();
    const floors = page.getByRole("navigation", { name: "Floors" });
    const pressed = floors.getByRole("button", { pressed: true });
    const together = floors.getByRole("checkbox", { name: "All buildings" });
    await expect(pressed).toHaveCount(1);
    await expect(together).not.toBeChecked();
    for (const nth of [0, -1]) {
      const floor = floors.getByRole("button").nth(nth);
      await floor.click();
      await expect(floor).toHaveAttribute("aria-pressed", "true");
      await expect(pressed).toHaveCount(1);
    }
    await together.click();
    await expect(pressed).toHaveCount(2);
    await page.reload();
    await expect(together).toBeChecked();
    await together.click();
    await expect(pressed).toHaveCount(1);
  });
});
