import { expect, it } from "vitest";
import { imageSize, isOtherCad, planKindOf } from "./imageSize.ts";

const bytes = (...parts: (string | number)[]): Uint8Array =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === "string" ? Array.from(part, (char) => char.charCodeAt(0)) : [part])),
  );

const png = bytes(0x89, "PNG\r\n\x1a\n", 0, 0, 0, 13, "IHDR", 0, 0, 0x75, 0x30, 0, 0, 0, 7, 8, 2);
const app0 = [0xff, 0xe0, 0, 4, 0, 0];
const jpeg = bytes(0xff, 0xd8, ...app0, 0xff, 0xc2, 0, 17, 8, 0x01, 0x02, 0x03, 0x04, 3);
const riff = ["RIFF", 0, 0, 0, 0, "WEBP"];
const extended = bytes(...riff, "VP8X", 10, 0, 0, 0, 0, 0, 0, 0, 0x8f, 0x01, 0, 0xf9, 0, 0);
const lossless = bytes(...riff, "VP8L", 5, 0, 0, 0, 0x2f, 0x8f, 0x41, 0x3e, 0);
const lossy = bytes(...riff, "VP8 ", 10, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x90, 0x01, 0xfa, 0);

it.each([
  ["PNG", png, "png", { width: 30_000, height: 7 }],
  ["JPEG", jpeg, "jpeg", { width: 0x304, height: 0x102 }],
  ["extended WebP", extended, "webp", { width: 400, height: 250 }],
  ["lossless WebP", lossless, "webp", { width: 400, height: 250 }],
  ["lossy WebP", lossy, "webp", { width: 400, height: 250 }],
  ["SVG", bytes('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), "svg", null],
  ["PDF", bytes("%PDF-1.7\n"), "pdf", null],
] as const)("the plan format %s is recognised by its bytes, and its size by its header", (_name, file, kind, size) => {
  expect(planKindOf(file)).toBe(kind);
  expect(imageSize(kind, file)).toEqual(size);
});

it.each(["no image", "", "<html><body><svg/></body></html>", "GIF89a"])(
  "a file that contains %j is not a plan",
  (text) => {
    expect(planKindOf(bytes(text))).toBeNull();
  },
);

it("a drawing is recognised behind a long comment, and drawings that only CAD programs read are told apart", () => {
  const long = `<?xml version="1.0"?><!-- ${"Licence. ".repeat(300)} --><svg xmlns="http://www.w3.org/2000/svg"/>`;
  expect(planKindOf(bytes(long))).toBe("svg");
  for (const head of ["AC1032\0\0\0", "AutoCAD Binary DXF\r\n"]) {
    expect(planKindOf(bytes(head))).toBeNull();
    expect(isOtherCad(bytes(head))).toBe(true);
  }
  expect(isOtherCad(png)).toBe(false);
});

it("a plan's truncated header has no size", () => {
  expect(imageSize("png", png.subarray(0, 18))).toBeNull();
  expect(imageSize("jpeg", jpeg.subarray(0, 6))).toBeNull();
});
