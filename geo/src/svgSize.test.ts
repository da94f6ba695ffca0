import fc from "fast-check";
import { expect, test } from "vitest";
import { lengthsInPixels, svgLength, svgSize } from "./svgSize.ts";

test.each([
  [{ width: "297mm", height: "210mm", viewBox: "0 0 297 210" }, 4096, 2896, "0 0 297 210"],
  [{ width: "5400cm", height: "5100cm", viewBox: "0 0 54000 51000" }, 4096, 3868, "0 0 54000 51000"],
  [{ width: "11in", height: "8.5in" }, 4096, 3165, "0 0 1056 816"],
  [{ width: "595.28pt", height: "841.89pt", viewBox: "0 0 595.28 841.89" }, 2896, 4096, "0 0 595.28 841.89"],
  [{ width: "100%", height: "100%", viewBox: "0,0,800,500" }, 4096, 2560, "0 0 800 500"],
  [{ viewBox: "-120 -80 240 160" }, 4096, 2731, "-120 -80 240 160"],
  [{ width: "20cm", viewBox: "0 0 0.4 0.2" }, 4096, 2048, "0 0 0.4 0.2"],
  [{ height: "1e2", viewBox: "0 0 200 100" }, 4096, 2048, "0 0 200 100"],
  [{ width: "auto", height: "50%", viewBox: "5 5 1e3 1e3" }, 4096, 4096, "5 5 1000 1000"],
  [{ width: "800", height: "500", viewBox: "0 0 0 0" }, 4096, 2560, "0 0 800 500"],
  [{ width: "1", height: "100000" }, 1, 4096, "0 0 1 100000"],
])("a drawing with %j is drawn in the right proportions, 4096 px long", (root, width, height, viewBox) => {
  expect(svgSize(root)).toEqual({ width, height, viewBox });
});

test.each([
  {},
  { width: "100%", height: "100%" },
  { width: "0", height: "0" },
  { width: "20mm" },
  { viewBox: "0 0 a b" },
])("a drawing with %j does not say its size", (root) => {
  expect(svgSize(root)).toBeNull();
});

test("any size is drawn within 4096 px, and its unit does not change its proportions", () => {
  const units = fc.constantFrom("", "px", "mm", "cm", "in", "pt", "pc", "Q");
  fc.assert(
    fc.property(
      fc.float({ min: 1, max: 1e6, noNaN: true }),
      fc.float({ min: 1, max: 1e6, noNaN: true }),
      units,
      (w, h, unit) => {
        const size = svgSize({ width: `${w}${unit}`, height: `${h}${unit}` })!;
        expect(Math.max(size.width, size.height)).toBe(4096);
        const plain = svgSize({ width: `${w}`, height: `${h}` })!;
        expect([size.width, size.height]).toEqual([plain.width, plain.height]);
      },
    ),
  );
});

test("a length in a unit is read in CSS pixels, and lengths within styles are replaced", () => {
  expect(
    ["1in", "72pt", "6pc", "25.4mm", "2.54cm", "101.6Q"].map((text) => Math.round(svgLength(text)! * 1e6) / 1e6),
  ).toEqual([96, 96, 96, 96, 96, 96]);
  expect(["50%", "-3mm", "0", "many", "", null].map(svgLength)).toEqual([null, null, null, null, null, null]);
  expect(lengthsInPixels("stroke-width:0.5mm;fill:#1cm2in;font-size:12pt;x:3px")).toBe(
    "stroke-width:1.889764;fill:#1cm2in;font-size:16;x:3px",
  );
});
