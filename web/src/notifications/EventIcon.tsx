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
/** In these colours, whatever it is about. */
const looks: Readonly<Record<string, string>> = {
  timeout: "timeout",
  expired: "timeout",
  failed: "deleted",
  webhook: "deleted",
};

/** The sign of an event, in the colour of what it is about. */
export function EventIcon({ event }: { event: Event }) {
  const { operation, icon, resource } = event;
  const isAway = operation === "archived" || operation === "deleted";
  // What has ended carries how in its second word.
  const [first = "", how = ""] = icon.split("_");
  const Icon = isAway ? (operation === "deleted" ? IconTrash : IconArchive) : (icons[first] ?? IconInfoCircle);
  return (
    <span className={classes["icon"]} data-about={isAway ? operation : (looks[how] ?? looks[first] ?? resource)}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
    </span>
  );
}
