import { lazy } from "react";
import { Navigate, type RouteObject, useParams } from "react-router";
import { AccountGate, PhoneMissing } from "./account/AccountGate.tsx";
import { PublicOnly, RequireSession } from "./session/RequireSession.tsx";
import { AppShell } from "./shell/AppShell.tsx";
import { StopPage } from "./shell/StopPage.tsx";

const SignInPage = lazy(() => import("./session/signIn/SignInPage.tsx"));
const SignUpPage = lazy(() => import("./account/SignUpPage.tsx"));
const VerifyEmailPage = lazy(() => import("./account/VerifyEmailPage.tsx"));
const ForgotPasswordPage = lazy(() => import("./account/ForgotPasswordPage.tsx"));
const ChangeForgotPasswordPage = lazy(() => import("./account/ChangeForgotPasswordPage.tsx"));
const SetupPage = lazy(() => import("./account/SetupPage.tsx"));
const RegisterPhonePage = lazy(() => import("./account/RegisterPhonePage.tsx"));
const VerifyPhonePage = lazy(() => import("./account/VerifyPhonePage.tsx"));
const HomePage = lazy(() => import("./sites/HomePage.tsx"));
const MapPage = lazy(() => import("./map/MapPage.tsx"));

function ToMap() {
  const { siteId } = useParams();
  return <Navigate to={`/sites/${siteId}/map`} replace />;
}

/** The routes of product.md section 2, as far as they exist. */
export const routes: RouteObject[] = [
  {
    element: <PublicOnly />,
    children: [
      { path: "/signin", element: <SignInPage /> },
      { path: "/signup", element: <SignUpPage /> },
      { path: "/verify-email", element: <VerifyEmailPage /> },
      { path: "/forgot-password", element: <ForgotPasswordPage /> },
      { path: "/change-forgot-password", element: <ChangeForgotPasswordPage /> },
      { path: "/setup", element: <SetupPage /> },
    ],
  },
  {
    element: <RequireSession />,
    children: [
      {
        element: <PhoneMissing />,
        children: [
          { path: "/register-phone", element: <RegisterPhonePage /> },
          { path: "/verify-phone", element: <VerifyPhonePage /> },
        ],
      },
      {
        element: <AccountGate />,
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
    ],
  },
];
