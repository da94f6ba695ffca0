import { asText } from "../asText.ts";
import type { Answers, Json, Query, Recording, Row } from "../format.ts";
import type { Moment } from "../times/moment.ts";
import { seriesRows, spanOf, thinned } from "./seriesRows.ts";

const historyOf = (assetId: string): string => `/api/v3/assets/${assetId}/history`;
/** A position this old is where a thing was last, ms; as the map keeps showing what fell silent. */
const longestMs = 24 * 3600_000;

/** The positions of several assets in a span, as `assets/history` answers them. */
export function tracksOf(history: Answers, recording: Recording, moment: Moment, query: Query): Json {
  const ids = (query["asset_ids"] ?? "").split(",").filter(Boolean);
  const most = Number(query["max_points"] ?? Infinity);
  return ids.map((id) => ({ asset_id: id, positions: thinned(track(history, recording, moment, id, query), most) }));
}

/** The rows of `assets/live` or `trackers/live` with where each thing was at a moment; null where that is not known. */
export function placesAt(
  rows: readonly Row[],
  history: Answers,
  recording: Recording,
  moment: Moment,
  atMs: number,
): Json {
  return rows.map((row) => {
    const span = {
      start_time_utc: new Date(atMs - longestMs).toISOString(),
      end_time_utc: new Date(atMs).toISOString(),
    };
    const last = track(history, recording, moment, asText(row["asset_id"] ?? row["id"]), span).at(-1);
    if (last === undefined) return { ...row, lat: null, lon: null, floor_id: null, room: null, last_updated: null };
    const { timestamp: _start, end_timestamp: end, ...place } = last;
    const known = Object.fromEntries(Object.entries(place).filter(([key]) => key in row));
    const endMs = Math.min(Date.parse(asText(end)), atMs);
    return { ...row, ...known, last_updated: new Date(endMs).toISOString() };
  });
}

function track(history: Answers, recording: Recording, moment: Moment, assetId: string, query: Query): Row[] {
  const entry = history[historyOf(assetId)];
  if (entry?.kind !== "series") return [];
  const { toMs } = spanOf(query, moment.nowMs);
  if (Number.isNaN(toMs)) return [];
  return seriesRows(entry.variants[0]?.rows ?? [], entry.series, recording, moment, query);
}
