import type { Asset, AssetLive } from "@pulse/contract/assets";
import type { Selectable } from "kysely";
import type { AssetsTable } from "../adapters/database/schema.ts";
import type { Places } from "../sites/places.ts";
import type { LastPosition } from "./lastPositions.ts";

type AssetRow = Selectable<AssetsTable>;

/** A tracker that is linked now. */
export interface LinkRow {
  id: string;
  guid: string;
  name: string;
  type: string;
  mac: string;
  battery_level: number | null;
  signal_strength: number | null;
  linked_at: Date;
}

/** An asset as the API answers it. */
export function assetView(
  row: AssetRow,
  links: readonly LinkRow[],
  position: LastPosition | undefined,
  places: Places,
): Asset {
  return {
    id: row.id,
    guid: row.guid,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    siteId: row.site_id,
    name: row.name,
    type: row.type,
    externalId: row.external_id,
    description: row.description,
    archived: row.archived,
    imageUrl: imageUrl(row.image_id),
    lastLocation: position
      ? {
          lat: position.lat,
          lon: position.lon,
          floorId: position.floor_id,
          buildingId: places.buildingId(position.floor_id),
          location: places.location(position.floor_id),
        }
      : null,
    lastElevation: position?.elevation ?? null,
    locationUpdated: position?.end_ts.toISOString() ?? null,
    linkedTrackers: links.map((link) => ({
      id: link.id,
      guid: link.guid,
      name: link.name,
      type: link.type,
      mac: link.mac,
      batteryLevel: link.battery_level,
      linkedAt: link.linked_at.toISOString(),
    })),
  };
}

/** An asset with its live fields; nulls where it was never located. */
export function assetLiveView(
  row: AssetRow,
  links: readonly LinkRow[],
  position: LastPosition | undefined,
  places: Places,
): AssetLive {
  // Of several trackers the one whose fix is shown.
  const tracker = links.find((each) => each.id === position?.tracker_id) ?? links[0];
  return {
    assetId: row.id,
    guid: row.guid,
    name: row.name,
    type: row.type,
    imageUrl: imageUrl(row.image_id),
    signalStrength: tracker?.signal_strength ?? null,
    batteryLevel: tracker?.battery_level ?? null,
    trackerId: tracker?.id ?? null,
    ...(position ? located(position, places) : nowhere),
  };
}

function located(position: LastPosition, places: Places) {
  const nearest = places.gateway(position.nearest_hardware_id);
  return {
    lat: position.lat,
    lon: position.lon,
    location: places.location(position.floor_id),
    elevation: position.elevation,
    floorId: position.floor_id,
    accuracy: position.accuracy,
    lastUpdated: position.end_ts.toISOString(),
    nearestHardware: nearest?.name ?? null,
    nearestHardwareGuid: nearest?.guid ?? null,
    nearestHardwareDis: position.nearest_dis,
    moving: position.moving,
    sections: places.sections(position.floor_id),
    // The nearest gateway's, when the row still has it; otherwise what the tracker was last heard with.
    ...(position.signal_strength === null ? {} : { signalStrength: position.signal_strength }),
  };
}

const nowhere = {
  lat: null,
  lon: null,
  location: null,
  elevation: null,
  floorId: null,
  accuracy: null,
  lastUpdated: null,
  nearestHardware: null,
  nearestHardwareGuid: null,
  nearestHardwareDis: null,
  moving: null,
  sections: [],
};

function imageUrl(imageId: string | null): string | null {
  return imageId === null ? null : `/api/v3/files/${imageId}`;
}
