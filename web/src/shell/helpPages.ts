import { matchPath } from "react-router";
import type { Language } from "../text/languages.ts";

/** Pages of the documentation site, by their addresses under `/docs/`. */
type HelpPage = `guide/${string}` | "reach" | "operate" | "singleSignOn" | "wallDisplay";

/** Which page of the documentation explains which screen. The first that fits counts. */
export const helpPages: readonly { screen: string; page: HelpPage }[] = [
  { screen: "/", page: "guide/find" },
  { screen: "/start", page: "guide/firstSite" },
  { screen: "/sites/:siteId/map", page: "guide/find" },
  { screen: "/sites/:siteId/assets/*", page: "guide/find#assets-and-their-trackers" },
  { screen: "/sites/:siteId/geofences/*", page: "guide/fences" },
  { screen: "/sites/:siteId/devices/gateways/*", page: "guide/gateways/" },
  { screen: "/sites/:siteId/devices/*", page: "guide/find#assets-and-their-trackers" },
  { screen: "/sites/:siteId/details/floors/:floorId/calibrate", page: "guide/accuracy" },
  { screen: "/sites/*", page: "guide/firstSite" },
  { screen: "/access/sso", page: "singleSignOn" },
  { screen: "/access/api-keys", page: "guide/api" },
  { screen: "/access/*", page: "guide/people" },
  { screen: "/audit", page: "guide/people#who-did-what" },
  { screen: "/profile", page: "guide/people#your-own-account" },
  { screen: "/second-factor", page: "guide/people#your-own-account" },
  { screen: "/reports", page: "guide/reports" },
  { screen: "/webhooks/*", page: "guide/webhooks" },
  { screen: "/customers/*", page: "guide/people#customers" },
  { screen: "/operations", page: "operate" },
  { screen: "/reach", page: "reach" },
  { screen: "/wall", page: "wallDisplay" },
];

/** Where Help leads from a screen: to its page in the person's language, or to the beginning of the documentation. */
export function helpAddress(pathname: string, language: Language): string {
  const page = helpPages.find(({ screen }) => matchPath(screen, pathname) !== null)?.page ?? "";
  // Readers have the guide in each language; operators' pages are English.
  const isTranslated = page === "" || page.startsWith("guide/");
  return `/docs/${language === "en" || !isTranslated ? "" : `${language}/`}${page}`;
}
