import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { smoothedPlaceOf } from "./cold/coldRow.ts";
import type { StoredPosition } from "./positionHistory.repository.ts";
import { smoothedOf } from "./smoothedPositions.repository.ts";

/** A history row as it is shown: at its smoothed place if there is one, otherwise where it was stored. */
export interface ShownPosition extends StoredPosition {
  smoothed: boolean;
}

const keyOf = ({ tracker_id: trackerId, ts }: Pick<StoredPosition, "tracker_id" | "ts">): string =>
  `${trackerId}${ts.getTime()}`;

/**
 * Adds the smoothed places to these rows. The stored rows stay as they were. It belongs into the same `ColdHistory.read` as the
 * rows: places move to cold files with them.
 * @param isUnbroken no rows were left out between the first and the last
 */
export async function withSmoothedPlaces(
  db: Kysely<Database>,
  rows: readonly StoredPosition[],
  isUnbroken: boolean,
): Promise<ShownPosition[]> {
  if (rows.length === 0) return [];
  const warm = rows.filter((row) => smoothedPlaceOf(row) === undefined);
  const places = await smoothedOf(db, warm, isUnbroken);
  const better = new Map(places.map((place) => [keyOf(place), place]));
  return rows.map((row) => {
    // A row of a cold file brings it along.
    const place = smoothedPlaceOf(row) ?? better.get(keyOf(row));
    if (place === undefined) return { ...row, smoothed: false };
    const { has_room: hasRoom, lat, lon, accuracy, accuracy_outer } = place;
    const { room_id, room_name, room_probability } = hasRoom ? place : row;
    return { ...row, lat, lon, accuracy, accuracy_outer, room_id, room_name, room_probability, smoothed: true };
  });
}
