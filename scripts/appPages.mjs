// Every page of the web app, as its routes say: `npm run screenshots -- --sheets` takes pictures of all of them.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** Routes with no page of their own in the demo, each with the reason. */
export const leftOut = {
  "/sites/:siteId/": "leads to the map",
  "/register-phone": "only for a person without a phone number",
  "/verify-phone": "only for a person without a phone number",
  "/second-factor": "only for a person whose customer asks for another factor",
  "/setup": "only with a link of an installation without people",
};

/** The thing whose id stands in a route, by what is before the id. */
const things = {
  assets: "asset",
  geofences: "geofence",
  trackers: "tracker",
  gateways: "gateway",
  users: "user",
  groups: "group",
  roles: "role",
  customers: "customer",
  webhooks: "webhook",
};

/** Parts of pages that have an address of their own, by their routes. */
const parts = {
  "/sites/:siteId/devices/gateways/:id": ["?tab=settings", "?tab=device", "?tab=history"],
  "/sites/:siteId/details/floors/:floorId/calibrate": ["?tab=beacons", "?tab=versions"],
};
/** Lists whose `new` is a form. */
const withNew = /\/(assets|geofences|trackers|gateways|users|groups|roles|customers|webhooks)\/:id\??$/;

/** For whom the routes of a list are; any other list: for the administrator of a customer. */
const audiences = { publicRoutes: null, customerRoutes: "superadmin" };

/**
 * The routes in the source of `web/src/app/routes.tsx`, in its order, with the person to sign in as.
 * @param {string} source
 */
export function routesIn(source) {
  const lists = source.split(/^(?:export )?const (\w+): RouteObject\[\] = \[$/m);
  const found = [];
  for (let nth = 1; nth < lists.length; nth += 2) {
    const [list, text] = [lists[nth], lists[nth + 1].split(/^\];$/m)[0]];
    for (const [, path, stopped, index] of text.matchAll(/\bpath: "([^"]+)"|\bstop\("([^"]+)"|\b(index): true/g)) {
      const given = path ?? stopped ?? "";
      if (given === "" && index === undefined) continue;
      const route = list === "siteRoutes" ? `/sites/:siteId/${given}` : given;
      // The frame of the pages of a site.
      if (route === "/sites/:siteId") continue;
      found.push({ route, as: list in audiences ? audiences[list] : "admin" });
    }
  }
  return found;
}

/**
 * The pages of a route: by itself, its parts, and the form for a new thing; each with its address, in which `{asset}` is
 * to be replaced by an id, and a name for files. A placeholder that nobody knows is kept as `:id`.
 */
export function pagesOf({ route, as }) {
  if (route in leftOut) return [];
  if (route === "*") return [{ name: "not-found", address: "/no-such-page", as }];
  const filled = route
    .replace(":siteId", "{site}")
    .replace(":floorId", "{floor}")
    .replace(/(\w+)\/:id\??$/, (whole, noun) => (noun in things ? `${noun}/{${things[noun]}}` : whole));
  const addresses = [filled, ...(parts[route] ?? []).map((part) => filled + part)];
  // A route with an optional id is a list as well.
  if (route.endsWith("?")) addresses.unshift(filled.replace(/\/\{\w+\}$/, ""));
  if (withNew.test(route)) addresses.push(filled.replace(/\{\w+\}$/, "new"));
  return addresses.map((address) => ({ name: nameOf(address), address, as }));
}

function nameOf(address) {
  const words = address
    .replace("/sites/{site}/", "/")
    .replace("?tab=", "-")
    .replaceAll(/[{}]/g, "")
    .split("/")
    .filter((word) => word !== "");
  return words.length === 0 ? "home" : words.join("-");
}

/** Every page of the app. */
export function appPages() {
  return routesIn(readFileSync(inRoot("web", "src", "app", "routes.tsx"), "utf8")).flatMap(pagesOf);
}
