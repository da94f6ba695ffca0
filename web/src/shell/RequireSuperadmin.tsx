import { Navigate, Outlet } from "react-router";
import { useMe } from "./person.api.ts";
import { NotLoaded } from "../ui/NotLoaded.tsx";

/** Pages for superadmins; others see that they have no access. */
export function RequireSuperadmin() {
  const { data: me, isError, refetch } = useMe();
  if (me === undefined) return isError ? <NotLoaded retry={() => void refetch()} /> : null;
  return me.isSuperadmin ? <Outlet /> : <Navigate to="/not-accessible" replace />;
}
