import { ofSite, type Screens, settle, titled } from "./screen.ts";

/** Assets, devices, geofences and reports of a site. */
export const thingScreens: Screens = {
  geofences: {
    as: "admin",
    hasGerman: true,
    shows: "web/src/geofences/GeofencesPage.tsx",
    open: ofSite("/geofences", "Geofences"),
  },
  reports: {
    as: "admin",
    hasGerman: true,
    shows: "web/src/reports/ReportsPage.tsx",
    open: async (page) => {
      await titled("/reports", /^(Reports|Berichte)$/)(page);
      await page.getByRole("button", { name: /^(Request a report|Bericht anfordern)$/ }).click();
      await page.getByRole("dialog").waitFor();
      await settle(500);
    },
  },
  assets: { as: "admin", shows: "web/src/assets/AssetsPage.tsx", open: ofSite("/assets", "Assets") },
  asset: {
    as: "admin",
    shows: "web/src/assets/AssetPage.tsx",
    open: ofSite("/assets", /\d/, /^(Forklift )?FL-004/),
  },
  trackers: { as: "admin", shows: "web/src/trackers/TrackersPage.tsx", open: ofSite("/devices/trackers", "") },
  gateways: { as: "admin", shows: "web/src/gateways/GatewaysPage.tsx", open: ofSite("/devices/gateways", "") },
  gateway: {
    as: "admin",
    shows: "web/src/gateways/GatewayPage.tsx",
    open: ofSite("/devices/gateways", "G-05", /^G-05/),
  },
};
