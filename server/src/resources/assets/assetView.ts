import type { Asset, AssetLive } from "@pulse/contract/assets";
import type { Section } from "@pulse/contract/fields";
import type { Selectable } from "kysely";
import type { AssetsTable } from "../../platform/database/tables/things.ts";
import { locationText, type Places, roomOf } from "../../pipeline/places/places.ts";
import { servedMetres, servedPlace, servedRoom } from "../../platform/http/servedDigits.ts";
import type { LatestRow, LinkRow } from "./assetRows.repository.ts";
import type { LastPosition } from "./lastPositions.repository.ts";
import { newestOf } from "./newestPosition.ts";
import { baseFields } from "../../platform/http/baseFields.ts";

type AssetRow = Selectable<AssetsTable>;

/** Where an asset was last, as the API says it. */
interface LastPlace {
  endMs: number;
  elevation: number | null;
  place: NonNullable<Asset["lastLocation"]>;
}

/** The asset's place among those of its trackers. */
export function latestPlace(rows: readonly LatestRow[]): LastPlace | null {
  const newest = newestOf(rows.map((row) => ({ ...row, end_ts: new Date(row.end_ms) })));
  if (newest === null) return null;
  const { floor_id: floorId, building_id: buildingId } = newest;
  const words = [newest.building, newest.floor].filter((name) => name !== null);
  return {
    endMs: newest.end_ms,
    elevation: servedMetres(newest.elevation),
    place: {
      ...servedPlace(newest),
      floorId,
      buildingId,
      location: locationText(
        words.map((name) => ({ name })),
        roomOf(newest),
      ),
    },
  };
}

/** The place of a row of the history. */
export function storedPlace(position: LastPosition, places: Places): LastPlace {
  const { floor_id: floorId } = position;
  return {
    endMs: position.end_ts.getTime(),
    elevation: servedMetres(position.elevation),
    place: {
      ...servedPlace(position),
      floorId,
      buildingId: places.buildingId(floorId),
      location: places.location(floorId, roomOf(position)),
    },
  };
}

/** An asset as the API answers it. */
export function assetView(row: AssetRow, links: readonly LinkRow[], last: LastPlace | null): Asset {
  return {
    ...baseFields(row),
    guid: row.guid,
    siteId: row.site_id,
    name: row.name,
    type: row.type,
    externalId: row.external_id,
    description: row.description,
    archived: row.archived,
    imageUrl: imageUrl(row.image_id),
    lastLocation: last?.place ?? null,
    lastElevation: last?.elevation ?? null,
    locationUpdated: last === null ? null : new Date(last.endMs).toISOString(),
    linkedTrackers: links.map((link) => ({
      id: link.id,
      guid: link.guid,
      name: link.name,
      type: link.type,
      mac: link.mac,
      batteryLevel: link.battery_level,
      linkedAt: new Date(link.linked_ms).toISOString(),
    })),
  };
}

/** An asset with one of its trackers, or with none. */
interface LiveRow extends Pick<AssetRow, "id" | "guid" | "name" | "type" | "image_id"> {
  tracker_id: string | null;
  battery_level: number | null;
  signal_strength: number | null;
}

/** An asset with its live fields and the fences that it is in; nulls where it was never located. */
export function assetLiveView(
  linked: readonly LiveRow[],
  position: LastPosition | undefined,
  places: Places,
  fences: readonly Section[],
): AssetLive {
  // If there are several trackers, the one whose fix is shown.
  const row = linked.find((each) => each.tracker_id === position?.tracker_id) ?? linked[0]!;
  return {
    assetId: row.id,
    guid: row.guid,
    name: row.name,
    type: row.type,
    imageUrl: imageUrl(row.image_id),
    signalStrength: row.signal_strength,
    batteryLevel: row.battery_level,
    trackerId: row.tracker_id,
    ...(position ? located(position, places, fences) : nowhere),
  };
}

function located(position: LastPosition, places: Places, fences: readonly Section[]) {
  const sections = [...places.sections(position.floor_id), ...fences];
  const room = roomOf(position);
  const nearest = places.gateway(position.nearest_hardware_id);
  return {
    ...servedPlace(position),
    location: locationText(sections, room),
    elevation: servedMetres(position.elevation),
    floorId: position.floor_id,
    accuracy: servedMetres(position.accuracy),
    lastUpdated: position.end_ts.toISOString(),
    nearestHardware: nearest?.name ?? null,
    nearestHardwareGuid: nearest?.guid ?? null,
    nearestHardwareDis: servedMetres(position.nearest_dis),
    moving: position.moving,
    room: servedRoom(room),
    sections,
    // The nearest gateway's strength if the row still has it, otherwise the last one measured.
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
  room: null,
  sections: [],
};

function imageUrl(imageId: string | null): string | null {
  return imageId === null ? null : `/api/v3/files/${imageId}`;
}
