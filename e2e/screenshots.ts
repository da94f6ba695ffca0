// `npm run screenshots`: every screen at both widths, light and dark, into docs/screenshots, to be looked at with eyes.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import config from "./playwright.config.ts";
import { startPulse } from "./support/pulse.ts";
import { givePassword, signInOnPage } from "./support/signInPage.ts";
import { accounts } from "./support/world.ts";

const folder = join(import.meta.dirname, "..", "docs", "screenshots");
const widths = { "": { width: 1440, height: 900 }, "-phone": { width: 390, height: 844 } };
/** Long enough that every tag was heard, the map has drawn and markers have glided. */
const settleMs = 20_000;

const screens: Record<string, (page: Page, url: string) => Promise<void>> = {
  signin: async (page) => {
    await page.goto("/signin");
    await page.getByLabel("Email").fill(accounts.admin);
  },
  code: async (page) => {
    await page.goto("/signin");
    await givePassword(page, accounts.admin);
    await page.getByRole("button", { name: "Use it" }).waitFor();
  },
  map: async (page, url) => {
    await signInOnPage(page, url, accounts.admin);
    await page.locator("[data-asset-guid]").nth(100).waitFor({ state: "attached", timeout: 90_000 });
    await settle();
  },
  card: async (page, url) => {
    await screens["map"]?.(page, url);
    const inList = page.getByRole("region", { name: "Asset list" }).getByRole("button");
    await inList.nth(2).click();
    await settle(3_000);
  },
};

await mkdir(folder, { recursive: true });
const pulse = await startPulse({ simulate: true });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  for (const [suffix, viewport] of Object.entries(widths))
    for (const colorScheme of ["light", "dark"] as const)
      for (const [name, open] of Object.entries(screens)) {
        const context = await browser.newContext({
          baseURL: pulse.url,
          viewport,
          colorScheme,
          locale: "en-GB",
          timezoneId: "Europe/Berlin",
        });
        const page = await context.newPage();
        await open(page, pulse.url);
        await page.screenshot({ path: join(folder, `${name}${suffix}-${colorScheme}.png`) });
        await context.close();
        console.log(`${name}${suffix}-${colorScheme}.png`);
      }
} finally {
  await browser.close();
  await pulse.stop();
}

function settle(ms = settleMs): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
