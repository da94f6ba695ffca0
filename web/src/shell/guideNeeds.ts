import type { Requirement } from "@pulse/contract/access";

/** The permissions needed to set up a site from nothing. */
export const guideNeeds: Requirement = {
  all: (["site_management", "hardware_management", "identifier_management", "asset_management"] as const).map(
    (area) => ({ area, letter: "c" as const }),
  ),
};
