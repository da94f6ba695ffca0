import { crc32, deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { aCustomer, aSite, aToken, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer, {});
  token = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

interface Answer {
  status: number;
  content: Record<string, unknown> & Record<string, unknown>[];
}

async function send(
  file: string | Uint8Array,
  {
    query = "",
    data,
    to = "geofences",
    method = "POST",
    type = "&type=kml",
  }: { query?: string; data?: object; to?: string; method?: string; type?: string } = {},
): Promise<Answer> {
  const form = new FormData();
  if (data !== undefined) form.append("data", JSON.stringify(data));
  form.append("file", new Blob([file]), "fences.kml");
  const address = `${pulse.url}/api/v3/${to}?site_id=${site.id}&customer_id=${customer.id}${type}${query}`;
  const answer = await fetch(address, { method, headers: { "x-id-token": token }, body: form });
  const { result } = (await answer.json()) as { result: { content: Answer["content"] } };
  return { status: answer.status, content: result.content };
}
const names = async (): Promise<string[]> => {
  const answer = await fetch(`${pulse.url}/api/v3/geofences?site_id=${site.id}`, { headers: { "x-id-token": token } });
  const { result } = (await answer.json()) as { result: { content: { name: string }[] } };
  return result.content.map(({ name }) => name);
};

type Corner = readonly [lon: number, lat: number];
const square = (lon = 4.4, lat = 51.9, size = 0.001): Corner[] => [
  [lon, lat],
  [lon + size, lat],
  [lon + size, lat + size],
  [lon, lat + size],
  [lon, lat],
];
const ring = (corners: readonly Corner[]) =>
  `<LinearRing><coordinates>\n${corners.map(([lon, lat]) => `${lon},${lat},0`).join(" ")}\n</coordinates></LinearRing>`;
const polygon = (outer: readonly Corner[], ...holes: Corner[][]) =>
  `<Polygon><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${holes
    .map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`)
    .join("")}</Polygon>`;
const placemark = (name: string, inner: string) => `<Placemark><name>${name}</name>${inner}</Placemark>`;
const kml = (...placemarks: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
<Style id="red"><PolyStyle><color>7f0000ff</color></PolyStyle></Style>${placemarks.join("\n")}</Document></kml>`;

/** An archive of one file, which may state a false size. */
function zip(name: string, content: Buffer, saidSize = content.length): Buffer {
  const packed = deflateRawSync(content);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(saidSize, 8);
  const lengths = Buffer.from([name.length, 0, 0, 0]);
  const local = Buffer.concat([
    Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0]),
    sizes,
    lengths,
    Buffer.from(name),
    packed,
  ]);
  const central = Buffer.concat([
    Buffer.from([0x50, 0x4b, 1, 2, 20, 0, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0]),
    sizes,
    lengths,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.set([0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0]);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

describe("a KML file", () => {
  const several = kml(
    placemark("Dock A/B", polygon(square(4.4))),
    placemark(
      "Yard",
      `<MultiGeometry>${polygon(square(4.41), square(4.4102, 51.9002, 0.0002))}${polygon(square(4.42))}</MultiGeometry>`,
    ),
    placemark("Gate", "<Point><coordinates>4.4,51.9</coordinates></Point>"),
    "<NetworkLink><name>More</name><Link><href>http://127.0.0.1:1/secret.kml</href></Link></NetworkLink>",
  );

  test("a KML file can be checked first for the geofences it would make, and for what is refused and why", async () => {
    const { status, content } = await send(several, { query: "&dry_run=true" });
    expect(status).toBe(200);
    const told = content.map(({ name, vertices, accepted, reason }) => [name, vertices, accepted, reason]);
    expect(told).toEqual([
      ["Dock A-B", 4, true, null],
      ["Yard", 12, true, null],
      ["Gate", 0, false, "a point, line or image does not enclose an area"],
      ["More", 0, false, "a link to another file is not followed"],
    ]);
    expect(await names()).toEqual([]);
  });

  test("a KML file makes a geofence of each place, with the given settings, and never repeats a name", async () => {
    const { status, content } = await send(several, { data: { floor_ids: [site.floorId], geofence_exit_timeout: 9 } });
    expect(status).toBe(201);
    expect(content).toMatchObject(
      ["Dock A-B", "Yard"].map((name) => ({
        name,
        type: "kml",
        floor_ids: [site.floorId],
        geofence_exit_timeout: 9,
      })),
    );
    const { coordinates } = content[1]!["shape"] as { coordinates: number[][][][] };
    expect(coordinates.map((part) => part.length)).toEqual([2, 1]);
    const again = await send(kml(placemark("yard", polygon(square(4.5)))));
    expect(again.content[0]!["name"]).toBe("yard (2)");
    expect(
      (await send(kml(placemark("Any", polygon(square(4.6)))), { data: { name: "Mine" } })).content[0]!["name"],
    ).toBe("Mine");
  });

  test("a KML file may be zipped", async () => {
    const { status, content } = await send(zip("doc.kml", Buffer.from(kml(placemark("Packed", polygon(square()))))));
    expect([status, content[0]?.["name"]]).toEqual([201, "Packed"]);
  });

  test("a KML file replaces a geofence's shape if it contains exactly one polygon", async () => {
    const { content } = await send(kml(placemark("Moves", polygon(square()))));
    const { id, version } = content[0]!;
    const to = `geofences/${String(id)}`;
    const change = { to, method: "PUT", data: { version } };
    const two = kml(placemark("a", polygon(square())), placemark("b", polygon(square(5))));
    expect((await send(two, change)).status).toBe(400);
    const moved = await send(kml(placemark("x", polygon(square(5)))), change);
    expect(moved.status).toBe(200);
    expect(moved.content).toMatchObject({ name: "Moves", type: "kml" });
    expect((moved.content["vertices"] as number[][])[0]).toEqual([51.9, 5]);
    const alone = await send(kml(placemark("x", polygon(square(6)))), { to, method: "PUT" });
    expect([alone.status, alone.content["name"]]).toEqual([200, "Moves"]);
    expect((alone.content["vertices"] as number[][])[0]).toEqual([51.9, 6]);
    const untyped = await send(kml(placemark("x", polygon(square(7)))), { to, method: "PUT", type: "" });
    expect([untyped.status, untyped.content["details"]]).toMatchObject([
      400,
      [{ path: "type", code: "field_required" }],
    ]);
  });
});

const circle = (count: number): Corner[] => {
  const corners = Array.from({ length: count }, (_, nth): Corner => {
    const angle = (2 * Math.PI * nth) / count;
    return [4.4 + 0.01 * Math.cos(angle), 51.9 + 0.01 * Math.sin(angle)];
  });
  return [...corners, corners[0]!];
};
const bow: Corner[] = [
  [4.4, 51.9],
  [4.401, 51.901],
  [4.401, 51.9],
  [4.4, 51.901],
  [4.4, 51.9],
];
const one = (corners: readonly Corner[]) => kml(placemark("Bad", polygon(corners)));
const entities = `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
<kml>${placemark("&b;&c;", polygon(square()))}</kml>`;

describe("a file is refused with the reason, and nothing is stored, if it", () => {
  test.each<[string, () => string | Uint8Array, number, RegExp]>([
    ["declares entities", () => entities, 400, /line 1: a document type and entities are not accepted/],
    ["uses an entity that nobody knows", () => kml(placemark("&nbsp;", polygon(square()))), 400, /line \d+: .*entity/i],
    ["is no XML", () => "lat,lon\n1,2", 400, /line 1: /],
    ["is cut off", () => one(square()).slice(0, -40), 400, /line \d+: /],
    ["is empty", () => "", 400, /empty/],
    ["is another XML", () => "<gpx><wpt/></gpx>", 400, /is not KML/],
    ["is no text", () => new Uint8Array([0x3c, 0x6b, 0xc3, 0x28]), 400, /must be UTF-8/],
    ["is nested without end", () => `<kml>${"<Folder>".repeat(100)}`, 400, /nested too deeply/],
    ["has only points", () => kml(placemark("P", "<Point><coordinates>1,2</coordinates></Point>")), 400, /a point/],
    ["has a polygon that crosses itself", () => one(bow), 400, /its sides must not cross/],
    ["has one with two corners", () => one(square().slice(0, 2)), 400, /needs at least three corners/],
    ["has a tiny one", () => one(square(4.4, 51.9, 1e-7)), 400, /each ring must enclose/],
    [
      "has one across the 180th meridian",
      () => one(square(-179.9).map(([lon, lat], nth) => [nth === 1 ? 179.9 : lon, lat])),
      400,
      /180th/,
    ],
    ["has one around a pole", () => one(square(4.4, 89.5)), 400, /pole/],
    ["has one beyond Earth", () => one(square(4.4, 95)), 400, /not on Earth/],
    ["has a place that is no number", () => one(square()).replace("51.9,0", "abc,0"), 400, /not on Earth/],
    ["has a polygon of 100,000 corners", () => one(circle(100_000)), 400, /must have at most 10000 corners/],
    ["has more places than anybody draws", () => kml("<Point/>".repeat(1001)), 400, /more than 1000 places/],
    ["is an archive that unpacks to too much", () => zip("doc.kml", Buffer.alloc(65 * 1024 * 1024, 32)), 413, /64 MB/],
    ["is one that lies about it", () => zip("doc.kml", Buffer.alloc(65 * 1024 * 1024, 32), 100), 400, /damaged/],
    ["is an archive without a KML", () => zip("readme.txt", Buffer.from("hi")), 400, /contains no KML/],
    ["is a damaged archive", () => zip("doc.kml", Buffer.from(one(square()))).subarray(0, 60), 400, /damaged/],
    ["is larger than 10 MB", () => Buffer.alloc(10 * 1024 * 1024 + 1, 32), 413, /10 MB/],
  ])("a KML file is refused with the reason, and nothing is stored, if it %s", async (_, file, status, message) => {
    const before = await names();
    const bytes = file();
    for (const query of ["", "&dry_run=true"]) {
      const answer = await send(bytes, { query });
      const told = JSON.stringify(answer.content);
      // A dry run lists the reasons place by place; a fault of the whole file is refused there too.
      expect([query, answer.status === 200 ? status : answer.status]).toEqual([query, status]);
      expect(told).toMatch(message);
    }
    expect(await names()).toEqual(before);
  });

  test("a KML file is refused if it is missing, or comes with an invalid setting", async () => {
    const address = `${pulse.url}/api/v3/geofences?site_id=${site.id}&type=kml`;
    const bare = await fetch(address, {
      method: "POST",
      headers: { "x-id-token": token, "content-type": "application/json" },
      body: "{}",
    });
    expect([bare.status, JSON.stringify(await bare.json())]).toEqual([400, expect.stringContaining('"path":"file"')]);
    const wrong = await send(one(square()), { data: { elevation_lower_bound: 3 } });
    expect([wrong.status, JSON.stringify(wrong.content)]).toEqual([
      400,
      expect.stringContaining("elevation_upper_bound"),
    ]);
  });
});
