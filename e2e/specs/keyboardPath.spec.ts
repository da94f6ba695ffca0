import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { accounts } from "../support/world.ts";

test.use({ signedInAs: accounts.admin, simulate: "before" });

/** From a page to what an asset has done, with J for the list, arrows in it and Enter for the asset. */
const maxPresses = 8;

/** How often Tab has to be pressed until this has the focus. */
async function pressesTo(page: Page, wanted: Locator): Promise<number> {
  await expect(wanted.first()).toBeVisible();
  const focused = wanted.and(page.locator(":focus"));
  for (let presses = 0; presses <= 100; presses++) {
    if ((await focused.count()) > 0) return presses;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead there");
}

test("the way from a page to the list, an asset and its history takes few presses of Tab", async ({ page }) => {
  await openMap(page);
  await page.goto(`${new URL(page.url()).pathname.replace(/\/map$/, "")}/assets`);
  await expect(page.getByRole("row").nth(2)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("row").nth(2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Where it is now" })).toBeVisible();
  const presses = await pressesTo(page, page.getByRole("button", { name: "History", exact: true }));
  console.log(`from the page to the history: ${presses} presses of Tab`);
  expect(presses).toBeLessThanOrEqual(maxPresses);
  await page.keyboard.press("Enter");
  await expect(page.locator("#history")).toBeFocused();
});

test("the way from the map to its list, an asset's card and its history takes few presses of Tab, and Esc leads back", async ({
  page,
}) => {
  await openMap(page);
  const list = page.getByRole("region", { name: "Asset list" });
  await expect(list.locator("[data-row]").nth(3)).toBeVisible();
  await page.keyboard.press("j");
  await expect(list.locator("[data-row]:focus")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  const name = (await list.locator("[data-row]:focus b").textContent()) ?? "";
  await page.keyboard.press("Enter");
  const card = page.getByRole("region", { name: new RegExp(name) });
  await expect(card).toBeFocused();
  const presses = await pressesTo(page, card.getByRole("button", { name: "History", exact: true }));
  console.log(`from the map to the history: ${presses} presses of Tab`);
  expect(presses).toBeLessThanOrEqual(maxPresses);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Play" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(list.locator("[data-row]:focus")).toContainText(name);
});
