/** One AD structure of an advert: its type and its data. */
export interface AdStructure {
  type: number;
  data: Uint8Array;
}

/** AD type of service data with a 16-bit UUID (Bluetooth Assigned Numbers 2.3). */
export const AD_SERVICE_DATA_16 = 0x16;
/** AD type of manufacturer specific data. */
export const AD_MANUFACTURER_DATA = 0xff;

/**
 * Splits the payload of an advert into its AD structures: length(1) type(1) data(length - 1), Bluetooth Core 5.4 Vol 3
 * Part C 11. A length of zero ends it early (padding). Returns null where a structure runs past the end.
 */
export function adStructures(payload: Uint8Array): AdStructure[] | null {
  const structures: AdStructure[] = [];
  let at = 0;
  while (at < payload.length) {
    const length = payload[at] ?? 0;
    if (length === 0) break;
    if (at + 1 + length > payload.length) return null;
    structures.push({ type: payload[at + 1] ?? 0, data: payload.subarray(at + 2, at + 1 + length) });
    at += 1 + length;
  }
  return structures;
}
