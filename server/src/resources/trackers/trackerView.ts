import type { Section } from "@pulse/contract/fields";
import type { Tracker } from "@pulse/contract/trackers";
import { locationText, type Places, roomOf } from "../../pipeline/places/places.ts";
import { servedMetres, servedPlace, servedRoom } from "../../platform/http/servedDigits.ts";
import { shownIdentities } from "./trackerIdentities.ts";
import type { ReadTracker, TrackerPlace } from "./trackerRows.repository.ts";
import { baseFields } from "../../platform/http/baseFields.ts";

/** A tracker as the API answers it, with the fences that its asset is in. */
export function trackerView(row: ReadTracker, places: Places, fences: readonly Section[]): Tracker {
  const { asset, latest } = row;
  return {
    ...baseFields(row),
    guid: row.guid,
    siteId: row.site_id,
    name: row.name,
    type: row.type,
    mac: row.mac,
    identities: shownIdentities(row.mac, row.identities),
    // Only those who read messages know; see trackerReading.ts.
    sharedIdentity: null,
    serialNo: row.serial_no,
    mqttGuid: row.mqtt_guid,
    mqttUsername: row.mqtt_username,
    batteryLevel: row.battery_level,
    archived: row.archived,
    lastHeardAt: row.last_heard_at?.toISOString() ?? null,
    linkedAsset: asset && { id: asset.id, name: asset.name, guid: asset.guid },
    capabilities: row.capabilities,
    imageUrl: asset?.image_id ? `/api/v3/files/${asset.image_id}` : null,
    ...(latest === null ? nowhere : located(latest, places, fences)),
    // The nearest gateway's strength if the place still has it, otherwise the last one measured.
    signalStrength: latest?.signal_strength ?? row.signal_strength,
  };
}

function located(place: TrackerPlace, places: Places, fences: readonly Section[]) {
  const { floor_id: floorId } = place;
  const [at, elevation] = [servedPlace(place), servedMetres(place.elevation)];
  const time = new Date(place.end_ms).toISOString();
  const nearest = places.gateway(place.nearest_hardware_id);
  const room = roomOf(place);
  const sections = [...places.sections(floorId), ...fences];
  return {
    lastLocation: {
      ...at,
      floorId,
      buildingId: places.buildingId(floorId),
      location: places.location(floorId, room),
    },
    lastElevation: elevation,
    locationUpdated: time,
    ...at,
    location: locationText(sections, room),
    elevation,
    floorId,
    room: servedRoom(room),
    accuracy: servedMetres(place.accuracy),
    lastUpdated: time,
    nearestHardware: nearest?.name ?? null,
    nearestHardwareGuid: nearest?.guid ?? null,
    nearestHardwareDis: servedMetres(place.nearest_dis),
    sections,
  };
}

const nowhere = {
  lastLocation: null,
  lastElevation: null,
  locationUpdated: null,
  lat: null,
  lon: null,
  location: null,
  elevation: null,
  floorId: null,
  room: null,
  accuracy: null,
  lastUpdated: null,
  nearestHardware: null,
  nearestHardwareGuid: null,
  nearestHardwareDis: null,
  sections: [],
};
