import { can, type Page, pageNeeds, type Requirement } from "@pulse/contract/access";
import {
  IconBuildingCommunity,
  IconBuildingWarehouse,
  IconDeviceTv,
  IconFileSpreadsheet,
  IconHeartRateMonitor,
  IconHistory,
  IconKey,
  IconListCheck,
  IconServerCog,
  type TablerIcon,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useServices } from "../services/services.tsx";
import { useAccess, useMe } from "./person.api.ts";
import { guideNeeds } from "./guideNeeds.ts";
import { sections } from "./sections.ts";

/** A page that the person may open; `key` is its name in the catalogue. */
export interface OpenablePage {
  key: string;
  path: string;
  icon: TablerIcon;
}

type Audience = "signedIn" | "superadmin" | Requirement;
const pages: readonly (OpenablePage & { requires: Audience })[] = [
  { key: "frame.pages.users", path: "/access/users", icon: IconUsers, requires: pageNeeds.users },
  { key: "frame.pages.groups", path: "/access/groups", icon: IconUsersGroup, requires: pageNeeds.groups },
  { key: "frame.pages.roles", path: "/access/roles", icon: IconKey, requires: pageNeeds.roles },
  { key: "frame.pages.sites", path: "/sites", icon: IconBuildingWarehouse, requires: pageNeeds.sites },
  { key: "frame.pages.customers", path: "/customers", icon: IconBuildingCommunity, requires: "superadmin" },
  { key: "frame.pages.audit", path: "/audit", icon: IconHistory, requires: pageNeeds.roles },
  {
    key: "frame.pages.reports",
    path: "/reports",
    icon: IconFileSpreadsheet,
    requires: { all: [{ area: "report_download", letter: "c" }] },
  },
  {
    key: "frame.pages.webhooks",
    path: "/webhooks",
    icon: IconWebhook,
    requires: { all: [{ area: "site_management", letter: "c" }] },
  },
  { key: "frame.pages.reach", path: "/reach", icon: IconHeartRateMonitor, requires: "superadmin" },
  { key: "frame.pages.operations", path: "/operations", icon: IconServerCog, requires: "superadmin" },
  { key: "wall.title", path: "/wall", icon: IconDeviceTv, requires: pageNeeds.map },
  { key: "frame.pages.start", path: "/start", icon: IconListCheck, requires: guideNeeds },
  { key: "frame.pages.profile", path: "/profile", icon: IconUserCircle, requires: "signedIn" },
];

/** The sections of the active site that the person may read. */
export function useSections(): readonly (OpenablePage & { page: Page })[] {
  const { activeSite } = useServices();
  const active = useSyncExternalStore(activeSite.subscribe, activeSite.current);
  const { data: access } = useAccess();
  if (active === null || access === undefined) return [];
  return sections
    .filter(({ page }) => can(access, pageNeeds[page]))
    .map(({ page, icon }) => ({ page, icon, key: `nav.${page}`, path: `/sites/${active.siteId}/${page}` }));
}

/** The pages besides the site's sections that the person may open. */
export function usePages(): readonly OpenablePage[] {
  const { data: me } = useMe();
  const { data: access } = useAccess();
  if (me === undefined || access === undefined) return [];
  return pages.filter(
    ({ requires }) => requires === "signedIn" || (requires === "superadmin" ? me.isSuperadmin : can(access, requires)),
  );
}
