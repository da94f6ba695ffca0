import { isDxf } from "@pulse/geo/dxf/dxfPairs";

/** The kinds of files that a plan can be. */
export type PlanKind = "png" | "jpeg" | "webp" | "svg" | "pdf" | "dxf";

interface Size {
  width: number;
  height: number;
}

/** Programs write a licence or whole lists of fonts before a drawing begins, bytes. */
const headBytes = 16 * 1024;

/** Byte by byte: the decoders' latin1 is a different table. */
const headText = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, headBytes));

/** Whether this is a drawing that only CAD programs read: a DWG, or a DXF that is no text. */
export function isOtherCad(bytes: Uint8Array): boolean {
  return /^(?:AC10\d\d|AutoCAD Binary DXF)/.test(headText(bytes));
}

/** The kind of a plan's file by its first bytes, whatever its name; null: none of these. */
export function planKindOf(bytes: Uint8Array): PlanKind | null {
  const text = headText(bytes);
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (text.startsWith("ÿØÿ")) return "jpeg";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "webp";
  if (text.slice(0, 1024).includes("%PDF-")) return "pdf";
  if (isDxf(text)) return "dxf";
  // Of UTF-16, every other byte of its tags is zero. Declarations of entities may be longer than what is looked at.
  const plain = text.replaceAll("\0", "").replace(/^(?:ÿþ|þÿ|ï»¿)/, "");
  return /^\s*(?:<\?xml|<!--|<!DOCTYPE svg|<(?:\w+:)?svg)/.test(plain) && /<(?:!DOCTYPE\s+|\w+:)?svg/.test(plain)
    ? "svg"
    : null;
}

/**
 * The size of an image in its header, so that a decompression bomb is recognised without decoding it. Null: an SVG, which
 * has no pixels, or a file whose header is cut off.
 */
export function imageSize(kind: PlanKind, bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (kind === "png") return { width: view.getUint32(16), height: view.getUint32(20) };
    if (kind === "jpeg") return jpegSize(view);
    return kind === "webp" ? webpSize(view) : null;
  } catch {
    // Read beyond the end.
    return null;
  }
}

/** ITU T.81, B.2.2: the frame header follows a marker SOF0 to SOF15; C4, C8 and CC are none of them. */
function jpegSize(view: DataView): Size {
  let at = 2;
  for (;;) {
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
}

/** RFC 9649: the first chunk is lossy, lossless or extended. */
function webpSize(view: DataView): Size | null {
  const chunk = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  const uint24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (chunk === "VP8X") return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (chunk === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== "VP8 ") return null;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}
