import type { SearchKind } from "@pulse/contract/search";
import {
  IconAccessPoint,
  IconBox,
  IconBuildingCommunity,
  IconBuildingWarehouse,
  IconDoor,
  IconFileText,
  IconPolygon,
  IconTag,
  type TablerIcon,
  IconUser,
} from "@tabler/icons-react";

export const kindIcons: Readonly<Record<SearchKind, TablerIcon>> = {
  asset: IconBox,
  tracker: IconTag,
  gateway: IconAccessPoint,
  room: IconDoor,
  geofence: IconPolygon,
  site: IconBuildingWarehouse,
  customer: IconBuildingCommunity,
  user: IconUser,
  page: IconFileText,
};

/** The kinds that the server searches: those with a screen. Pages are found here, by their names in the current language. */
export const requestedKinds: readonly SearchKind[] = [
  "asset",
  "tracker",
  "gateway",
  "room",
  "geofence",
  "site",
  "customer",
  "user",
];
