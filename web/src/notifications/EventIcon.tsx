import type { Event } from "@pulse/contract/events";
import {
  IconAccessPoint,
  IconArchive,
  IconBuildingCommunity,
  IconBuildingWarehouse,
  IconClockOff,
  IconFileText,
  IconInfoCircle,
  IconKey,
  IconLogin2,
  IconLogout2,
  IconPackage,
  IconPolygon,
  IconTag,
  IconSettings,
  IconTrash,
  type TablerIcon,
  IconUser,
  IconUsersGroup,
  IconVolume,
  IconWebhook,
} from "@tabler/icons-react";
import classes from "./Notifications.module.css";

const icons: Readonly<Record<string, TablerIcon>> = {
  enter: IconLogin2,
  exit: IconLogout2,
  timeout: IconClockOff,
  asset: IconPackage,
  tracker: IconTag,
  gateway: IconAccessPoint,
  geofence: IconPolygon,
  site: IconBuildingWarehouse,
  customer: IconBuildingCommunity,
  user: IconUser,
  role: IconKey,
  group: IconUsersGroup,
  report: IconFileText,
  webhook: IconWebhook,
  read: IconSettings,
  update: IconSettings,
  ring: IconVolume,
};
/** Icons that always have these colours. */
const looks: Readonly<Record<string, string>> = {
  timeout: "timeout",
  expired: "timeout",
  failed: "deleted",
  webhook: "deleted",
};

/** The icon of an event, in the colour of its subject. */
export function EventIcon({ event }: { event: Event }) {
  const { operation, icon, resource } = event;
  const isAway = operation === "archived" || operation === "deleted";
  // For things that have ended, the second word tells how.
  const [first = "", how = ""] = icon.split("_");
  const Icon = isAway ? (operation === "deleted" ? IconTrash : IconArchive) : (icons[first] ?? IconInfoCircle);
  return (
    <span className={classes["icon"]} data-about={isAway ? operation : (looks[how] ?? looks[first] ?? resource)}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
    </span>
  );
}
