import { can, type Requirement } from "@pulse/contract/access";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useAccess } from "../shell/person.api.ts";
import { NotLoaded } from "../ui/NotLoaded.tsx";

/** Shows a page to people who may read it; others see that they may not. */
export function RequireAccess({ needs, children }: { needs: Requirement; children: ReactNode }) {
  const { data: access, isError, refetch } = useAccess();
  if (access === undefined) return isError ? <NotLoaded retry={() => void refetch()} /> : null;
  return can(access, needs) ? children : <Navigate to="/not-accessible" replace />;
}
