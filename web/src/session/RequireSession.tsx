import { useSyncExternalStore } from "react";
import { Navigate, Outlet, useLocation, useSearchParams } from "react-router";
import { useServices } from "../services.tsx";
import { redirectTarget, signInPath } from "./redirectTarget.ts";

function useIsSignedIn(): boolean {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, () => session.current() !== null);
}

/** Pages for people who are signed in; others go to the sign-in and come back afterwards. */
export function RequireSession() {
  const { pathname, search } = useLocation();
  return useIsSignedIn() ? <Outlet /> : <Navigate to={signInPath(pathname + search)} replace />;
}

/** Pages for people who are not signed in; others go where they wanted. */
export function PublicOnly() {
  const [search] = useSearchParams();
  return useIsSignedIn() ? <Navigate to={redirectTarget(search)} replace /> : <Outlet />;
}
