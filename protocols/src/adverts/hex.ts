/** Each byte's two digits. */
const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0").toUpperCase(),
);
/** The character codes of those digits, and the value of each digit by its code; negative: it is none. */
const HIGH_CODES = Uint8Array.from(PAIRS, (pair) => pair.charCodeAt(0));
const LOW_CODES = Uint8Array.from(PAIRS, (pair) => pair.charCodeAt(1));
const DIGITS = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value++)
  for (const digit of [value.toString(16), value.toString(16).toUpperCase()]) DIGITS[digit.charCodeAt(0)] = value;

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
    const high = DIGITS[text.charCodeAt(2 * at)] ?? -1;
    const low = DIGITS[text.charCodeAt(2 * at + 1)] ?? -1;
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

// Identifiers are made from all their characters at once: joined pair by pair they take three times as long, and again
// when they are looked up, since such a text is put together only then.
const ID_BYTES = 16;
const HYPHEN = 45;
/** Where the digits of each byte of a UUID begin. */
const UUID_PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;
const uuidCodes: number[] = Array.from({ length: 36 }, () => HYPHEN);
const hexCodes: number[] = Array.from({ length: 2 * ID_BYTES }, () => 0);

/** The 16 bytes from `at` on as a UUID, in upper case with hyphens. */
export function uuidFromBytes(bytes: Uint8Array, at: number): string {
  for (let nth = 0; nth < ID_BYTES; nth++) {
    const [place, byte] = [UUID_PLACES[nth]!, bytes[at + nth]!];
    uuidCodes[place] = HIGH_CODES[byte]!;
    uuidCodes[place + 1] = LOW_CODES[byte]!;
  }
  return String.fromCharCode(...uuidCodes);
}

/** The 16 bytes from `at` on as 32 upper-case digits. */
export function hexOfId(bytes: Uint8Array, at: number): string {
  for (let nth = 0; nth < ID_BYTES; nth++) {
    const byte = bytes[at + nth]!;
    hexCodes[2 * nth] = HIGH_CODES[byte]!;
    hexCodes[2 * nth + 1] = LOW_CODES[byte]!;
  }
  return String.fromCharCode(...hexCodes);
}
