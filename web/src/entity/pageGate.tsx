import { type Page, pageNeeds, type Requirement } from "@pulse/contract/access";
import type { ComponentType } from "react";
import { Outlet } from "react-router";
import { RequireAccess } from "./RequireAccess.tsx";

/** The pages of each list of devices: who reads one of them need not read the other. */
const listNeeds = {
  trackers: { all: [{ area: "identifier_management", letter: "r" }] },
  gateways: { all: [{ area: "hardware_management", letter: "r" }] },
} as const satisfies Record<string, Requirement>;

const needs = { ...pageNeeds, ...listNeeds };

/** Pages that are closed to people without permission. */
export type GatedPage = Page | keyof typeof listNeeds;

/** The frame around pages of that name, which only people with permission see. */
export function pageGate(name: GatedPage): ComponentType {
  return function PageGate() {
    return (
      <RequireAccess needs={needs[name]}>
        <Outlet />
      </RequireAccess>
    );
  };
}
