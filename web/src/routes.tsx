import { type Page, pageNeeds } from "@pulse/contract/access";
import type { ComponentType } from "react";
import { Navigate, Outlet, type RouteObject, useParams } from "react-router";
import { RequireAccess } from "./access/RequireAccess.tsx";
import { AccountGate, PhoneMissing } from "./account/AccountGate.tsx";
import { PublicOnly, RequireSession } from "./session/RequireSession.tsx";
import { AccessHome } from "./shell/AccessHome.tsx";
import { AppShell } from "./shell/AppShell.tsx";
import { PageFailed } from "./shell/PageFailed.tsx";
import { RequireSuperadmin } from "./shell/RequireSuperadmin.tsx";
import { Root } from "./shell/Root.tsx";
import { StopPage } from "./shell/StopPage.tsx";
import { SiteScope } from "./sites/SiteScope.tsx";

/** A page in a chunk of its own; the router waits for it and the progress line shows that it does. */
function page(load: () => Promise<{ default: ComponentType }>) {
  return { lazy: { Component: async () => (await load()).default } };
}

/** Pages for those who may read them. */
function readable(name: Page, children: RouteObject[]): RouteObject {
  return {
    element: (
      <RequireAccess needs={pageNeeds[name]}>
        <Outlet />
      </RequireAccess>
    ),
    children,
  };
}

function ToMap() {
  const { siteId } = useParams();
  return <Navigate to={`/sites/${siteId}/map`} replace />;
}

const publicRoutes: RouteObject[] = [
  { path: "/signin", ...page(() => import("./session/signIn/SignInPage.tsx")) },
  { path: "/signup", ...page(() => import("./account/SignUpPage.tsx")) },
  { path: "/verify-email", ...page(() => import("./account/VerifyEmailPage.tsx")) },
  { path: "/forgot-password", ...page(() => import("./account/ForgotPasswordPage.tsx")) },
  { path: "/change-forgot-password", ...page(() => import("./account/ChangeForgotPasswordPage.tsx")) },
  { path: "/setup", ...page(() => import("./account/SetupPage.tsx")) },
];

const phoneRoutes: RouteObject[] = [
  { path: "/register-phone", ...page(() => import("./account/RegisterPhonePage.tsx")) },
  { path: "/verify-phone", ...page(() => import("./account/VerifyPhonePage.tsx")) },
];

const siteRoutes: RouteObject[] = [
  { index: true, element: <ToMap /> },
  readable("map", [{ path: "map", ...page(() => import("./map/MapPage.tsx")) }]),
];

const peopleRoutes: RouteObject[] = [
  { path: "/access", element: <AccessHome /> },
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
  { path: "/", ...page(() => import("./sites/HomePage.tsx")) },
  { path: "/sites/:siteId", element: <SiteScope />, children: siteRoutes },
  ...peopleRoutes,
  { element: <RequireSuperadmin />, children: customerRoutes },
  { path: "/not-accessible", element: <StopPage code="PageNotAccessible" /> },
  { path: "*", element: <StopPage code="PageNotFound" /> },
];

/** The routes of product.md section 2, as far as they exist. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <PageFailed />,
    // Nothing is shown before the first page's code is there.
    hydrateFallbackElement: <></>,
    children: [
      { element: <PublicOnly />, children: publicRoutes },
      {
        element: <RequireSession />,
        children: [
          { element: <PhoneMissing />, children: phoneRoutes },
          {
            element: <AccountGate />,
            children: [{ element: <AppShell />, children: [{ errorElement: <PageFailed />, children: pages }] }],
          },
        ],
      },
    ],
  },
];
