import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { accessibilityFaults, sidewaysOverflowPx } from "../support/page.ts";
import { givePassword, signInOnPage } from "../support/signInPage.ts";
import { accounts } from "../support/world.ts";

test.use({ simulate: true });
test.slow();

const widths = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const screens: Record<string, (page: Page, url: string) => Promise<void>> = {
  "sign-in": async (page) => {
    await page.goto("/signin");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  },
  code: async (page) => {
    await page.goto("/signin");
    await givePassword(page, accounts.viewer);
    await expect(page.getByRole("button", { name: "Use it" })).toBeVisible();
  },
  map: async (page, url) => {
    await signInOnPage(page, url, accounts.admin);
    await expect.poll(() => page.locator("[data-asset-guid]").count(), { timeout: 60_000 }).toBeGreaterThan(20);
  },
  "not found": async (page, url) => {
    await signInOnPage(page, url, accounts.admin);
    await page.goto("/no/such/page");
    await expect(page.getByText("Page not found")).toBeVisible();
  },
};

for (const [width, viewport] of Object.entries(widths))
  for (const colorScheme of ["light", "dark"] as const)
    for (const [name, open] of Object.entries(screens))
      test.describe(`${name}, ${width}, ${colorScheme}`, () => {
        test.use({ viewport, colorScheme });

        test("is accessible and leaves the console clean", async ({ page, pulse, complaints }) => {
          await open(page, pulse.url);
          expect(await accessibilityFaults(page)).toEqual([]);
          expect(await sidewaysOverflowPx(page), "the page scrolls sideways").toBe(0);
          expect(complaints).toEqual([]);
        });
      });
