import type { Page } from "@pulse/contract/access";
import { IconAccessPoint, IconMap2, IconPackage, IconPolygon, type TablerIcon } from "@tabler/icons-react";

/** A section of the product; people see those that their role may read. */
interface Section {
  page: Page;
  icon: TablerIcon;
}

export const sections: readonly Section[] = [
  { page: "map", icon: IconMap2 },
  { page: "devices", icon: IconAccessPoint },
  { page: "geofences", icon: IconPolygon },
  { page: "assets", icon: IconPackage },
];
