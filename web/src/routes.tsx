import { lazy } from "react";
import { Navigate, type RouteObject, useParams } from "react-router";
import { PublicOnly, RequireSession } from "./session/RequireSession.tsx";
import { AppShell } from "./shell/AppShell.tsx";
import { StopPage } from "./shell/StopPage.tsx";

const SignInPage = lazy(() => import("./session/signIn/SignInPage.tsx"));
const HomePage = lazy(() => import("./sites/HomePage.tsx"));
const MapPage = lazy(() => import("./map/MapPage.tsx"));

function ToMap() {
  const { siteId } = useParams();
  return <Navigate to={`/sites/${siteId}/map`} replace />;
}

/** The routes of product.md section 2, as far as they exist. */
export const routes: RouteObject[] = [
  { element: <PublicOnly />, children: [{ path: "/signin", element: <SignInPage /> }] },
  {
    element: <RequireSession />,
    children: [
      {
        element: <AppShell />,
        children: [
          { path: "/", element: <HomePage /> },
          { path: "/sites/:siteId", element: <ToMap /> },
          { path: "/sites/:siteId/map", element: <MapPage /> },
          { path: "/not-accessible", element: <StopPage code="PageNotAccessible" /> },
          { path: "*", element: <StopPage code="PageNotFound" /> },
        ],
      },
    ],
  },
];
