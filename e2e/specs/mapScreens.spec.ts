import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { placesOnMap } from "../support/page.ts";
import { expectFaultless, type Screens, visit } from "../support/screens.ts";
import { accounts } from "../support/world.ts";

test.use({ simulate: "before", signedInAs: accounts.admin });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const panel = (page: Page, name: string) => page.getByRole("complementary", { name });

/** The address of the open map alone. */
const mapOf = (page: Page): string => new URL(page.url()).pathname;

/** The list's choice of geofences appears with the first asset in one, also while Tab is pressed through the page. */
async function untilFencesAreOffered(page: Page): Promise<void> {
  await expect(button(page, "Geofence: Any place")).toBeVisible();
}

/** Opens the card of an asset that has moved. */
async function openCard(page: Page): Promise<void> {
  // In the past there may be no asset.
  await visit(page, mapOf(page));
  const guid = await page.locator("[data-asset-guid]").first().getAttribute("data-asset-guid");
  await visit(page, `${mapOf(page)}?asset=${guid ?? ""}`);
  await expect(page.getByText("Last seen", { exact: true }).first()).toBeVisible();
  // The list is made anew when the window has been a phone's.
  await untilFencesAreOffered(page);
}

const screens: Screens = {
  "the map": async () => undefined,
  "an asset's card": openCard,
  "the site's past": async (page) => {
    await visit(page, mapOf(page));
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
  "dwell and flows": async (page) => {
    await visit(page, mapOf(page));
    await button(page, "Dwell and flows").click();
    await expect(panel(page, "Dwell and flows").getByText("Movements between places")).toBeVisible();
  },
  "the way to an asset": async (page) => {
    await openCard(page);
    await button(page, "Route").click();
    await expect(panel(page, "Route")).toBeVisible();
  },
};

test("the map, its card, time travel and panels are accessible in every window and leave the console clean", async ({
  page,
  complaints,
}) => {
  await openMap(page);
  await expect.poll(async () => (await placesOnMap(page)).size).toBeGreaterThan(20);
  await untilFencesAreOffered(page);
  await expectFaultless(page, complaints, screens);
});
