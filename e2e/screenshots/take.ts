// `npm run screenshots`: every screen on desk, tablet and phone, light and dark, into docs/screenshots, for people to
// review. Names as arguments (`npm run screenshots -- users roles`) limit it to those screens, `--documentation` to the
// pictures that pages of the documentation show. What each was taken of is noted in docs/screenshots/sources.json.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { notePicture } from "../../scripts/pictureSources.mjs";
import config from "../playwright.config.ts";
import { withoutSite } from "../support/framePages.ts";
import { keepSessions, type StorageState } from "../support/keptSessions.ts";
import { type Pulse, startPulse } from "../support/pulse.ts";
import { speakGerman } from "../support/speakGerman.ts";
import { accounts } from "../support/world.ts";
import { chosenPictures, type ScreenPictures, type View } from "./pictures.ts";
import { type Account, settle } from "./screen.ts";
import { shownPictures } from "./shownPictures.ts";

const folder = join(import.meta.dirname, "..", "..", "docs", "screenshots");
/** Long enough that every tag has been heard; once is enough, as all screens share the product. */
const demoRunsMs = 20_000;
/** How long a page may take on a busy machine. */
const patienceMs = 180_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { documentation: { type: "boolean", default: false } },
});
const chosen = chosenPictures(
  positionals.length === 0 ? null : positionals,
  values.documentation ? shownPictures() : null,
);

await mkdir(folder, { recursive: true });
const pulse = await startPulse({ simulate: "everything" });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const states = await signedIn(browser, pulse);
  await settle(demoRunsMs);
  for (const screen of chosen) for (const view of screen.views) await take(screen, view, states);
} finally {
  await browser.close();
  await pulse.stop();
}

/** Opens a screen in a window and takes its pictures. */
async function take(
  { name, screen, sources }: ScreenPictures,
  { viewport, isGerman, pictures }: View,
  states: Partial<Record<Account, StorageState>>,
): Promise<void> {
  const state = screen.as === null ? undefined : states[screen.as];
  const context = await browser.newContext({
    ...(state === undefined ? {} : { storageState: screen.siteless ? withoutSite(state) : state }),
    baseURL: pulse.url,
    // A service worker's requests would bypass the routes set here.
    serviceWorkers: "block",
    viewport,
    locale: isGerman ? "de-DE" : "en-GB",
    timezoneId: "Europe/Berlin",
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  if (isGerman) await speakGerman(page);
  await screen.open(page, pulse);
  for (const { file, colorScheme } of pictures) {
    await page.emulateMedia({ colorScheme });
    // The map recolours its plans.
    await settle(1_500);
    await (screen.part?.(page) ?? page).screenshot({ path: join(folder, file) });
    notePicture(file, name, sources);
    console.log(file);
  }
  await context.close();
}

/** The browser storage of each account that a chosen screen needs, with the Harbour Warehouse open. */
async function signedIn(by: Browser, { url }: Pulse): Promise<Partial<Record<Account, StorageState>>> {
  const states: Partial<Record<Account, StorageState>> = {};
  const stateOf = keepSessions(by, url);
  for (const account of new Set(chosen.map(({ screen }) => screen.as))) {
    if (account === null) continue;
    const context = await by.newContext({ baseURL: url, storageState: await stateOf(accounts[account]) });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.goto("/");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Harbour Warehouse/ })
      .click();
    await page.getByRole("region", { name: /^Map of Harbour Warehouse/ }).waitFor();
    states[account] = await context.storageState();
    await context.close();
  }
  return states;
}
