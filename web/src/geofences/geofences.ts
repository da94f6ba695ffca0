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
import { fenceCache } from "../rooms/useRoomFences.ts";

/** The places that assets enter and leave. */
export const geofences: Noun<Geofence> = {
  ...fenceCache,
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
};
