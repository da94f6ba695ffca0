import { haltOf, rowsOf, staysOf } from "./stays.ts";
import { type Track, withPlaces } from "./track.ts";

/** A track that rests while the asset stood: its positions of a stay, but those in motion, are at one place. */
export function settleTrack(track: Track): Track {
  const rows = rowsOf(track, -Infinity, Infinity);
  const places = track.positions.map(({ lat, lon }) => ({ lat, lon }));
  for (const { first, last } of staysOf(rows)) {
    const still = rows.slice(first, last + 1).filter(({ position }) => position.moving !== true);
    if (still.length === 0) continue;
    const { lat, lon } = haltOf(still);
    for (let nth = first; nth <= last; nth++) if (track.positions[nth]!.moving !== true) places[nth] = { lat, lon };
  }
  return withPlaces(track, places);
}
