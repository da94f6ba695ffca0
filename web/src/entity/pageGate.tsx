import { type Page, pageNeeds } from "@pulse/contract/access";
import type { ComponentType } from "react";
import { Outlet } from "react-router";
import { RequireAccess } from "./RequireAccess.tsx";

/** What lies around the pages of that name: they are for those who may read them. */
export function pageGate(name: Page): ComponentType {
  return function PageGate() {
    return (
      <RequireAccess needs={pageNeeds[name]}>
        <Outlet />
      </RequireAccess>
    );
  };
}
