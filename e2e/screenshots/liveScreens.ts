import { card, drawnMs, listed, map, type Screens, settle, titled } from "./screen.ts";

/** The map and what is reached from it. */
export const liveScreens: Screens = {
  sites: {
    as: "superadmin",
    siteless: true,
    shows: "web/src/sites/HomePage.tsx",
    open: titled("/", "Choose a site"),
  },
  map: { as: "admin", hasGerman: true, isTurned: true, shows: "web/src/map/page/MapPage.tsx", open: map },
  card: { as: "admin", hasGerman: true, isTurned: true, shows: "web/src/map/cards/AssetCard.tsx", open: card },
  list: {
    as: "admin",
    hasGerman: true,
    isTurned: true,
    shows: "web/src/map/page/MapPage.tsx",
    open: async (page) => {
      await map(page);
      // The list is a drawer on a tablet, a sheet on a phone, and always visible on a desk.
      for (const name of [/^Assets \d+$/, /^(Show more|Mehr zeigen)$/]) {
        const opener = page.getByRole("button", { name });
        if (await opener.isVisible()) await opener.click();
      }
      await settle(1_000);
    },
  },
  why: {
    as: "admin",
    hasGerman: true,
    shows: "web/src/map/explanation/Explanation.tsx",
    open: async (page) => {
      await card(page);
      const name = /^(Why here\?|Warum hier\?)$/;
      await page.getByRole("button", { name }).click();
      await page.getByRole("complementary", { name }).getByRole("table").first().waitFor();
      await settle(drawnMs);
    },
  },
  "wall-choice": {
    as: "admin",
    shows: "web/src/map/kiosk/KioskSetUp.tsx",
    open: async (page) => {
      await page.goto("/wall");
      await page.getByRole("button", { name: "Start" }).waitFor();
      await settle(500);
    },
  },
  wall: {
    as: "admin",
    shows: "web/src/map/kiosk/Kiosk.tsx",
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
    shows: "web/src/map/playback/Playback.tsx",
    open: async (page) => {
      await card(page);
      await page.getByRole("button", { name: /^(History|Verlauf)$/ }).click();
      await page.getByRole("slider").waitFor();
      await settle(drawnMs);
    },
  },
  search: {
    as: "admin",
    shows: "web/src/search/SearchPalette.tsx",
    open: async (page) => {
      await listed("/access/users", "Vic Lindqvist")(page);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("forklfit");
      await page.getByRole("option").first().waitFor();
      await settle(500);
    },
  },
};
