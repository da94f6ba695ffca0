import { Navigate, Outlet } from "react-router";
import { useMe } from "../sites/sites.api.ts";

/** The pages of superadmins; others are told that they may not. */
export function RequireSuperadmin() {
  const { data: me } = useMe();
  if (me === undefined) return null;
  return me.isSuperadmin ? <Outlet /> : <Navigate to="/not-accessible" replace />;
}
