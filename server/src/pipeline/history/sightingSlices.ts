/** Sightings are counted in this many slices of the trackers, so that no transaction has to contain all of them. */
export const sightingSlices = 64;

/** The slice that a tracker's sightings belong to; the end of its id is practically random. */
export function sliceOf(trackerId: string): number {
  return Number.parseInt(trackerId.slice(-2), 16) % sightingSlices;
}
