import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appPages, leftOut, pagesOf, routesIn } from "./scripts/appPages.mjs";

const source = readFileSync(join(import.meta.dirname, "web", "src", "app", "routes.tsx"), "utf8");
const routes = routesIn(source);

test("every route of the web app has an address of which pictures can be taken, or a reason why it has none", () => {
  const written = [...source.matchAll(/\bpath: "/g)].length + [...source.matchAll(/\bstop\("/g)].length;
  // And the index of a site; not the frame around its pages.
  expect(routes.length).toBe(written);
  const known = new Set(routes.map(({ route }) => route));
  expect(Object.keys(leftOut).filter((route) => !known.has(route))).toEqual([]);
  const pages = appPages();
  expect(pages.filter(({ address }) => /[:*]/.test(address))).toEqual([]);
  expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length);
});

test("a new route is a page by itself, as the list it is in says", () => {
  const more = `const publicRoutes: RouteObject[] = [
  { path: "/welcome", Component: WelcomePage },
];
const siteRoutes: RouteObject[] = [
  readable("map", [{ path: "ways", ...page(loadMap) }]),
];
const customerRoutes: RouteObject[] = [
  { path: "/licences", ...later("licencesPage") },
];
`;
  expect(routesIn(more).flatMap(pagesOf)).toEqual([
    { name: "welcome", address: "/welcome", as: null },
    { name: "ways", address: "/sites/{site}/ways", as: "admin" },
    { name: "licences", address: "/licences", as: "superadmin" },
  ]);
});

test("a page of a thing is shown with one, with its parts, and as the form for a new one", () => {
  const addresses = (route: string) => pagesOf({ route, as: "admin" }).map(({ address }) => address);
  expect(addresses("/sites/:siteId/assets/:id")).toEqual(["/sites/{site}/assets/{asset}", "/sites/{site}/assets/new"]);
  expect(addresses("/webhooks/:id?")).toEqual(["/webhooks", "/webhooks/{webhook}", "/webhooks/new"]);
  expect(addresses("/sites/:siteId/devices/gateways/:id")).toContain(
    "/sites/{site}/devices/gateways/{gateway}?tab=device",
  );
  expect(addresses("/licences/:id")).toEqual(["/licences/:id"]);
});
