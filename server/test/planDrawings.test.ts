import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldCase, hasFieldCases } from "./support/fieldCases.ts";
import { floorsOf, oneFloor, siteDesk, siteName } from "./support/siteForms.ts";
import { tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Plans as drawing programs and scanners write them.
let pulse: TestPulse;
let desk: Awaited<ReturnType<typeof siteDesk>>;

beforeAll(async () => {
  pulse = await testPulse();
  desk = await siteDesk(pulse);
});
afterAll(() => pulse.stop());

const send = (plan: string | Uint8Array) => desk.post({ name: siteName(), buildings: oneFloor() }, { plan });
/** The size of a sent plan as it was stored. */
async function storedSize(plan: string | Uint8Array): Promise<unknown[]> {
  const { status, content } = await send(plan);
  if (status !== 201) return [status, content["details"]];
  const [floor] = floorsOf(content);
  return [floor!["image_width"], floor!["image_height"]];
}

const svg = (root: string, inner = "") =>
  `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<svg xmlns="http://www.w3.org/2000/svg" ${root}><path d="M0 0h9"/>${inner}</svg>`;
const plain = (inner: string) => svg('viewBox="0 0 800 400"', inner);

test.each([
  ["millimetres", 'width="420mm" height="297mm" viewBox="0 0 420 297"', 4096, 2896],
  ["centimetres", 'width="3000cm" height="1500cm" viewBox="0 0 30000 15000"', 4096, 2048],
  ["inches", 'width="34in" height="22in" viewBox="0 0 34 22"', 4096, 2650],
  ["points", 'width="841.89pt" height="595.28pt"', 4096, 2896],
  ["per cent", 'width="100%" height="100%" viewBox="-50 -25 100 50"', 4096, 2048],
  ["no unit but tiny", 'width="0.4" height="0.2"', 4096, 2048],
  ["nothing", 'viewBox="0 0 1200 900"', 4096, 3072],
])("a drawing sized in %s is stored 4096 px long", async (_what, root, width, height) => {
  expect(await storedSize(svg(root))).toEqual([width, height]);
});

test.each([
  [
    "an editor's words that look like handlers",
    '<defs><x:effect xmlns:x="urn:x" only_selected="false" on_all="1"/></defs>',
  ],
  ["handlers", '<rect width="9" height="9" onclick="alert(1)" onmouseover=\'go("x")\'/>'],
  ["links", '<a href="https://rooms.example/1" target="_blank"><rect width="9" height="9"/></a>'],
  ["a foreign object", "<switch><foreignObject width='9' height='9'><b>Hall</b></foreignObject><g/></switch>"],
  [
    "Inkscape's polyfill",
    '<script id="mesh_polyfill" type="text/javascript">!function(){const t="http://www.w3.org/2000/svg"}()</script>',
  ],
  ["fonts of the web", "<style>@import url('https://fonts.example/css?family=Inter');text{font:9px Inter}</style>"],
])("a drawing with %s is accepted, since it draws the same without", async (_what, inner) => {
  expect(await storedSize(plain(inner))).toEqual([4096, 2048]);
});

test("a drawing of Illustrator with its entities is accepted", async () => {
  const file = `<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/"><!ENTITY ns_svg "http://www.w3.org/2000/svg">]>
<svg xmlns:i="&ns_ai;" xmlns="&ns_svg;" width="80px" height="40px"><i:pgf id="x"/><text>B\xfcro</text></svg>`;
  expect(await storedSize(Buffer.from(file, "latin1"))).toEqual([4096, 2048]);
});

test("a drawing in UTF-16 is accepted", async () => {
  const file = Buffer.from(`\uFEFF${plain("<text>Büro</text>").replace("UTF-8", "UTF-16")}`, "utf16le");
  expect(await storedSize(file)).toEqual([4096, 2048]);
});

test("a drawing is drawn in its own units throughout", async () => {
  const { content } = await send(
    svg('width="100mm" height="50mm"', '<rect x="0" y="0" width="50mm" height="50mm" fill="red"/>'),
  );
  const url = `${pulse.url}${String(floorsOf(content)[0]!["image_url"])}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${desk.token}` } });
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const redAt = (x: number): number => data[(1024 * info.width + x) * info.channels + info.channels - 1]!;
  expect([info.width, info.height, redAt(1950), redAt(2150)]).toEqual([4096, 2048, 255, 0]);
});

test.each([
  ["a script", "<script>alert(1)</script>", /^line 2: contains a script/],
  ["a picture of another place", '\n<image href="http://example.org/x.png"/>', /^line 3: image refers to another file/],
  ["a tag that is not closed", "\n\n<g>", /^line 4: is not well-formed XML/],
])("a drawing with %s is refused at its floor, with the line", async (_what, inner, message) => {
  const { status, content } = await send(plain(inner));
  expect([status, content["details"]]).toEqual([
    415,
    [
      {
        path: "buildings[0].floors[0].image",
        code: "file_type_invalid",
        message: expect.stringMatching(message) as string,
      },
    ],
  ]);
});

const dxf = (entities: string): string => `  0\nSECTION\n  2\nENTITIES\n${entities}  0\nENDSEC\n  0\nEOF\n`;

test("a DXF drawing is stored as a picture of its lines, and what cannot be one is refused in words", async () => {
  const line = "  0\nLINE\n  8\nWalls\n 10\n0\n 20\n0\n 11\n96\n 21\n48\n";
  expect(await storedSize(dxf(line))).toEqual([4096, 2127]);
  expect(await storedSize(dxf(""))).toMatchObject([415, [{ message: "line 1: The drawing contains no lines" }]]);
  expect(await storedSize(dxf("what\n"))).toMatchObject([415, [{ message: "line 5: must be a group code of DXF" }]]);
  expect(await storedSize("AC1027\0\0\0\0")).toMatchObject([
    415,
    [{ message: "line 1: is a DWG or a binary DXF; save it as DXF in ASCII" }],
  ]);
});

/** A drawing as AutoCAD writes it: a header with its unit, layers, and an outline with a bulge less wall. */
const hall = `  0\nSECTION\n  2\nHEADER\n  9\n$ACADVER\n  1\nAC1015\n  9\n$INSUNITS\n 70\n     4\n  0\nENDSEC\n  0\nSECTION\n  2\nENTITIES
  0\nLWPOLYLINE\n  5\n2F\n100\nAcDbEntity\n  8\nA-WALL\n100\nAcDbPolyline\n 90\n        4\n 70\n     1
 10\n0.0\n 20\n0.0\n 10\n48000.0\n 20\n0.0\n 10\n48000.0\n 20\n24000.0\n 10\n0.0\n 20\n24000.0
  0\nLINE\n  8\nFURNITURE\n 10\n1000.0\n 20\n1000.0\n 11\n2000.0\n 21\n1000.0
  0\nENDSEC\n  0\nEOF\n`;

async function readDrawing(file: string, query = "", token = desk.token) {
  const form = new FormData();
  form.set("file", new Blob([file]), "hall.dxf");
  const response = await fetch(`${pulse.url}/api/v3/sites/plan-drawing?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { result } = (await response.json()) as { result: { content: Record<string, unknown> } };
  return { status: response.status, content: result.content };
}

test("a program gets the walls and the width of a DXF drawing, and saves them to the floor of its plan", async () => {
  const read = await readDrawing(hall);
  expect([read.status, read.content]).toMatchObject([200, { width: 4096, drawing: null }]);
  expect(read.content["width_m"]).toBeCloseTo(48 * 1.04, 3);
  const [wall, ...others] = read.content["walls"] as { points: { x: number; y: number }[] }[];
  expect(others).toEqual([]);
  expect(wall!.points).toHaveLength(5);
  for (const { x, y } of wall!.points) expect(Math.min(x, y, 1 - x, 1 - y)).toBeGreaterThan(0);

  const corners = { north_west: { lat: 51.9, lon: 4.4 }, south_east: { lat: 51.8998, lon: 4.4006 }, rotation_deg: 0 };
  const query = "north_west_lat=51.9&north_west_lon=4.4&south_east_lat=51.8998&south_east_lon=4.4006";
  const placed = await readDrawing(hall, query);
  const drawing = placed.content["drawing"] as { walls: { points: { lat: number; lon: number }[] }[] };
  for (const { lat, lon } of drawing.walls[0]!.points) {
    expect(lat > 51.8998 && lat < 51.9).toBe(true);
    expect(lon > 4.4 && lon < 4.4006).toBe(true);
  }
  const made = await desk.post({ name: siteName(), buildings: oneFloor({ ...corners, ...drawing }) }, { plan: hall });
  expect(made.status).toBe(201);
  const [floor] = floorsOf(made.content);
  expect(floor).toMatchObject({ image_width: 4096, walls: [{ points: drawing.walls[0]!.points, loss_db: null }] });
});

test("what is no DXF drawing, half a place and callers who may not change sites are refused in words", async () => {
  expect(await readDrawing("<svg/>")).toMatchObject({
    status: 415,
    content: { details: [{ path: "file", message: "line 1: is not a DXF file" }] },
  });
  expect((await readDrawing("AC1027\0\0\0\0")).status).toBe(415);
  expect(await readDrawing(hall, "north_west_lat=51.9")).toMatchObject({
    status: 400,
    content: { details: [{ message: "Give both corners with latitude and longitude, or none of them" }] },
  });
  const reader = await tokenWith(pulse, desk.customer, ["site_management.r"]);
  expect((await readDrawing(hall, "", reader)).status).toBe(403);
  expect((await readDrawing(hall, "", "nobody")).status).toBe(401);
});

test("a scan of an A0 sheet is stored smaller instead of being refused", async () => {
  const scan = await sharp({ create: { width: 14_043, height: 9_933, channels: 3, background: "white" } })
    .png()
    .toBuffer();
  const [width, height] = (await storedSize(scan)) as [number, number];
  expect(width / height).toBeCloseTo(14_043 / 9_933, 3);
  expect(width * height).toBeLessThanOrEqual(24_000_000);
  expect(width * height).toBeGreaterThan(23_000_000);
});

describe.runIf(hasFieldCases)("field cases", () => {
  test.each([
    ["plan-a4-mm.svg", 4096, 2896],
    ["plan-54m-cm.svg", 4096, 3868],
    ["plan-inkscape-corners.svg", 4096, 2560],
    ["plan-link.svg", 4096, 2560],
  ])("the field case %s is stored as it should be", async (name, width, height) => {
    expect(await storedSize(fieldCase(name))).toEqual([width, height]);
  });
});
