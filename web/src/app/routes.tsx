import type { ComponentType } from "react";
import { Navigate, type RouteObject, useParams } from "react-router";
import { SignInPage } from "../account/signIn/SignInPage.tsx";
import type { GatedPage } from "../entity/pageGate.tsx";
import { signInPath } from "../session/redirectTarget.ts";
import { PublicOnly, RequireSession } from "../shell/RequireSession.tsx";
import { loadPageTexts } from "../text/language.ts";
import { RouteFailed } from "../shell/PageFailed.tsx";
import { Root } from "../shell/Root.tsx";

/** A page in its own chunk; while the router waits for it, the progress line is shown. */
function page(load: () => Promise<{ default: ComponentType }>) {
  return { lazy: { Component: async () => (await load()).default } };
}

/** The frame of pages for signed-in people, in one file: each further file costs a request. */
const signedIn = async () => (await Promise.all([import("../frame/signedIn.ts"), loadPageTexts()]))[0];

/** A page in a chunk that only `signedIn` names: every chunk named here adds some bytes before the sign-in. */
function later(
  name:
    | "apiKeysPage"
    | "auditPage"
    | "operationsPage"
    | "profilePage"
    | "reachPage"
    | "reportsPage"
    | "secondFactorPage"
    | "ssoPage"
    | "webhooksPage",
) {
  return { lazy: { Component: async () => (await signedIn())[name]() } };
}

function onPlan(name: "calibrationPage" | "drawingPage") {
  return { lazy: { Component: async () => (await import("./floorTools.ts"))[name]() } };
}

/** Requests the map's engine together with its page, without waiting for the person and the sites to be known. */
function loadMap() {
  void import("../mapChunk.ts").catch(() => undefined);
  return import("../map/page/MapPage.tsx");
}

/** A frame around pages for signed-in people; the sign-in does not load its code. */
function around(load: () => Promise<ComponentType>, children: RouteObject[]): RouteObject {
  return { lazy: { Component: load }, children };
}

/** Pages for people who may read them. */
function readable(name: GatedPage, children: RouteObject[]): RouteObject {
  return around(async () => (await signedIn()).pageGate(name), children);
}

function stop(path: string, code: "PageNotAccessible" | "PageNotFound"): RouteObject {
  return { path, lazy: { Component: async () => (await signedIn()).stopPage(code) } };
}

function ToMap() {
  const { siteId } = useParams();
  return <Navigate to={`/sites/${siteId}/map`} replace />;
}

const publicRoutes: RouteObject[] = [
  { path: "/signin", Component: SignInPage },
  { path: "/signin/company", ...page(() => import("../account/sso/CompanySignInPage.tsx")) },
  { path: "/signup", ...page(() => import("../account/SignUpPage.tsx")) },
  { path: "/verify-email", ...page(() => import("../account/VerifyEmailPage.tsx")) },
  { path: "/forgot-password", ...page(() => import("../account/ForgotPasswordPage.tsx")) },
  { path: "/change-forgot-password", ...page(() => import("../account/ChangeForgotPasswordPage.tsx")) },
  {
    path: "/setup",
    ...page(async () => (await Promise.all([import("../account/SetupPage.tsx"), loadPageTexts()]))[0]),
  },
];

/** The address to start at. Without a session it is a public page, so that nobody loads pages that they cannot see yet. */
export function startAddress(address: string, isSignedIn: boolean): string {
  const isPublic = publicRoutes.some(({ path }) => path === address.split("?")[0]?.replace(/(?<=.)\/+$/, ""));
  return isSignedIn || isPublic ? address : signInPath(address);
}

const phoneRoutes: RouteObject[] = [
  { path: "/register-phone", ...page(() => import("../account/RegisterPhonePage.tsx")) },
  { path: "/verify-phone", ...page(() => import("../account/VerifyPhonePage.tsx")) },
];

const siteRoutes: RouteObject[] = [
  { index: true, element: <ToMap /> },
  readable("map", [{ path: "map", ...page(loadMap) }]),
  readable("sites", [
    { path: "details", ...page(() => import("../siteManagement/SitePage.tsx")) },
    { path: "details/floors/:floorId", ...page(() => import("../siteManagement/FloorPage.tsx")) },
    { path: "details/floors/:floorId/drawing", ...onPlan("drawingPage") },
    { path: "details/floors/:floorId/calibrate", ...onPlan("calibrationPage") },
  ]),
  readable("assets", [
    { path: "assets", ...page(() => import("../assets/AssetsPage.tsx")) },
    { path: "assets/:id", ...page(() => import("../assets/AssetPage.tsx")) },
  ]),
  readable("geofences", [
    { path: "geofences", ...page(() => import("../geofences/GeofencesPage.tsx")) },
    { path: "geofences/alerts", ...page(() => import("../geofences/ActiveAlertsPage.tsx")) },
    { path: "geofences/:id", ...page(() => import("../geofences/GeofencePage.tsx")) },
  ]),
  readable("devices", [{ path: "devices", ...page(() => import("../devices/DevicesHome.tsx")) }]),
  readable("trackers", [
    { path: "devices/trackers", ...page(() => import("../trackers/TrackersPage.tsx")) },
    { path: "devices/trackers/:id", ...page(() => import("../trackers/TrackerPage.tsx")) },
  ]),
  readable("gateways", [
    { path: "devices/gateways", ...page(() => import("../gateways/GatewaysPage.tsx")) },
    { path: "devices/gateways/:id", ...page(() => import("../gateways/GatewayPage.tsx")) },
  ]),
];

const peopleRoutes: RouteObject[] = [
  { path: "/access", lazy: { Component: async () => (await signedIn()).AccessHome } },
  readable("users", [
    { path: "/access/users", ...page(() => import("../access/UsersPage.tsx")) },
    { path: "/access/users/:id", ...page(() => import("../access/UserPage.tsx")) },
  ]),
  readable("groups", [
    { path: "/access/groups", ...page(() => import("../access/GroupsPage.tsx")) },
    { path: "/access/groups/:id", ...page(() => import("../access/GroupPage.tsx")) },
  ]),
  readable("roles", [
    { path: "/access/roles", ...page(() => import("../access/RolesPage.tsx")) },
    { path: "/audit", ...later("auditPage") },
    { path: "/access/api-keys", ...later("apiKeysPage") },
    { path: "/access/sso", ...later("ssoPage") },
    { path: "/access/roles/:id", ...page(() => import("../access/RolePage.tsx")) },
  ]),
  { path: "/reports", ...later("reportsPage") },
  { path: "/profile", ...later("profilePage") },
];

const customerRoutes: RouteObject[] = [
  { path: "/customers", ...page(() => import("../customers/CustomersPage.tsx")) },
  { path: "/operations", ...later("operationsPage") },
  { path: "/reach", ...later("reachPage") },
  { path: "/customers/:id", ...page(() => import("../customers/CustomerPage.tsx")) },
];

const pages: RouteObject[] = [
  { path: "/", lazy: { Component: async () => (await signedIn()).HomePage } },
  { path: "/sites/:siteId", ...around(async () => (await signedIn()).SiteScope, siteRoutes) },
  readable("sites", [
    { path: "/sites", ...page(() => import("../siteManagement/SitesPage.tsx")) },
    { path: "/sites/new", ...page(() => import("../siteManagement/NewSitePage.tsx")) },
    // One entry for list and detail, with its chunk named in `signedIn`: everything here is loaded before the sign-in.
    { path: "/webhooks/:id?", ...later("webhooksPage") },
  ]),
  { path: "/wall", ...page(loadMap) },
  { path: "/start", ...page(() => import("../guide/GuidePage.tsx")) },
  ...peopleRoutes,
  around(async () => (await signedIn()).RequireSuperadmin, customerRoutes),
  stop("/not-accessible", "PageNotAccessible"),
  stop("*", "PageNotFound"),
];

/** The routes of product.md section 2, as far as they exist. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteFailed />,
    // Nothing is shown until the first page's code has loaded.
    hydrateFallbackElement: <></>,
    children: [
      { element: <PublicOnly />, children: publicRoutes },
      {
        element: <RequireSession />,
        children: [
          around(async () => (await signedIn()).PhoneMissing, phoneRoutes),
          { path: "/second-factor", ...later("secondFactorPage") },
          around(
            async () => (await signedIn()).AccountGate,
            [
              {
                lazy: { Component: async () => (await signedIn()).AppShell },
                children: [{ errorElement: <RouteFailed />, children: pages }],
              },
            ],
          ),
        ],
      },
    ],
  },
];
