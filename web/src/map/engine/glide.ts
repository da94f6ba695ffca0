/** A way from one place to the next, at constant speed. */
export interface Glide {
  fromLat: number;
  fromLon: number;
  toLat: number;
  toLon: number;
  startMs: number;
  durationMs: number;
}

const longestMs = 2000;
const shortestMs = 200;

/** A glide that stands at its end. */
export function standing(lat: number, lon: number): Glide {
  return { fromLat: lat, fromLon: lon, toLat: lat, toLon: lon, startMs: 0, durationMs: 0 };
}

/** Where a glide is at `nowMs`; linear, since a marker between two known positions has no better story to tell. */
export function placeAt(glide: Glide, nowMs: number): { lat: number; lon: number } {
  const share = glide.durationMs === 0 ? 1 : Math.min(1, Math.max(0, (nowMs - glide.startMs) / glide.durationMs));
  if (share === 1) return { lat: glide.toLat, lon: glide.toLon };
  return {
    lat: glide.fromLat + (glide.toLat - glide.fromLat) * share,
    lon: glide.fromLon + (glide.toLon - glide.fromLon) * share,
  };
}

/**
 * The glide to a new position, from wherever the marker is now, over the time since the last one (at most 2 s): it
 * arrives as the next position comes. `reducedMotion` cuts.
 */
export function glideTo(
  glide: Glide,
  lat: number,
  lon: number,
  nowMs: number,
  sinceLastMs: number,
  reducedMotion: boolean,
): Glide {
  if (reducedMotion || (glide.toLat === lat && glide.toLon === lon && isDone(glide, nowMs))) return standing(lat, lon);
  const at = placeAt(glide, nowMs);
  const durationMs = Math.min(longestMs, Math.max(shortestMs, sinceLastMs));
  return { fromLat: at.lat, fromLon: at.lon, toLat: lat, toLon: lon, startMs: nowMs, durationMs };
}

export function isDone(glide: Glide, nowMs: number): boolean {
  return nowMs >= glide.startMs + glide.durationMs;
}
