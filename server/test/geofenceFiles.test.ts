import { beforeEach, describe, expect, test } from "vitest";
import { fieldCase, hasFieldCases } from "./support/fieldCases.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";
import { zipOf, zipWithName } from "./support/zipOf.ts";

// Files of fences as other programs write them.
const { here, send, aFreshSite } = siteWithAdmin();
beforeEach(async () => void (await aFreshSite()));

type Place = Record<string, unknown> & { shape: { type: string; coordinates: unknown[] } };
async function sendFile(file: string | Uint8Array, query: string) {
  const form = new FormData();
  form.append("file", new Blob([typeof file === "string" ? file : Uint8Array.from(file)]), "fences.kml");
  return send("POST", `geofences?site_id=${here.site.id}&type=kml${query}`, form);
}
const look = async (file: string | Uint8Array, query = ""): Promise<Place[]> => {
  const { status, content } = await sendFile(file, `&dry_run=true${query}`);
  expect([status, JSON.stringify(content)]).toEqual([200, expect.any(String)]);
  return content as unknown as Place[];
};
const load = async (file: string | Uint8Array, query = "") =>
  (await sendFile(file, query)).content as unknown as Place[];

const triangle = (lon = 4.4) => `${lon},51.9 ${lon + 0.001},51.9 ${lon + 0.001},51.901 ${lon},51.9`;
const polygon = (coordinates: string) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
const placemark = (name: string, inner = polygon(triangle())) => `<Placemark><name>${name}</name>${inner}</Placemark>`;
const kml = (inner: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>File</name>${inner}</Document></kml>`;

test.each([
  ["a ring that is not closed", "4.4,51.9 4.401,51.9 4.401,51.901 4.4,51.901"],
  ["commas alone", "4.4,51.9,0,4.401,51.9,0,4.401,51.901,0,4.4,51.901,0,4.4,51.9,0"],
  ["commas alone and no altitudes", "4.4,51.9,4.401,51.9,4.401,51.901,4.4,51.901,4.4,51.9"],
  ["spaces after commas", "4.4, 51.9, 0 4.401, 51.9, 0 4.401, 51.901, 0 4.4, 51.901, 0"],
])("a fence of a KML file with %s is one of four corners", async (_what, coordinates) => {
  expect(await look(kml(placemark("Yard", polygon(coordinates))))).toMatchObject([
    { name: "Yard", vertices: 4, accepted: true, parts: 1 },
  ]);
});

test("several polygons of one place become one fence, in which going from part to part is no exit", async () => {
  const bays = placemark("Bays", `<MultiGeometry>${polygon(triangle())}${polygon(triangle(4.41))}</MultiGeometry>`);
  expect(await look(kml(bays))).toMatchObject([{ name: "Bays", parts: 2, vertices: 6, accepted: true }]);
  const made = await load(kml(bays));
  expect(made).toMatchObject([{ name: "Bays", shape: { type: "MultiPolygon" } }]);
});

test("polygons of one place that touch each other stay fences of their own", async () => {
  const bays = placemark("Bays", `<MultiGeometry>${polygon(triangle())}${polygon(triangle(4.4005))}</MultiGeometry>`);
  expect((await look(kml(bays))).map(({ name, accepted }) => [name, accepted])).toEqual([
    ["Bays", true],
    ["Bays (2)", true],
  ]);
});

test("places of the same name are told apart by their folders, which may name a floor", async () => {
  const folder = (name: string, inner: string) => `<Folder>${inner}<name>${name}</name></Folder>`;
  const file = kml(
    folder("ground", placemark("Store")) +
      folder("Upstairs", folder("West", placemark("Store", polygon(triangle(4.41))))) +
      placemark("Yard", polygon(triangle(4.42))),
  );
  expect(await look(file)).toMatchObject([
    { name: "Store (ground)", written_name: "Store", folder: "ground", suggested_floor_id: here.site.floorId },
    { name: "Store (West)", folder: "Upstairs / West", suggested_floor_id: null },
    { name: "Yard", folder: null, suggested_floor_id: null },
  ]);
  const made = await load(file, "&floors_by_folder=true");
  expect(made.map(({ floor_ids }) => floor_ids)).toEqual([[here.site.floorId], [], []]);
});

test("a place without a name is named by its fields, as QGIS writes them", async () => {
  const data =
    '<ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="Name">Kühlraum</SimpleData></SchemaData></ExtendedData>';
  const other = '<ExtendedData><Data name="room"><value>2-14</value></Data></ExtendedData>';
  const file = kml(
    `<Placemark>${data}${polygon(triangle())}</Placemark><Placemark>${other}${polygon(triangle(4.41))}</Placemark>`,
  );
  expect((await look(file)).map(({ name }) => name)).toEqual(["Kühlraum", "2-14"]);
});

test("a place without a name is named by the column of a table that names it, and not by its key", async () => {
  const field = (name: string, value: string) => `<SimpleData name="${name}">${value}</SimpleData>`;
  const place = (fields: string, lon: number) =>
    `<Placemark><ExtendedData><SchemaData schemaUrl="#s">${fields}</SchemaData></ExtendedData>${polygon(triangle(lon))}</Placemark>`;
  const file = kml(
    place(field("fid", "7") + field("Raumname", "Büro 1"), 4.4) +
      place(field("id", "8") + field("zone_no", "Z 12"), 4.41) +
      place(field("id", "9") + field("flaeche", "12.5"), 4.42),
  );
  expect((await look(file)).map(({ name }) => name)).toEqual(["Büro 1", "Z 12", "9"]);
});

// As ArcGIS, QGIS, Google Earth and people with an editor write them.
test.each([
  [
    "a prefix for its elements",
    kml(placemark("Yard"))
      .replaceAll(/<(\/?)(?=[a-zA-Z])/g, "<$1k:")
      .replace("xmlns=", "xmlns:k="),
  ],
  [
    "extensions whose prefix nobody declares",
    kml(`<gx:Tour/>${placemark("Yard", `<gx:drawOrder>1</gx:drawOrder>${polygon(triangle())}`)}`),
  ],
  ["a name in CDATA", kml(placemark("<![CDATA[Yard]]>"))],
  ["Google's old namespace", kml(placemark("Yard")).replace("www.opengis.net/kml/2.2", "earth.google.com/kml/2.0")],
  ["no root of its own", `<Document>${placemark("Yard")}</Document>`],
  ["a comment first, and a mark", `\uFEFF<!-- made by hand -->\n${kml(placemark("Yard"), "")}`],
  ["line breaks and tabs between places", kml(placemark("Yard", polygon(triangle().replaceAll(" ", "\n\t\t"))))],
  [
    "a hole first",
    kml(
      placemark(
        "Yard",
        "<Polygon><innerBoundaryIs><LinearRing><coordinates>4.4004,51.9001 4.4006,51.9001 4.4006,51.9003 4.4004,51.9001</coordinates></LinearRing></innerBoundaryIs>" +
          polygon(triangle()).slice("<Polygon>".length),
      ),
    ),
  ],
])("a KML file with %s is one fence", async (_what, file) => {
  expect(await look(file)).toMatchObject([{ name: "Yard", accepted: true, parts: 1 }]);
});

test("a ring of its own encloses ground like a polygon, and a line does not", async () => {
  const ring = (kind: string) => `<${kind}><coordinates>${triangle()}</coordinates></${kind}>`;
  expect(await look(kml(placemark("Ring", ring("LinearRing")) + placemark("Line", ring("LineString"))))).toMatchObject([
    { name: "Ring", accepted: true, parts: 1, vertices: 3 },
    { name: "Line", accepted: false, reason_code: "no_ground" },
  ]);
});

test("a link within an archive may begin with the archive's own name, and leads nowhere else", async () => {
  const link = (href: string) => kml(`<NetworkLink><name>All</name><Link><href>${href}</href></Link></NetworkLink>`);
  const archive = (href: string) => zipOf({ "doc.kml": link(href), "files/Zones.kml": kml(placemark("Yard")) });
  for (const href of ["Backup_all.kmz/files/Zones.kml", "./My%20zones.kmz/files/Zones.kml"])
    expect([href, await look(await archive(href))]).toMatchObject([href, [{ name: "Yard", accepted: true }]]);
  for (const href of ["https://x.example/Backup.kmz/files/Zones.kml", "Backup.kmz/files/Other.kml"])
    expect([href, await look(await archive(href))]).toMatchObject([href, [{ accepted: false, reason_code: "link" }]]);
});

test.each([
  ["iso-8859-1", "latin1"],
  ["windows-1252", "latin1"],
  ["UTF-16", "utf16le"],
] as const)("a KML file in %s keeps its names", async (declared, encoding) => {
  const text = kml(placemark("Kühlraum"), `<?xml version="1.0" encoding="${declared}"?>`);
  const bytes = Buffer.from(encoding === "utf16le" ? `\uFEFF${text}` : text, encoding);
  expect(await look(bytes)).toMatchObject([{ name: "Kühlraum" }]);
});

test("the preview shows a name as it was written beside the one that it becomes", async () => {
  expect(await look(kml(placemark("Pump A &amp; B/2.OG")))).toMatchObject([
    { written_name: "Pump A & B/2.OG", name: "Pump A - B-2-OG" },
  ]);
});

test("a fence far from its site is noticed, and read the other way round by choice", async () => {
  const swapped = kml(placemark("Yard", polygon("51.9,4.4 51.9,4.401 51.901,4.401 51.9,4.4")));
  expect(await look(swapped)).toMatchObject([
    {
      accepted: true,
      warning: "6,900 km from the site; latitude and longitude may be swapped",
      warning_code: "swapped",
    },
  ]);
  expect(await look(swapped, "&swap=true")).toMatchObject([{ warning: null, warning_code: null }]);
  const [made] = await load(swapped, "&swap=true");
  expect((made!["vertices"] as number[][])[0]).toEqual([51.9, 4.4]);
  const elsewhere = kml(placemark("Yard", polygon("13.4,52.5 13.401,52.5 13.401,52.501 13.4,52.5")));
  expect(await look(elsewhere)).toMatchObject([{ warning: "620 km from the site", warning_code: "far" }]);
});

test.each([
  ["UTF-16", Buffer.from(`\uFEFF${kml(placemark("Büro"), '<?xml version="1.0" encoding="UTF-16"?>')}`, "utf16le")],
  ["Windows-1252", Buffer.from(kml(placemark("Büro"), '<?xml version="1.0" encoding="windows-1252"?>'), "latin1")],
  ["UTF-8 with a mark", Buffer.from(`\uFEFF${kml(placemark("Büro"))}`)],
])("a KML file in %s is read as it declares", async (_what, file) => {
  expect(await look(file)).toMatchObject([{ name: "Büro", accepted: true }]);
});

describe("a KMZ archive", () => {
  test("a KMZ archive of macOS is read without its resource forks", async () => {
    const file = await zipOf({ "__MACOSX/._doc.kml": "Mac OS X", "._doc.kml": "x", "doc.kml": kml(placemark("Yard")) });
    expect(await look(file)).toMatchObject([{ name: "Yard" }]);
  });

  test("a KMZ archive is read from its root file, whatever comes first", async () => {
    const file = await zipOf({
      "files/a.kml": kml(placemark("Inner")),
      "b.kml": kml(placemark("Beside")),
      "DOC.KML": kml(placemark("Root")),
    });
    expect(await look(file)).toMatchObject([{ name: "Root" }]);
    const folder = await zipOf({ "map/style.txt": "", "map/doc.kml": kml(placemark("In a folder")) });
    expect(await look(folder)).toMatchObject([{ name: "In a folder" }]);
  });

  test("a link to another file of a KMZ archive is read in its place, and one to another place is not followed", async () => {
    const link = (name: string, href: string) =>
      `<NetworkLink><name>${name}</name><Link><href>${href}</href></Link></NetworkLink>`;
    const file = await zipOf({
      "doc.kml": kml(
        link("Zones", "files/my%20zones.kml") + link("Far", "https://maps.example/x.kml") + link("Lost", "none.kml"),
      ),
      "files/my zones.kml": kml(
        placemark("Yard") + link("Back", "../doc.kml") + link("Out", "../../../etc/passwd.kml"),
      ),
    });
    expect((await look(file)).map(({ name, accepted, folder }) => [name, accepted, folder])).toEqual([
      ["Yard", true, "Zones"],
      ["Out", false, "Zones"],
      ["Far", false, null],
      ["Lost", false, null],
    ]);
  });

  test("a KMZ archive whose linked files unpack to too much together is refused", async () => {
    const spaces = kml(placemark("Yard") + " ".repeat(40 * 1024 * 1024));
    const link = "<NetworkLink><Link><href>b.kml</href></Link></NetworkLink>";
    const file = await zipOf({ "doc.kml": kml(`${link}${" ".repeat(40 * 1024 * 1024)}`), "b.kml": spaces });
    const { status, text } = await sendFile(file, "&dry_run=true");
    expect([status, text]).toEqual([413, expect.stringContaining("64 MB")]);
  });

  test("a KMZ archive with a path out of itself is refused as such", async () => {
    const file = await zipWithName("aaa/doc.kml", "../../a.kml", kml(placemark("Yard")));
    const { status, text } = await sendFile(file, "&dry_run=true");
    expect([status, text]).toEqual([400, expect.stringContaining("a path that leads out of it")]);
  });
});

describe("a GeoJSON file", () => {
  const ring = [
    [4.4, 51.9],
    [4.401, 51.9, 3],
    [4.401, 51.901],
    [4.4, 51.9],
  ];
  const feature = (properties: object, geometry: object | null) => ({ type: "Feature", properties, geometry });

  test("a GeoJSON file makes a fence of each feature with polygons", async () => {
    const file = JSON.stringify({
      type: "FeatureCollection",
      features: [
        feature({ name: "Yard", floor: "Ground" }, { type: "Polygon", coordinates: [ring] }),
        feature({ NAME: "Gate" }, { type: "Point", coordinates: [4.4, 51.9] }),
        feature({}, null),
      ],
    });
    expect(await look(`\uFEFF${file}`)).toMatchObject([
      { name: "Yard", accepted: true, folder: "Ground", vertices: 3 },
      { name: "Gate", accepted: false },
    ]);
  });

  test("an area is named by the first of its properties that says something", async () => {
    const area = { type: "Polygon", coordinates: [ring] };
    const file = JSON.stringify({
      type: "FeatureCollection",
      name: "rooms",
      crs: { type: "name", properties: { name: "urn:ogc:def:crs:OGC:1.3:CRS84" } },
      features: [feature({ name: "", ref: 101 }, area), feature({ name: null, label: "Gate" }, area)],
    });
    expect((await look(file)).map(({ written_name }) => written_name)).toEqual(["101", "Gate"]);
  });

  test("coordinates that are metres of a projection are refused as no place on Earth", async () => {
    const metres = {
      type: "Polygon",
      coordinates: [
        [
          [489805, 6781000],
          [489905, 6781000],
          [489905, 6781100],
          [489805, 6781000],
        ],
      ],
    };
    const file = JSON.stringify(feature({ name: "Yard" }, metres));
    expect(await look(file)).toMatchObject([
      { name: "Yard", accepted: false, reason: "has a place that is not on Earth" },
    ]);
  });

  test.each([
    ["JSON of another kind", '{"type":"Topology"}', 200],
    ["no JSON", "{nothing", 400],
    ["a list", "[1,2]", 400],
  ])("a GeoJSON file that is %s makes nothing", async (_what, file, status) => {
    const answer = await sendFile(file, "&dry_run=true");
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.content).toMatchObject([{ accepted: false }]);
    else expect(answer.text).toContain("is not GeoJSON");
    expect((await sendFile(file, "")).status).toBe(400);
  });
});

describe.runIf(hasFieldCases)("field cases", () => {
  test.each([
    ["kml-commas-only.kml", [{ name: "Yard", vertices: 4, accepted: true }]],
    ["kml-unclosed-ring.kml", [{ name: "Yard", vertices: 4, accepted: true }]],
    ["kml-multigeometry.kml", [{ name: "Bays", parts: 2, accepted: true }]],
    ["kml-folders.kml", [{ name: "Store (Ground floor)" }, { name: "Store (First floor)" }]],
    ["kml-far-away.kml", [{ warning: "6,900 km from the site; latitude and longitude may be swapped" }]],
    ["kmz-inner-links.kmz", [{ name: "Yard", accepted: true }]],
    ["kmz-mac-resource.kmz", [{ name: "Yard", accepted: true }]],
  ])("the field case %s is read as it should be", async (name, places) => {
    const found = await look(fieldCase(name));
    expect(found).toHaveLength(places.length);
    expect(found).toMatchObject(places);
  });
});
