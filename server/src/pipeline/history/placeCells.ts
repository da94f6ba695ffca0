import { type Places, roomOf } from "../places/places.ts";

type PlacedRow = Parameters<typeof roomOf>[0] & {
  floor_id: string | null;
  lat: number;
  lon: number;
  elevation: number | null;
  accuracy: number;
  nearest_hardware_id: string | null;
};

/** Where something was, as the files of histories and reports show it (shapes S15). */
export function placeCells(row: PlacedRow, places: Places) {
  const [building, floor] = places.sections(row.floor_id);
  return {
    building: building?.name ?? null,
    floor: floor?.name ?? null,
    location: places.location(row.floor_id, roomOf(row)),
    lat: row.lat,
    lon: row.lon,
    elevation: row.elevation,
    accuracy: row.accuracy,
    nearest_hardware: places.gateway(row.nearest_hardware_id)?.name ?? null,
  };
}
