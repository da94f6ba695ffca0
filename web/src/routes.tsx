import type { Page } from "@pulse/contract/access";
import type { ComponentType } from "react";
import { Navigate, type RouteObject, useParams } from "react-router";
import { SignInPage } from "./account/signIn/SignInPage.tsx";
import { signInPath } from "./session/redirectTarget.ts";
import { PublicOnly, RequireSession } from "./session/RequireSession.tsx";
import { RouteFailed } from "./shell/PageFailed.tsx";
import { Root } from "./shell/Root.tsx";

/** A page in a chunk of its own; the router waits for it and the progress line shows that it does. */
function page(load: () => Promise<{ default: ComponentType }>) {
  return { lazy: { Component: async () => (await load()).default } };
}

/** What lies around the pages of people who are signed in, in one file: a file costs more than its bytes. */
const signedIn = () => import("./frame/signedIn.ts");

/** The map's engine is asked for together with its page: not only once it is known who the person is and which sites there are. */
function loadMap() {
  void import("./map/SiteMapView.tsx").catch(() => undefined);
  return import("./map/MapPage.tsx");
}

/** What lies around pages of people who are signed in: its code is not for the sign-in. */
function around(load: () => Promise<ComponentType>, children: RouteObject[]): RouteObject {
  return { lazy: { Component: load }, children };
}

/** Pages for those who may read them. */
function readable(name: Page, children: RouteObject[]): RouteObject {
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
  { path: "/signup", ...page(() => import("./account/SignUpPage.tsx")) },
  { path: "/verify-email", ...page(() => import("./account/VerifyEmailPage.tsx")) },
  { path: "/forgot-password", ...page(() => import("./account/ForgotPasswordPage.tsx")) },
  { path: "/change-forgot-password", ...page(() => import("./account/ChangeForgotPasswordPage.tsx")) },
  { path: "/setup", ...page(() => import("./account/SetupPage.tsx")) },
];

/** Where somebody really begins. Without a session that is a public page: nobody loads what the sign-in keeps from them. */
export function startAddress(asked: string, isSignedIn: boolean): string {
  const isPublic = publicRoutes.some(({ path }) => path === asked.split("?")[0]?.replace(/(?<=.)\/+$/, ""));
  return isSignedIn || isPublic ? asked : signInPath(asked);
}

const phoneRoutes: RouteObject[] = [
  { path: "/register-phone", ...page(() => import("./account/RegisterPhonePage.tsx")) },
  { path: "/verify-phone", ...page(() => import("./account/VerifyPhonePage.tsx")) },
];

const siteRoutes: RouteObject[] = [
  { index: true, element: <ToMap /> },
  readable("map", [{ path: "map", ...page(loadMap) }]),
];

const peopleRoutes: RouteObject[] = [
  { path: "/access", lazy: { Component: async () => (await signedIn()).AccessHome } },
  readable("users", [
    { path: "/access/users", ...page(() => import("./access/UsersPage.tsx")) },
    { path: "/access/users/:id", ...page(() => import("./access/UserPage.tsx")) },
  ]),
  readable("groups", [
    { path: "/access/groups", ...page(() => import("./access/GroupsPage.tsx")) },
    { path: "/access/groups/:id", ...page(() => import("./access/GroupPage.tsx")) },
  ]),
  readable("roles", [
    { path: "/access/roles", ...page(() => import("./access/RolesPage.tsx")) },
    { path: "/access/roles/:id", ...page(() => import("./access/RolePage.tsx")) },
  ]),
  readable("roles", [{ path: "/audit", ...page(() => import("./audit/AuditPage.tsx")) }]),
  { path: "/profile", ...page(() => import("./profile/ProfilePage.tsx")) },
];

const customerRoutes: RouteObject[] = [
  { path: "/customers", ...page(() => import("./customers/CustomersPage.tsx")) },
  { path: "/customers/:id", ...page(() => import("./customers/CustomerPage.tsx")) },
];

const pages: RouteObject[] = [
  { path: "/", lazy: { Component: async () => (await signedIn()).HomePage } },
  { path: "/sites/:siteId", ...around(async () => (await signedIn()).SiteScope, siteRoutes) },
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
    // Nothing is shown before the first page's code is there.
    hydrateFallbackElement: <></>,
    children: [
      { element: <PublicOnly />, children: publicRoutes },
      {
        element: <RequireSession />,
        children: [
          around(async () => (await signedIn()).PhoneMissing, phoneRoutes),
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
