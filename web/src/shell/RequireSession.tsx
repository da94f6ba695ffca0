import { useSyncExternalStore } from "react";
import { Navigate, Outlet, useLocation, useSearchParams } from "react-router";
import { useServices } from "../services/services.tsx";
import { pathWithTarget, redirectTarget, signInPath } from "../session/redirectTarget.ts";

function useIsSignedIn(): boolean {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, () => session.current() !== null);
}

/** Pages for people who are signed in; others go to the sign-in and come back afterwards. */
export function RequireSession() {
  const { session } = useServices();
  const { pathname, search } = useLocation();
  const isSignedIn = useIsSignedIn();
  const subject = useSyncExternalStore(session.subscribe, session.subject);
  // If somebody else signs in, in another tab for example, nothing that the last person typed or opened remains.
  if (isSignedIn) return <Outlet key={subject} />;
  if (session.needsCompany())
    return <Navigate to={`${pathWithTarget("/signin/company", pathname + search)}#error=sso_required`} replace />;
  // After a sign-out the next person may be somebody else, who must not land on the last person's page.
  return <Navigate to={session.hasSignedOut() ? "/signin" : signInPath(pathname + search)} replace />;
}

/** Pages for people who are not signed in; others go where they wanted. */
export function PublicOnly() {
  const [search] = useSearchParams();
  return useIsSignedIn() ? <Navigate to={redirectTarget(search)} replace /> : <Outlet />;
}
