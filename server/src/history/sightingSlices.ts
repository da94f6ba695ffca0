/** Sightings are counted in so many slices of the trackers, so that no transaction need hold them all. */
export const sightingSlices = 64;

/** The slice of a tracker's sightings: the end of its id is as good as random. */
export function sliceOf(trackerId: string): number {
  return Number.parseInt(trackerId.slice(-2), 16) % sightingSlices;
}
