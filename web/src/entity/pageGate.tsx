import { type Page, pageNeeds } from "@pulse/contract/access";
import type { ComponentType } from "react";
import { Outlet } from "react-router";
import { RequireAccess } from "./RequireAccess.tsx";

/** The frame around pages of that name, which only people with permission see. */
export function pageGate(name: Page): ComponentType {
  return function PageGate() {
    return (
      <RequireAccess needs={pageNeeds[name]}>
        <Outlet />
      </RequireAccess>
    );
  };
}
