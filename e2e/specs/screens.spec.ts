import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { faultsInEveryWindow, placesOnMap } from "../support/page.ts";
import { givePassword } from "../support/signInPage.ts";
import { accounts } from "../support/world.ts";

test.use({ simulate: true });
test.slow();

const signedOut: Record<string, (page: Page) => Promise<void>> = {
  "sign-in": async (page) => {
    await page.goto("/signin");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  },
  code: async (page) => {
    await page.goto("/signin");
    await givePassword(page, accounts.viewer);
    await expect(page.getByRole("button", { name: "Use code" })).toBeVisible();
  },
};
const signedIn: Record<string, (page: Page) => Promise<void>> = {
  map: async (page) => {
    await openMap(page);
    await untilMany(page);
  },
  "an asset's card": async (page) => {
    await openMap(page);
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

const asWhom = (email: string | undefined, screens: typeof signedIn): void =>
  test.describe(`as ${email ?? "nobody"}`, () => {
    test.use({ signedInAs: email });
    for (const [name, open] of Object.entries(screens))
      test(`${name} is accessible and leaves the console clean`, async ({ page, complaints }) => {
        await open(page);
        expect([...(await faultsInEveryWindow(page)), ...complaints]).toEqual([]);
      });
  });

asWhom(undefined, signedOut);
asWhom(accounts.admin, signedIn);
