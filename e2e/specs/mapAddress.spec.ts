import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap, search } from "../support/framePages.ts";
import { accounts } from "../support/world.ts";

test.use({ simulate: "before", signedInAs: accounts.admin });

/** Opens the map and waits until it is drawn: its buttons do nothing before. */
async function openDrawnMap(page: Page): Promise<void> {
  await openMap(page);
  await isDrawn(page);
}
async function isDrawn(page: Page): Promise<void> {
  await expect(page.getByRole("img", { name: "Scale" })).toHaveText(/ m$/);
}

test("the address keeps the map's view, filter and layers so that it can be shared, and Back closes a card", async ({
  page,
  complaints,
}) => {
  await openDrawnMap(page);
  await page.getByRole("textbox", { name: "Filter by name, type or place" }).fill("tote");
  await page.getByRole("button", { name: "Layers", exact: true }).click();
  await page.getByRole("checkbox", { name: "Gateways" }).uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(page).toHaveURL(/[?&]at=[\d.,%2C-]+/);
  await expect(page).toHaveURL(/[?&]q=tote/);
  await expect(page).toHaveURL(/[?&]layers=geofences/);
  const shared = new URL(page.url());

  // Somebody who is sent the address sees the same.
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Filter by name, type or place" })).toHaveValue("tote");
  await page.getByRole("button", { name: "Layers", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: "Gateways" })).not.toBeChecked();
  await page.keyboard.press("Escape");
  // The map has the same view: zooming in and out again leads back to the same address.
  await isDrawn(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(page).not.toHaveURL(new RegExp(`at=${shared.searchParams.get("at")?.replaceAll(",", "(,|%2C)")}`));
  await page.getByRole("button", { name: "Zoom out" }).click();
  const told = (): number[] => (new URL(page.url()).searchParams.get("at") ?? "").split(",").map(Number);
  const [lat = 0, lon = 0, zoom = 0] = (shared.searchParams.get("at") ?? "").split(",").map(Number);
  await expect.poll(() => Math.abs((told()[2] ?? 0) - zoom)).toBeLessThan(0.02);
  expect(Math.abs((told()[0] ?? 0) - lat)).toBeLessThan(1e-4);
  expect(Math.abs((told()[1] ?? 0) - lon)).toBeLessThan(1e-4);

  const card = page.getByText("Last seen", { exact: true }).first();
  await page.getByRole("region", { name: "Asset list" }).getByRole("listitem").first().getByRole("button").click();
  await expect(card).toBeVisible();
  await page.goBack();
  await expect(card).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Filter by name, type or place" })).toHaveValue("tote");
  await page.goForward();
  await expect(card).toBeVisible();
  // Closing the card by hand leaves no extra history entry for Back.
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await search(page, "PJ-004");
  await page.keyboard.press("Enter");
  await expect(card).toBeVisible();
  await page.goBack();
  await expect(card).toHaveCount(0);
  await expect(page).toHaveURL(/\/map/);
  expect(complaints).toEqual([]);
});

test("a distance is measured click by click on the map, and Esc ends it", async ({ page, complaints }) => {
  await openDrawnMap(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(page).toHaveURL(/[?&]at=/);
  // By the address as it is now: it may still be the one from before the zoom. At zoom 0 a tile of 512 px covers the
  // whole equator.
  const metresPerPx = (): number => {
    const [lat = 0, , zoom = 0] = (new URL(page.url()).searchParams.get("at") ?? "").split(",").map(Number);
    return (40_075_016.7 * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom);
  };
  const box = await page.locator("canvas.maplibregl-canvas").boundingBox();
  const [x, y] = [(box?.x ?? 0) + 300, (box?.y ?? 0) + 300];

  await page.getByRole("button", { name: "Measure a distance" }).click();
  const measured = page.getByRole("status", { name: "Measure a distance" });
  await expect(measured).toHaveText("Click two points or more");
  await page.mouse.click(x, y);
  await page.mouse.click(x + 200, y);
  await page.mouse.click(x + 200, y + 100);
  const metres = async (): Promise<number> => Number.parseFloat((await measured.textContent()) ?? "");
  await expect.poll(async () => Math.abs((await metres()) - 300 * metresPerPx()) < 2 * metresPerPx() + 0.1).toBe(true);
  // The clicks selected nothing.
  await expect(page).not.toHaveURL(/asset=|gateway=/);
  await page.keyboard.press("Escape");
  await expect(measured).toHaveCount(0);
  expect(complaints).toEqual([]);
});
