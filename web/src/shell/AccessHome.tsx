import { can, pageNeeds } from "@pulse/contract/access";
import { Navigate } from "react-router";
import { useAccess } from "../sites/sites.api.ts";

/** `/access`: the first of its tabs that the person may read. */
export function AccessHome() {
  const { data: access } = useAccess();
  if (access === undefined) return null;
  const first = (["users", "groups", "roles"] as const).find((tab) => can(access, pageNeeds[tab]));
  return <Navigate to={first === undefined ? "/not-accessible" : `/access/${first}`} replace />;
}
