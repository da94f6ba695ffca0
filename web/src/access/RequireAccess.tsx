import type { Requirement } from "@pulse/contract/access";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useCan } from "./useCan.ts";

/** Shows a page to those who may read it; others are told that they may not. */
export function RequireAccess({ needs, children }: { needs: Requirement; children: ReactNode }) {
  const allowed = useCan(needs);
  if (allowed === null) return null;
  return allowed ? children : <Navigate to="/not-accessible" replace />;
}
