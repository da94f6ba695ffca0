import { can, pageNeeds } from "@pulse/contract/access";
import { Navigate } from "react-router";
import { useAccess } from "../shell/person.api.ts";
import { NotLoaded } from "../ui/NotLoaded.tsx";

/** `/access`: the first of its tabs that the person may read. */
export function AccessHome() {
  const { data: access, isError, refetch } = useAccess();
  if (access === undefined) return isError ? <NotLoaded retry={() => void refetch()} /> : null;
  const first = (["users", "groups", "roles"] as const).find((tab) => can(access, pageNeeds[tab]));
  return <Navigate to={first === undefined ? "/not-accessible" : `/access/${first}`} replace />;
}
