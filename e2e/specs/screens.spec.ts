import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import {
  accessibilityFaults,
  type Complaints,
  placesOnMap,
  sidewaysOverflowPx,
  watchConsole,
} from "../support/page.ts";
import { givePassword, onMapOf } from "../support/signInPage.ts";
import { accounts } from "../support/world.ts";

test.use({ simulate: true });
test.slow();

const widths = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const signedOut: Record<string, (page: Page) => Promise<void>> = {
  "sign-in": async (page) => {
    await page.goto("/signin");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  },
  code: async (page) => {
    await page.goto("/signin");
    await givePassword(page, accounts.viewer);
    await expect(page.getByRole("button", { name: "Use it" })).toBeVisible();
  },
};
const signedIn: Record<string, (page: Page) => Promise<void>> = {
  map: async (page) => {
    await page.goto("/");
    await onMapOf(page, "Harbour Warehouse");
    await untilMany(page);
  },
  "an asset's card": async (page) => {
    await page.goto("/");
    await onMapOf(page, "Harbour Warehouse");
    await untilMany(page);
    const guid = await page.locator("[data-asset-guid]").first().getAttribute("data-asset-guid");
    await page.goto(`${page.url().split("?")[0] ?? ""}?asset=${guid ?? ""}`);
    await expect(page.getByText("Last seen", { exact: true }).first()).toBeVisible();
  },
  "no such page": async (page) => {
    await page.goto("/no/such/page");
    await expect(page.getByText("Page not found")).toBeVisible();
  },
};

async function untilMany(page: Page): Promise<void> {
  await expect.poll(async () => (await placesOnMap(page)).size, { timeout: 60_000 }).toBeGreaterThan(20);
}

for (const [width, viewport] of Object.entries(widths))
  for (const colorScheme of ["light", "dark"] as const)
    test.describe(`${width}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      for (const [name, open] of Object.entries(signedOut))
        test(`${name} is accessible and leaves the console clean`, async ({ page, complaints }) => {
          await open(page);
          expect(await faultsOf(page, complaints)).toEqual([]);
        });

      for (const [name, open] of Object.entries(signedIn))
        test(`${name} is accessible and leaves the console clean`, async ({ browser, adminState, pulse }) => {
          const context = await browser.newContext({
            storageState: adminState,
            baseURL: pulse.url,
            viewport,
            colorScheme,
          });
          const page = await context.newPage();
          const complaints = watchConsole(page);
          await open(page);
          expect(await faultsOf(page, complaints)).toEqual([]);
          await context.close();
        });
    });

async function faultsOf(page: Page, complaints: Complaints): Promise<string[]> {
  const overflowPx = await sidewaysOverflowPx(page);
  return [
    ...(await accessibilityFaults(page)),
    ...(overflowPx > 0 ? [`the page is ${overflowPx} px wider than its window`] : []),
    ...complaints,
  ];
}
