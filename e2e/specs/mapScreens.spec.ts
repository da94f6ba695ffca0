import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { faultsInEveryWindow, placesOnMap } from "../support/page.ts";
import { accounts } from "../support/world.ts";

test.use({ simulate: true, signedInAs: accounts.admin });
test.slow();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const panel = (page: Page, name: string) => page.getByRole("complementary", { name });

/** Opens the card of an asset that has moved. */
async function openCard(page: Page): Promise<void> {
  const guid = await page.locator("[data-asset-guid]").first().getAttribute("data-asset-guid");
  await page.goto(`${page.url().split("?")[0] ?? ""}?asset=${guid ?? ""}`);
  await expect(page.getByText("Last seen", { exact: true }).first()).toBeVisible();
}

const screens: Record<string, (page: Page) => Promise<void>> = {
  "the site's past": async (page) => {
    await button(page, "Time travel").click();
    await expect(button(page, "Play")).toBeVisible();
  },
  "an asset's history": async (page) => {
    await openCard(page);
    await button(page, "History").click();
    await expect(button(page, "Play")).toBeVisible();
    await expect(page.getByText("Travelled", { exact: true })).toBeVisible();
  },
  "why it is here": async (page) => {
    await openCard(page);
    await button(page, "Why here?").click();
    await expect(panel(page, "Why here?").getByRole("table").first()).toBeVisible();
  },
  "where time goes": async (page) => {
    await button(page, "Where time goes").click();
    await expect(panel(page, "Where time goes").getByText("Movements between places")).toBeVisible();
  },
  "the way to an asset": async (page) => {
    await openCard(page);
    await button(page, "Take me there").click();
    await expect(panel(page, "Take me there")).toBeVisible();
  },
};

test("the map's time travel and panels are accessible in every window and leave the console clean", async ({
  page,
  complaints,
}) => {
  await openMap(page);
  await expect.poll(async () => (await placesOnMap(page)).size, { timeout: 60_000 }).toBeGreaterThan(20);
  const map = page.url().split("?")[0] ?? "";
  for (const [name, open] of Object.entries(screens)) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(map);
    await open(page);
    expect.soft(await faultsInEveryWindow(page), name).toEqual([]);
  }
  expect(complaints).toEqual([]);
});
