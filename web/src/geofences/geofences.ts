import {
  createGeofence,
  deleteGeofence,
  Geofence,
  getGeofence,
  searchGeofences,
  updateGeofence,
} from "@pulse/contract/geofences";
import { IconPolygon } from "@tabler/icons-react";
import type { Noun } from "../entity/Noun.ts";

/** The places that assets enter and leave. */
export const geofences: Noun<Geofence> = {
  name: "geofences",
  texts: "geofences",
  path: "/geofences",
  icon: IconPolygon,
  area: "geofence_management",
  scope: "site",
  endpoints: {
    list: searchGeofences,
    get: getGeofence,
    create: { ...createGeofence, content: Geofence },
    update: updateGeofence,
    remove: deleteGeofence,
  },
  nameOf: ({ name }) => name,
  isNamedApart: true,
  // Assets' places include the names of the fences around them.
  shownIn: ["geofences", "activeAlerts", "mapFences", "liveAssets"],
};
