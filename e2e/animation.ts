// `npm run screenshots -- animation`: films the demo's map, picture by picture, into the folder that
// `scripts/screenshots.mjs` passes; the script then makes an animation of the pictures.
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import config from "./playwright.config.ts";
import { openMap, search } from "./support/framePages.ts";
import { keepSessions } from "./support/keptSessions.ts";
import { startPulse } from "./support/pulse.ts";
import { accounts } from "./support/world.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("name a folder for the pictures");
/** Long enough that a history has something to show. */
const livedMs = 45_000;
const settle = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Toasts would cover the map. */
const withoutToasts = "section[aria-live] { display: none !important }";

let taken = 0;
async function film(page: Page, frames: number): Promise<void> {
  for (let nth = 0; nth < frames; nth++)
    await page.screenshot({
      path: join(folder ?? "", `${String(taken++).padStart(4, "0")}.png`),
      style: withoutToasts,
    });
}

const pulse = await startPulse({ simulate: "everything" });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const context = await browser.newContext({
    baseURL: pulse.url,
    storageState: await keepSessions(browser, pulse.url)(accounts.admin),
    serviceWorkers: "block",
    viewport: { width: 1200, height: 750 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
  });
  const page = await context.newPage();
  await openMap(page);
  await settle(livedMs);

  await film(page, 14);
  await search(page, "");
  for (const letter of "FL-004") {
    await page.keyboard.type(letter);
    await film(page, 1);
  }
  await page
    .getByRole("option", { name: /FL-004/ })
    .first()
    .waitFor();
  await film(page, 3);
  await page.keyboard.press("Enter");
  await film(page, 10);
  await page.getByRole("button", { name: "Follow" }).click();
  await film(page, 10);
  await page.getByRole("button", { name: "History" }).click();
  await page.getByText("Travelled").waitFor();
  const moment = page.getByRole("slider", { name: "Moment shown" });
  await moment.focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press("PageDown");
  await page.getByText("60×").click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await film(page, 24);
} finally {
  await browser.close();
  await pulse.stop();
}
