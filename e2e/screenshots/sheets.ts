// `npm run screenshots -- --sheets`: every page of the app in five windows, two schemes and two languages, laid out on one
// sheet for each of these in `sheets/`, to be looked at as a whole. What can be found without eyes is beside each sheet
// (`desk-light-en.txt`): axe's findings, pages wider than their window, covered controls, cut texts, English on German
// screens. `--window`, `--scheme` and `--language` and names of pages limit it; sheets of other runs stay.
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import type { AppPage } from "../../scripts/appPages.mjs";
import config from "../playwright.config.ts";
import { coveredControls } from "../support/coveredControls.ts";
import { cutWords } from "../support/cutWords.ts";
import { englishOnly, englishTexts } from "../support/englishTexts.ts";
import { keepSessions } from "../support/keptSessions.ts";
import { accessibilityFaults, sidewaysOverflowPx, windows } from "../support/page.ts";
import { startPulse } from "../support/pulse.ts";
import { visit } from "../support/screens.ts";
import { speakGerman } from "../support/speakGerman.ts";
import { accounts } from "../support/world.ts";
import { contactSheet } from "./contactSheet.ts";
import { pageAddresses } from "./pageAddresses.ts";
import { settle } from "./screen.ts";
import { settledPage } from "./settledPage.ts";

const folder = join(import.meta.dirname, "..", "..", "sheets");
const schemes = ["light", "dark"] as const;
const languages = ["en", "de"] as const;
/** Long enough that every tag has been heard and lists have something to show. */
const demoRunsMs = 30_000;
/** How long a page may take on a busy machine. */
const maxStepMs = 180_000;
/** Toasts come and go, and would cover something else in each picture. */
const withoutToasts = "section[aria-live] { display: none !important }";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sheets: { type: "boolean" },
    window: { type: "string", multiple: true, default: Object.keys(windows) },
    scheme: { type: "string", multiple: true, default: [...schemes] },
    language: { type: "string", multiple: true, default: [...languages] },
  },
});
const chosenWindows = Object.entries(windows).filter(([name]) => values.window.includes(name));
const chosenSchemes = schemes.filter((scheme) => values.scheme.includes(scheme));
const chosenLanguages = languages.filter((language) => values.language.includes(language));

type Language = (typeof languages)[number];
const english = englishOnly();
const pictures = new Map<string, { name: string; file: string }[]>();

mkdirSync(folder, { recursive: true });
for (const [window] of chosenWindows)
  for (const scheme of chosenSchemes)
    for (const language of chosenLanguages)
      for (const end of ["", ".html", ".jpg", ".txt"])
        rmSync(join(folder, `${window}-${scheme}-${language}${end}`), { recursive: true, force: true });
const pulse = await startPulse({ simulate: "everything" });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const all = await pageAddresses(pulse.url);
  const pages = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const sessionOf = keepSessions(browser, pulse.url);
  await settle(demoRunsMs);
  for (const language of chosenLanguages)
    for (const as of [null, "superadmin", "admin"] as const) {
      const theirs = pages.filter((page) => page.as === as);
      if (theirs.length === 0) continue;
      const context = await browser.newContext({
        ...(as === null ? {} : { storageState: await sessionOf(accounts[as]) }),
        baseURL: pulse.url,
        // A service worker's requests would bypass the routes set here.
        serviceWorkers: "block",
        viewport: windows.desk,
        locale: language === "de" ? "de-DE" : "en-GB",
        timezoneId: "Europe/Berlin",
        reducedMotion: "reduce",
      });
      await takePages(context, theirs, language);
      await context.close();
    }
  for (const [name, of] of pictures) {
    const [window] = name.split("-");
    await contactSheet(browser, folder, { name, viewport: windows[window as keyof typeof windows], pictures: of });
    console.log(`sheets/${name}.jpg: ${of.length} pages`);
  }
} finally {
  await browser.close();
  await pulse.stop();
}

/** Opens pages one after the other, as links of the app do, and takes the pictures of each. */
async function takePages(context: BrowserContext, pages: readonly AppPage[], language: Language): Promise<void> {
  context.setDefaultTimeout(maxStepMs);
  const page = await context.newPage();
  if (language === "de") await speakGerman(page);
  const { loaded, redrawn } = settledPage(page);
  for (const { name, address, as } of pages) {
    await page.setViewportSize(windows.desk);
    if (as === null) await page.goto(address);
    else await visit(page, address);
    await loaded();
    for (const scheme of chosenSchemes) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const [window, viewport] of chosenWindows) {
        await page.setViewportSize(viewport);
        await redrawn();
        const sheet = `${window}-${scheme}-${language}`;
        await take(page, name, sheet);
        await noteFaults(page, name, sheet, language, scheme === chosenSchemes[0]);
      }
    }
    console.log(`${language} ${name}`);
  }
}

async function take(page: Page, name: string, sheet: string): Promise<void> {
  const of = pictures.get(sheet) ?? [];
  pictures.set(sheet, of);
  const file = `${sheet}/${String(of.length + 1).padStart(2, "0")}-${name}.jpg`;
  of.push({ name, file });
  await page.screenshot({ path: join(folder, file), quality: 75, style: withoutToasts });
}

async function noteFaults(
  page: Page,
  name: string,
  sheet: string,
  language: Language,
  // Colours change no layout.
  isFirstScheme: boolean,
): Promise<void> {
  const found = [
    ...(await accessibilityFaults(page)).map((fault) => `axe: ${fault}`),
    ...(isFirstScheme ? await layoutFaults(page, language) : []),
  ];
  for (const fault of found)
    appendFileSync(join(folder, `${sheet}.txt`), `${name}: ${fault.replaceAll(/\s+/g, " ")}\n`);
}

async function layoutFaults(page: Page, language: Language): Promise<string[]> {
  const overflowPx = await sidewaysOverflowPx(page);
  return [
    ...(overflowPx > 0 ? [`${overflowPx} px wider than its window`] : []),
    ...(await coveredControls(page)),
    ...(await cutWords(page.locator("body"))).map((text) => `cut: ${text}`),
    ...(language === "de" ? (await englishTexts(page, english)).map((text) => `English: ${text}`) : []),
  ];
}
