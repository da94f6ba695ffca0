/** Unsigned 16 bits, big-endian; the caller has checked the length. */
export function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

/** Signed 16 bits, big-endian. */
export function int16(bytes: Uint8Array, at: number): number {
  return (uint16(bytes, at) << 16) >> 16;
}

/** Signed 8 bits. */
export function int8(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 24) >> 24;
}

/** Signed 8.8 fixed point, rounded to two decimals: more digits than the sensor has are noise. */
export function fixed88(bytes: Uint8Array, at: number): number {
  return Math.round((int16(bytes, at) / 256) * 100) / 100;
}
