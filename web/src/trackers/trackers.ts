import {
  createTracker,
  deleteTracker,
  downloadTrackers,
  getTracker,
  listTrackers,
  type Tracker,
  updateTracker,
} from "@pulse/contract/trackers";
import { IconBluetooth } from "@tabler/icons-react";
import type { Noun } from "../entity/Noun.ts";

/** The beacons attached to assets. */
export const trackers: Noun<Tracker> = {
  name: "trackers",
  texts: "things.trackers",
  path: "/devices/trackers",
  icon: IconBluetooth,
  area: "identifier_management",
  scope: "site",
  endpoints: {
    list: listTrackers,
    get: getTracker,
    create: createTracker,
    update: updateTracker,
    remove: deleteTracker,
    download: downloadTrackers,
  },
  nameOf: ({ name }) => name,
  shownIn: ["trackers", "assets", "liveAssets", "links", "heardTrackers"],
  toKeep: ({ mqttPassword: _once, ...stored }) => stored,
};
