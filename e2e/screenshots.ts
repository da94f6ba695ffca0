// `npm run screenshots`: every screen on desk, tablet and phone, light and dark, into docs/screenshots, for people to
// review. Names as arguments (`npm run screenshots -- users roles`) limit it to those screens.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import config from "./playwright.config.ts";
import { withoutSite } from "./support/framePages.ts";
import { type Pulse, startPulse } from "./support/pulse.ts";
import { givePassword, signInOnPage } from "./support/signInPage.ts";
import { speakGerman } from "./support/speakGerman.ts";
import { accounts } from "./support/world.ts";

const folder = join(import.meta.dirname, "..", "docs", "screenshots");
const windows = {
  "": { width: 1440, height: 900 },
  "-tablet": { width: 820, height: 1180 },
  "-sideways": { width: 844, height: 390 },
  "-phone": { width: 390, height: 844 },
};
/** Long enough that every tag has been heard; once is enough, as all screens share the product. */
const heardMs = 20_000;
/** Long enough that the map has drawn and markers have stopped gliding. */
const drawnMs = 4_000;
const settle = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Account = keyof typeof accounts;
type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;
interface Screen {
  /** Null: nobody is signed in. */
  as: Account | null;
  open(page: Page): Promise<void>;
  /** Before any site was chosen. */
  siteless?: boolean;
  /** In German and only in the light scheme: language changes the layout, colours do not. */
  isGerman?: boolean;
  /** Also on a phone held sideways. */
  isTurned?: boolean;
}

const map = async (page: Page): Promise<void> => {
  await page.goto("/");
  await page.locator("[data-asset-guid]").nth(100).waitFor({ state: "attached", timeout: 90_000 });
  await settle(drawnMs);
};
/** The map with an asset's card, opened by its address because lists differ between windows. */
const card = async (page: Page): Promise<void> => {
  await map(page);
  const guid = await page.locator("[data-asset-guid]").nth(2).getAttribute("data-asset-guid");
  await page.goto(`${page.url().split("?")[0] ?? ""}?asset=${guid ?? ""}`);
  await page.getByRole("button", { name: /^(Follow|Folgen)$/ }).waitFor();
  await settle(drawnMs);
};
const listed = (path: string, row: string) => async (page: Page) => {
  await page.goto(path);
  await page.getByRole("link", { name: row }).first().waitFor();
  await settle(500);
};
const titled = (path: string, title: string) => async (page: Page) => {
  await page.goto(path);
  await page.getByRole("heading", { name: title }).first().waitFor();
  await settle(1_500);
};

/** A page of the open site: `of` is its path below the site's. */
const ofSite =
  (of: string, title: string | RegExp, row?: RegExp) =>
  async (page: Page): Promise<void> => {
    await map(page);
    await page.goto(`${new URL(page.url()).pathname.replace(/\/map$/, "")}${of}`);
    if (row !== undefined) await page.getByRole("link", { name: row }).first().click();
    await page.getByRole("heading", { name: title }).first().waitFor();
    await settle(drawnMs);
  };

const screens: Record<string, Screen> = {
  signin: {
    as: null,
    open: async (page) => {
      await page.goto("/signin");
      await page.getByLabel("Email").fill(accounts.admin);
    },
  },
  code: {
    as: null,
    open: async (page) => {
      await page.goto("/signin");
      await givePassword(page, accounts.admin);
      await page.getByRole("button", { name: "Use code" }).waitFor();
    },
  },
  signup: { as: null, open: titled("/signup", "") },
  "signin-german": { as: null, isGerman: true, open: titled("/signin", "") },
  sites: { as: "superadmin", siteless: true, open: titled("/", "Choose a site") },
  map: { as: "admin", isTurned: true, open: map },
  card: { as: "admin", isTurned: true, open: card },
  list: {
    as: "admin",
    isTurned: true,
    open: async (page) => {
      await map(page);
      // The list is a drawer on a tablet, a sheet on a phone, and always visible on a desk.
      for (const name of [/^Assets \d+$/, "Show more"]) {
        const opener = page.getByRole("button", { name });
        if (await opener.isVisible()) await opener.click();
      }
      await settle(1_000);
    },
  },
  why: {
    as: "admin",
    open: async (page) => {
      await card(page);
      await page.getByRole("button", { name: "Why here?" }).click();
      await page.getByRole("complementary", { name: "Why here?" }).getByRole("table").first().waitFor();
      await settle(drawnMs);
    },
  },
  "map-german": { as: "admin", isGerman: true, open: map },
  "card-german": { as: "admin", isGerman: true, open: card },
  "wall-choice": {
    as: "admin",
    open: async (page) => {
      await page.goto("/wall");
      await page.getByRole("button", { name: "Start" }).waitFor();
      await settle(500);
    },
  },
  wall: {
    as: "admin",
    open: async (page) => {
      await map(page);
      const [, siteId] = /\/sites\/([^/]+)/.exec(page.url()) ?? [];
      await page.goto(`/wall?sites=${siteId ?? ""}&seconds=3600`);
      await page.locator("[data-wall] header").waitFor();
      await settle(drawnMs);
    },
  },
  past: {
    as: "admin",
    isTurned: true,
    open: async (page) => {
      await card(page);
      await page.getByRole("button", { name: /^(History|Verlauf)$/ }).click();
      await page.getByRole("slider").waitFor();
      await settle(drawnMs);
    },
  },
  search: {
    as: "admin",
    open: async (page) => {
      await listed("/access/users", "Vic Lindqvist")(page);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("forklfit");
      await page.getByRole("option").first().waitFor();
      await settle(500);
    },
  },
  "site-list": { as: "admin", open: listed("/sites", "Harbour Warehouse") },
  "site-new": { as: "admin", open: titled("/sites/new", "") },
  site: { as: "admin", open: ofSite("/details", "Harbour Warehouse") },
  floor: { as: "admin", open: ofSite("/details", "Floor 1", /^Open Floor 1/) },
  placing: {
    as: "admin",
    open: async (page) => {
      await ofSite("/details", "Harbour Warehouse")(page);
      await page.getByRole("button", { name: "Place on the map: Floor 1" }).click();
      await page.getByRole("dialog", { name: "Place Floor 1" }).getByLabel("Opacity").waitFor();
      await settle(drawnMs);
    },
  },
  drawing: {
    as: "admin",
    open: async (page) => {
      await ofSite("/details", "Floor 1", /^Open Floor 1/)(page);
      await page.getByRole("link", { name: "Draw walls and rooms" }).click();
      await page.getByRole("button", { name: "Suggest walls" }).waitFor();
      await settle(drawnMs);
    },
  },
  calibration: {
    as: "admin",
    open: async (page) => {
      await ofSite("/details", "Floor 1", /^Open Floor 1/)(page);
      await page.getByRole("link", { name: "Calibrate" }).click();
      await page.getByRole("heading", { level: 1, name: /^Calibrate/ }).waitFor();
      await settle(drawnMs);
    },
  },
  geofences: { as: "admin", open: ofSite("/geofences", "Geofences") },
  reports: { as: "admin", open: titled("/reports", "Reports") },
  assets: { as: "admin", open: ofSite("/assets", "Assets") },
  asset: { as: "admin", open: ofSite("/assets", /\d/, /^(Forklift )?FL-004/) },
  trackers: { as: "admin", open: ofSite("/devices/trackers", "") },
  gateways: { as: "admin", open: ofSite("/devices/gateways", "") },
  gateway: { as: "admin", open: ofSite("/devices/gateways", "G-05", /^G-05/) },
  invitation: { as: "admin", open: titled("/access/users/new", "Invite") },
  "users-german": { as: "admin", isGerman: true, open: listed("/access/users", "Vic Lindqvist") },
  users: { as: "admin", open: listed("/access/users", "Vic Lindqvist") },
  groups: { as: "admin", open: listed("/access/groups", "All sites") },
  roles: { as: "admin", open: listed("/access/roles", "Administrator") },
  role: {
    as: "admin",
    open: async (page) => {
      await listed("/access/roles", "Operator")(page);
      await page.getByRole("link", { name: "Operator" }).first().click();
      await page.getByRole("checkbox", { name: "Asset management: read" }).waitFor();
      await settle(500);
    },
  },
  audit: {
    as: "admin",
    open: async (page) => {
      await page.goto("/audit");
      await page.getByRole("button", { name: "Signed in" }).first().click();
      await page.getByText("Request ID", { exact: true }).waitFor();
    },
  },
  profile: { as: "admin", open: titled("/profile", "Profile") },
  "profile-german": { as: "admin", isGerman: true, open: titled("/profile", "Profil") },
  operations: { as: "superadmin", open: titled("/operations", "Operations") },
  customers: { as: "superadmin", open: listed("/customers", "Northwind Logistics") },
  customer: {
    as: "superadmin",
    open: async (page) => {
      await listed("/customers", "Northwind Logistics")(page);
      await page.getByRole("link", { name: "Northwind Logistics" }).first().click();
      await page.getByLabel("Customer code").first().waitFor();
      await settle(1_500);
    },
  },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in screens));
if (unknown.length > 0)
  throw new Error(`no screen ${unknown.join(", ")}; there are ${Object.keys(screens).join(", ")}`);
const chosen = Object.entries(screens).filter(([name]) => asked.length === 0 || asked.includes(name));

await mkdir(folder, { recursive: true });
const pulse = await startPulse({ simulate: "everything" });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const states = await signedIn(browser, pulse);
  await settle(heardMs);
  for (const [name, screen] of chosen)
    for (const [suffix, viewport] of Object.entries(windows)) {
      if (suffix === "-sideways" && screen.isTurned !== true) continue;
      const state = screen.as === null ? undefined : states[screen.as];
      const context = await browser.newContext({
        ...(state === undefined ? {} : { storageState: screen.siteless ? withoutSite(state) : state }),
        baseURL: pulse.url,
        // A service worker's requests would bypass the routes set here.
        serviceWorkers: "block",
        viewport,
        locale: screen.isGerman === true ? "de-DE" : "en-GB",
        timezoneId: "Europe/Berlin",
      });
      const page = await context.newPage();
      if (screen.isGerman === true) await speakGerman(page);
      await screen.open(page);
      for (const colorScheme of schemesOf(screen)) {
        await page.emulateMedia({ colorScheme });
        // The map recolours its plans.
        await settle(1_500);
        await page.screenshot({ path: join(folder, `${name}${suffix}-${colorScheme}.png`) });
        console.log(`${name}${suffix}-${colorScheme}.png`);
      }
      await context.close();
    }
} finally {
  await browser.close();
  await pulse.stop();
}

function schemesOf({ isGerman }: Screen): readonly ("light" | "dark")[] {
  return isGerman === true ? ["light"] : ["light", "dark"];
}

/** The browser storage of each account that a chosen screen needs. */
async function signedIn(by: Browser, { url }: Pulse): Promise<Partial<Record<Account, StorageState>>> {
  const states: Partial<Record<Account, StorageState>> = {};
  for (const account of new Set(chosen.map(([, { as }]) => as))) {
    if (account === null) continue;
    const context = await by.newContext({ baseURL: url });
    await signInOnPage(await context.newPage(), url, accounts[account]);
    states[account] = await context.storageState();
    await context.close();
  }
  return states;
}
