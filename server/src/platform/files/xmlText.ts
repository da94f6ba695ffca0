/** A text that is in no encoding that can be read. */
export class EncodingFault extends Error {
  override readonly name = "EncodingFault";
}

const marks: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
  // Without a mark, "<?" shows it (XML 1.0, appendix F).
  [[0x3c, 0, 0x3f, 0], "utf-16le"],
  [[0, 0x3c, 0, 0x3f], "utf-16be"],
];
/** An XML declaration is shorter than this, bytes. */
const declarationBytes = 256;

/**
 * The encoding of an XML text from its first bytes: a byte order mark, then what its declaration says, then UTF-8.
 * @throws {EncodingFault} for a declared encoding that nobody knows
 */
export function xmlEncoding(head: Uint8Array): string {
  const marked = marks.find(([bytes]) => bytes.every((byte, nth) => head[nth] === byte));
  if (marked !== undefined) return marked[1];
  const start = new TextDecoder("latin1").decode(head.subarray(0, declarationBytes));
  const [, declared = "utf-8"] = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? [];
  // The declaration was readable byte by byte, so it is no UTF-16, whatever it says.
  if (/^utf-?16|^ucs-?2|^iso-10646-ucs/i.test(declared)) return "utf-8";
  try {
    return new TextDecoder(declared).encoding;
  } catch (error) {
    throw new EncodingFault(`The encoding ${declared} is not known`, { cause: error });
  }
}

/**
 * The text of an XML file.
 * @throws {EncodingFault} if it is not in the encoding that it declares
 */
export function xmlText(bytes: Uint8Array): string {
  const encoding = xmlEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new EncodingFault(`The text must be ${encoding.toUpperCase()}`, { cause: error });
  }
}
