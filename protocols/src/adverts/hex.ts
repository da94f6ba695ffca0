/** Each byte's two digits. */
const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0").toUpperCase(),
);

/** What programs write into hex: a prefix, and signs between bytes. */
const decoration = /\b0x|[\s:,_-]/gi;

/** The bytes of a hex text, plain or as "0x02 01:06"; null if it has an odd length or anything but hex digits. */
export function bytesFromHex(text: string): Uint8Array | null {
  return (
    bytesFromPlainHex(text) ?? (text.search(decoration) < 0 ? null : bytesFromPlainHex(text.replaceAll(decoration, "")))
  );
}

function bytesFromPlainHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    const high = digit(text.charCodeAt(2 * at));
    const low = digit(text.charCodeAt(2 * at + 1));
    if (high < 0 || low < 0) return null;
    bytes[at] = high * 16 + low;
  }
  return bytes;
}

/** Upper-case hex of bytes. */
export function hexFromBytes(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at++) text += PAIRS[bytes[at]!]!;
  return text;
}

function digit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 70) return code - 55;
  if (code >= 97 && code <= 102) return code - 87;
  return -1;
}
