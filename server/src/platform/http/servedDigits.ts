/**
 * How many digits of measured or computed values are served: those beyond are noise. Only for answers; stored values
 * and computations keep all digits.
 */
const roundedTo =
  (decimals: number) =>
  <T extends number | null>(value: T): T =>
    (value === null ? value : Number(value.toFixed(decimals))) as T;

/** Eight decimals of a degree are a millimetre. */
export const servedDegrees = roundedTo(8);
export const servedMetres = roundedTo(2);
export const servedDb = roundedTo(2);
export const servedRatio = roundedTo(2);
/** A probability, a share or a mean log likelihood. */
export const servedShare = roundedTo(3);

/** A place on Earth as it is served. */
export function servedPlace({ lat, lon }: { lat: number; lon: number }): { lat: number; lon: number } {
  return { lat: servedDegrees(lat), lon: servedDegrees(lon) };
}

/** A room as it is served. */
export function servedRoom<T extends { probability: number }>(room: T | null): T | null {
  return room && { ...room, probability: servedShare(room.probability) };
}
