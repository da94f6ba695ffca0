const PLAIN = /^[0-9A-F]{12}$/i;
const SEPARATED = /^[0-9A-F]{2}([:-])(?:[0-9A-F]{2}\1){4}[0-9A-F]{2}$/i;
const EUI64 = /^[0-9A-F]{16}$/;
/** Set in addresses that no manufacturer has assigned. */
const LOCAL_BIT = 0x02;
const DOTTED = /^[0-9A-F]{4}\.[0-9A-F]{4}\.[0-9A-F]{4}$/i;

/** A MAC in any common notation (plain, colons, hyphens, Cisco's dots) as "AA:BB:CC:DD:EE:FF"; null if it is none. */
export function parseMac(text: string): string | null {
  // The notations of most gateways need no copy of the text and no regular expression.
  if (text.length === 17 && isWithColons(text)) return text;
  if (text.length === 12 && isPlainUpper(text)) return withColons(text);
  if (text.length > 40) return null;
  const trimmed = text.trim();
  if (PLAIN.test(trimmed)) return withColons(trimmed.toUpperCase());
  if (SEPARATED.test(trimmed) || DOTTED.test(trimmed))
    return withColons(trimmed.replaceAll(/[:.-]/g, "").toUpperCase());
  return null;
}

/** The twelve upper-case hex digits of a MAC, as in KKM's topics and bodies. @throws {RangeError} if it is not a MAC */
export function macHex(mac: string): string {
  const parsed = parseMac(mac);
  if (parsed === null) throw new RangeError(`not a MAC: ${mac}`);
  return parsed.replaceAll(":", "");
}

/**
 * The MAC that stands for an EUI-64 ("001BC50940810000"): its first and last three bytes, which is the MAC itself where
 * the EUI-64 was made from one (FFFE in the middle, with or without the inverted bit of RFC 4291 appendix A). Null: it is
 * no EUI-64.
 */
export function macOfEui64(text: string): string | null {
  const hex = text.replaceAll(/[:-]/g, "").toUpperCase();
  if (!EUI64.test(hex)) return null;
  const mac = hex.slice(0, 6) + hex.slice(10);
  const first = Number.parseInt(hex.slice(0, 2), 16);
  if (hex.slice(6, 10) !== "FFFE" || (first & LOCAL_BIT) === 0) return parseMac(mac);
  return parseMac((first ^ LOCAL_BIT).toString(16).padStart(2, "0") + mac.slice(2));
}

/** "AA:BB:CC:DD:EE:FF" with its bytes in the opposite order. */
export function reverseMac(mac: string): string {
  return mac.split(":").toReversed().join(":");
}

function isWithColons(text: string): boolean {
  for (let at = 0; at < text.length; at++)
    if (at % 3 === 2 ? text.charCodeAt(at) !== 58 : !isUpperHexAt(text, at)) return false;
  return true;
}

function isPlainUpper(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isUpperHexAt(text, at)) return false;
  return true;
}

function isUpperHexAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70);
}

function withColons(hex: string): string {
  return `${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4, 6)}:${hex.slice(6, 8)}:${hex.slice(8, 10)}:${hex.slice(10, 12)}`;
}
