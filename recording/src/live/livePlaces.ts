import { asText } from "../asText.ts";
import type { Row } from "../format.ts";
import type { Moment } from "../times/moment.ts";
import { type LiveStream, type Playback, playStream } from "./liveStream.ts";

/** What is known where a thing is; the names are those of both the socket and the lists. */
const placeKeys = [
  "lat",
  "lon",
  "elevation",
  "floor_id",
  "accuracy",
  "nearest_hardware",
  "nearest_hardware_guid",
  "nearest_hardware_dis",
  "signal_strength",
  "battery_level",
  "last_updated",
  "room",
  "sections",
] as const;
/** Where the things of a site are at each moment, by the guid of their asset and of their tracker. */
export function livePlaces(stream: LiveStream, startedAtMs: number) {
  let playback: Playback = playStream(stream);
  let playedMs = -Infinity;
  return (moment: Moment): ReadonlyMap<string, Row> => {
    const sinceStartMs = moment.recordedMs - startedAtMs;
    if (sinceStartMs < playedMs) playback = playStream(stream);
    playedMs = sinceStartMs;
    playback.advance(sinceStartMs);
    const places = new Map<string, Row>();
    for (const number of playback.numbers()) {
      const update = playback.updateOf(number, startedAtMs + moment.shiftMs);
      // Whether it moves is not sent; the app sees it from its next steps.
      const place = { ...update, moving: false };
      places.set(asText(update["guid"]), place);
      if (typeof update["pulse_asset_guid"] === "string") places.set(update["pulse_asset_guid"], place);
    }
    return places;
  };
}

/** A row of `assets/live` or `trackers/live` with where the thing is now. */
export function withPlace(row: Row, place: Row | undefined): Row {
  if (place === undefined) return row;
  const changed: Row = { ...row };
  for (const key of [...placeKeys, "moving", "tracker_id"]) if (key in row && key in place) changed[key] = place[key]!;
  if ("location" in row) changed["location"] = wordsOf(place) ?? row["location"]!;
  return changed;
}

/** An asset or a tracker as its page shows it, with where it is now. */
export function withLastLocation(row: Row, place: Row | undefined): Row {
  const { last_location: before } = row;
  if (place === undefined || before === null || typeof before !== "object" || Array.isArray(before)) return row;
  const { lat, lon, floor_id: floorId } = place;
  const location = wordsOf(place) ?? before["location"]!;
  return {
    ...withPlace(row, place),
    last_location: { ...before, lat: lat!, lon: lon!, floor_id: floorId!, location },
    location_updated: place["last_updated"]!,
  };
}

/** Building, floor and room in words, as the API joins them. */
function wordsOf({ sections, room }: Row): string | null {
  if (!Array.isArray(sections)) return null;
  const parts = [...sections, ...(room === null || room === undefined ? [] : [room])];
  return parts.map((part) => asText((part as Row)["name"])).join(" · ");
}
