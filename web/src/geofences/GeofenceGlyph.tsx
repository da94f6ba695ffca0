import type { GeofenceType } from "@pulse/contract/geofences";
import { IconCircleDashed, IconPolygon } from "@tabler/icons-react";

/** The icon of a geofence's type. */
export function GeofenceGlyph({ type }: { type: GeofenceType }) {
  const Icon = type === "circle" ? IconCircleDashed : IconPolygon;
  return <Icon size={18} stroke={1.6} aria-hidden="true" />;
}
