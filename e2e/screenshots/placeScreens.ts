import { drawnMs, listed, ofSite, type Screens, settle, titled } from "./screen.ts";

const floor = ofSite("/details", "Floor 1", /^(Open Floor 1|Floor 1 öffnen)/);

/** Sites, their floors and the drawing of them. */
export const placeScreens: Screens = {
  guide: {
    as: "admin",
    hasGerman: true,
    shows: "web/src/guide/GuidePage.tsx",
    open: titled("/start", ""),
  },
  "site-list": {
    as: "admin",
    shows: "web/src/siteManagement/SitesPage.tsx",
    open: listed("/sites", "Harbour Warehouse"),
  },
  "site-new": { as: "admin", shows: "web/src/siteManagement/NewSitePage.tsx", open: titled("/sites/new", "") },
  site: {
    as: "admin",
    shows: "web/src/siteManagement/SitePage.tsx",
    open: ofSite("/details", "Harbour Warehouse"),
  },
  floor: { as: "admin", hasGerman: true, shows: "web/src/siteManagement/FloorPage.tsx", open: floor },
  placing: {
    as: "admin",
    shows: "web/src/placing/PlanPlacing.tsx",
    open: async (page) => {
      await ofSite("/details", "Harbour Warehouse")(page);
      await page.getByRole("button", { name: "Place on the map: Floor 1" }).click();
      await page.getByRole("dialog", { name: "Place Floor 1" }).getByLabel("Opacity").waitFor();
      await settle(drawnMs);
    },
  },
  drawing: {
    as: "admin",
    shows: "web/src/drawing/DrawingPage.tsx",
    open: async (page) => {
      await floor(page);
      await page.getByRole("link", { name: "Draw walls and rooms" }).click();
      await page.getByRole("button", { name: "Suggest walls" }).waitFor();
      await settle(drawnMs);
    },
  },
  calibration: {
    as: "admin",
    shows: "web/src/calibration/CalibrationPage.tsx",
    open: async (page) => {
      await floor(page);
      await page.getByRole("link", { name: "Calibrate" }).click();
      await page.getByRole("heading", { level: 1, name: /^Calibrate/ }).waitFor();
      await settle(drawnMs);
    },
  },
};
