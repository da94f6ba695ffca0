/** Unsigned, of 1 to 4 bytes, little-endian; the caller has checked the length. */
export function uintLE(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let byte = size - 1; byte >= 0; byte--) value = value * 256 + (bytes[at + byte] ?? 0);
  return value;
}

/** Signed, of 1 to 4 bytes, little-endian. */
export function intLE(bytes: Uint8Array, at: number, size: number): number {
  const value = uintLE(bytes, at, size);
  const range = 256 ** size;
  return value >= range / 2 ? value - range : value;
}
