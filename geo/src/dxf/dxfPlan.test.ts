import fc from "fast-check";
import { expect, test } from "vitest";
import { dxfDrawing } from "./dxfDrawing.ts";
import { isDxf } from "./dxfPairs.ts";
import { dxfPlan } from "./dxfPlan.ts";

const file = (sections: Record<string, string>): string =>
  `${Object.entries(sections)
    .map(([name, content]) => `  0\nSECTION\n  2\n${name}\n${content}  0\nENDSEC\n`)
    .join("")}  0\nEOF\n`;
const group = (...pairs: (string | number)[]): string => {
  let text = "";
  for (let at = 0; at < pairs.length; at += 2) text += `${String(pairs[at]).padStart(3)}\n${pairs[at + 1]}\n`;
  return text;
};
const line = (layer: string, x1: number, y1: number, x2: number, y2: number): string =>
  group(0, "LINE", 8, layer, 10, x1, 20, y1, 11, x2, 21, y2);
const entities = (content: string, more: Record<string, string> = {}): string => file({ ...more, ENTITIES: content });
const rounded = (text: string) =>
  dxfDrawing(text).lines.map(({ points }) =>
    points.map((point) => point.map((value) => Math.round(value * 1e3) / 1e3 + 0)),
  );

test("lines and polylines are drawn with their corners, closed ones back to the first", () => {
  const light = group(0, "LWPOLYLINE", 8, "A", 90, 3, 70, 1, 10, 0, 20, 0, 10, 4, 20, 0, 10, 4, 20, 3);
  const heavy =
    group(0, "POLYLINE", 8, "A", 70, 0) +
    group(0, "VERTEX", 8, "A", 10, 1, 20, 1) +
    group(0, "VERTEX", 8, "A", 10, 2, 20, 2) +
    group(0, "SEQEND", 8, "A");
  expect(rounded(entities(line("A", 0, 0, 5, 5) + light + heavy))).toEqual([
    [
      [0, 0],
      [5, 5],
    ],
    [
      [0, 0],
      [4, 0],
      [4, 3],
      [0, 0],
    ],
    [
      [1, 1],
      [2, 2],
    ],
  ]);
});

test("arcs, circles, ellipses and bulges stay on their curves", () => {
  const curves =
    group(0, "CIRCLE", 8, "A", 10, 0, 20, 0, 40, 2) +
    group(0, "ARC", 8, "A", 10, 0, 20, 0, 40, 2, 50, 270, 51, 90) +
    group(0, "ELLIPSE", 8, "A", 10, 0, 20, 0, 11, 2, 21, 0, 40, 1, 41, 0, 42, 6.283185307) +
    group(0, "LWPOLYLINE", 8, "A", 10, 2, 20, 0, 42, 1, 10, -2, 20, 0);
  for (const { points } of dxfDrawing(entities(curves)).lines)
    for (const [x, y] of points) expect(Math.hypot(x, y)).toBeCloseTo(2, 6);
  const [, arc, , half] = rounded(entities(curves));
  expect([arc![0], arc!.at(-1)]).toEqual(
    [
      [0, -2],
      [0, 2],
    ].map((point) => point.map((value) => value + 0)),
  );
  expect(half!.some(([x, y]) => x === 0 && y === 2)).toBe(true);
});

test("a block is drawn where it is inserted, scaled and turned, and blocks within blocks end", () => {
  const blocks =
    group(0, "BLOCK", 2, "Door", 10, 1, 20, 0) +
    line("0", 1, 0, 2, 0) +
    group(0, "INSERT", 2, "DOOR", 8, "0", 10, 0, 20, 0) +
    group(0, "ENDBLK", 8, "0");
  const insert = group(0, "INSERT", 2, "door", 8, "Walls", 10, 10, 20, 10, 41, 2, 42, 2, 50, 90);
  const { lines } = dxfDrawing(entities(insert, { BLOCKS: blocks }));
  expect(lines[0]!.points.map((point) => point.map(Math.round))).toEqual([
    [10, 10],
    [10, 12],
  ]);
  expect(lines[0]!.layer).toBe("Walls");
});

test("layers that are off or frozen are left out, and so is the sheet", () => {
  const tables =
    group(0, "TABLE", 2, "LAYER") +
    group(0, "LAYER", 2, "Off", 70, 0, 62, -7) +
    group(0, "LAYER", 2, "Frozen", 70, 1, 62, 7);
  const sheet = group(0, "LINE", 8, "A", 67, 1, 10, 0, 20, 0, 11, 99, 21, 99);
  const text = entities(line("Off", 0, 0, 1, 1) + line("Frozen", 0, 0, 1, 1) + sheet + line("A", 0, 0, 2, 1), {
    TABLES: tables,
  });
  expect(rounded(text)).toEqual([
    [
      [0, 0],
      [2, 1],
    ],
  ]);
});

test("a plan is 4096 px long with north up, knows its width in metres, and has the lines of wall layers as walls", () => {
  const header = group(9, "$ACADVER", 1, "AC1027", 9, "$INSUNITS", 70, 4);
  const text = entities(
    line("A-WALL-EXT", 0, 0, 96_000, 0) + line("Möbel", 0, 0, 0, 48_000) + line("WÄNDE", 0, 0, 0, 9),
    { HEADER: header },
  );
  const plan = dxfPlan(text.replaceAll("\n", "\r\n"));
  expect([plan.width, plan.height, plan.widthM]).toEqual([4096, 2127, 99.84]);
  expect(plan.walls).toHaveLength(2);
  const [[left, right]] = plan.walls as [[[number, number], [number, number]]];
  expect([left[0] < 0.05, left[1] > 0.9, right[0] > 0.95]).toEqual([true, true, true]);
});

test.each([
  ["nothing", entities(""), "The drawing contains no lines"],
  ["a code that is no number", "  0\nSECTION\n  2\nENTITIES\nabc\nx\n", "line 5: must be a group code of DXF"],
  ["an end within a group", "  0\nSECTION\n  2\nENTITIES\n  0", "line 5: the file is cut off"],
  [
    "a block in a million copies",
    entities(group(0, "INSERT", 2, "B", 8, "0", 70, 1000, 71, 1000), {
      BLOCKS: group(0, "BLOCK", 2, "B") + line("0", 0, 0, 1, 1),
    }),
    "The drawing has too many lines",
  ],
])("a DXF file with %s is refused with the reason", (_what, text, reason) => {
  expect(() => dxfPlan(text)).toThrow(reason);
});

test("blocks that multiply are refused before they take all memory", () => {
  let blocks = group(0, "BLOCK", 2, "B0") + line("0", 0, 0, 1, 1).repeat(20) + group(0, "ENDBLK", 8, "0");
  for (let nth = 1; nth < 10; nth++)
    blocks +=
      group(0, "BLOCK", 2, `B${nth}`) +
      group(0, "INSERT", 2, `B${nth - 1}`, 8, "0").repeat(20) +
      group(0, "ENDBLK", 8, "0");
  expect(() => dxfPlan(entities(group(0, "INSERT", 2, "B9", 8, "0"), { BLOCKS: blocks }))).toThrow("too many lines");
});

test("DXF is known by its beginning, and any text is a drawing or refused in words", () => {
  expect([
    isDxf(entities("")),
    isDxf("999\nmade by us\n  0\r\nSECTION\r\n"),
    isDxf("<svg/>"),
    isDxf("AutoCAD Binary DXF"),
  ]).toEqual([true, true, false, false]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from("0123456789\n SECTIONALINE.-")) }), (text) => {
      try {
        dxfPlan(`  0\nSECTION\n  2\nENTITIES\n  0\nLINE\n${text}`);
      } catch (error) {
        expect((error as Error).name).toBe("DxfFault");
      }
    }),
  );
});
