import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { aSite, type TestSite } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse();
  ({ customer, site, token } = await anOrganisation(pulse, { name: "Hof Süd" }));
});
afterAll(() => pulse.stop());

const name = (): string => `Fence ${++serial}`;
const circle = (fields: object = {}) => ({ name: name(), type: "circle", lat: 51.9, lon: 4.4, radius: 5, ...fields });
const corners = [
  [51.9, 4.4],
  [51.9, 4.401],
  [51.901, 4.401],
  [51.901, 4.4],
];
const polygon = (fields: object = {}) => ({ name: name(), type: "polygon", vertices: corners, ...fields });
const make = (body: object, { as = token, at = site }: { as?: string; at?: TestSite } = {}): Promise<Answer> =>
  call(pulse, "POST", `geofences?site_id=${at.id}`, { token: as, body });
const read = async (id: unknown) => (await call(pulse, "GET", `geofences/${String(id)}`, { token })).content;
const codeOf = ({ status, content }: Answer) => [status, content["code"]];
const pathsOf = ({ content }: Answer) => (content["details"] as { path: string }[]).map(({ path }) => path);

describe("a new geofence", () => {
  test("a new geofence can be a circle, with defaults for what is omitted", async () => {
    const body = circle();
    const { status, content } = await make(body);
    expect(status).toBe(201);
    expect(content).toMatchObject({
      ...body,
      site_id: site.id,
      version: 1,
      shape: null,
      vertices: [],
      elevation_lower_bound: null,
      elevation_upper_bound: null,
      floor_ids: [],
      geofence_exit_timeout: null,
      sensitivity: "normal",
      hidden_on_map: false,
      num_assets_inside: 0,
      assets_inside: [],
    });
    expect(await read(content["id"])).toEqual(content);
  });

  test("a new geofence can be a polygon of vertices, closed or not, and has a shape and a centre", async () => {
    for (const vertices of [corners, [...corners, corners[0]]]) {
      const { status, content } = await make(polygon({ vertices }));
      expect(status).toBe(201);
      const ring = [...corners, corners[0]!].map(([lat, lon]) => [lon, lat]);
      expect(content).toMatchObject({
        vertices: corners,
        shape: { type: "Polygon", coordinates: [ring] },
        radius: null,
      });
      expect(content["lat"]).toBeCloseTo(51.9005, 9);
      expect(content["lon"]).toBeCloseTo(4.4005, 9);
    }
  });

  test("a new geofence can be GeoJSON with holes and parts; altitudes are dropped, and vertices are the first ring", async () => {
    const square = (lon: number, lat: number, size: number) => [
      [lon, lat, 7],
      [lon + size, lat],
      [lon + size, lat + size],
      [lon, lat + size],
      [lon, lat, 7],
    ];
    const coordinates = [[square(4.4, 51.9, 0.001), square(4.4002, 51.9002, 0.0002)], [square(4.41, 51.9, 0.001)]];
    const { status, content } = await make(
      polygon({ vertices: undefined, shape: { type: "MultiPolygon", coordinates, bbox: [1, 2] } }),
    );
    expect(status).toBe(201);
    const flat = coordinates.map((part) => part.map((ring) => ring.map(([lon, lat]) => [lon, lat])));
    expect(content["shape"]).toEqual({ type: "MultiPolygon", coordinates: flat });
    expect(content["vertices"]).toEqual(flat[0]![0]!.slice(0, -1).map(([lon, lat]) => [lat, lon]));
  });

  test.each([
    ["neither vertices nor shape", () => polygon({ vertices: undefined }), "shape_required", "vertices"],
    ["no vertices", () => polygon({ vertices: [], shape: null }), "shape_required", "vertices"],
    ["no radius", () => circle({ radius: undefined }), "shape_required", "radius"],
    ["an empty radius", () => circle({ radius: null }), "shape_required", "radius"],
    ["a radius in words", () => circle({ radius: "wide" }), "radius_invalid", "radius"],
    ["a radius that is no number", () => circle({ radius: "NaN" }), "radius_invalid", "radius"],
    ["a radius of 0", () => circle({ radius: 0 }), "out_of_range", "radius"],
    ["a radius around the Earth", () => circle({ radius: 1e9 }), "out_of_range", "radius"],
    ["a circle nowhere", () => circle({ lat: undefined }), "field_required", "lat"],
    ["a latitude beside Earth", () => circle({ lat: 91 }), "location_invalid", "lat"],
    ["a circle over a pole", () => circle({ lat: 90 }), "location_invalid", "radius"],
    ["two corners", () => polygon({ vertices: corners.slice(2) }), "invalid_parameter", "vertices"],
    [
      "a polygon that crosses itself",
      () => polygon({ vertices: [corners[0], corners[2], corners[1], corners[3]] }),
      "invalid_parameter",
      "vertices",
    ],
    [
      "a tiny polygon",
      () =>
        polygon({
          vertices: [
            [1, 1],
            [1, 1.000001],
            [1.000001, 1],
          ],
        }),
      "invalid_parameter",
      "vertices",
    ],
    [
      "a corner beside Earth",
      () =>
        polygon({
          vertices: [
            [1, 181],
            [1, 2],
            [2, 1],
          ],
        }),
      "location_invalid",
      "vertices[0][1]",
    ],
    [
      "a polygon across the antimeridian",
      () =>
        polygon({
          vertices: [
            [1, 179.99],
            [1, -179.99],
            [2, 179.99],
          ],
        }),
      "location_invalid",
      "vertices",
    ],
    [
      "a polygon around a pole",
      () =>
        polygon({
          vertices: [
            [80, -120],
            [80, 0],
            [80, 120],
          ],
        }),
      "location_invalid",
      "vertices",
    ],
    [
      "a polygon at a pole",
      () =>
        polygon({
          vertices: [
            [89.5, 1],
            [89.5, 2],
            [89.9, 1],
          ],
        }),
      "location_invalid",
      "vertices",
    ],
    [
      "an unclosed ring of GeoJSON",
      () =>
        polygon({
          shape: {
            type: "Polygon",
            coordinates: [
              [
                [4, 51],
                [4.1, 51],
                [4, 51.1],
              ],
            ],
          },
        }),
      "invalid_parameter",
      "shape",
    ],
    [
      "a shape that is none",
      () => polygon({ shape: { type: "Point", coordinates: [4, 51] } }),
      "invalid_parameter",
      "shape",
    ],
    [
      "the lower bound above the upper",
      () => circle({ elevation_lower_bound: 5, elevation_upper_bound: 4 }),
      "elevation_bounds",
      "elevation_lower_bound",
    ],
    [
      "equal bounds",
      () => circle({ elevation_lower_bound: 5, elevation_upper_bound: 5 }),
      "elevation_bounds",
      "elevation_lower_bound",
    ],
    [
      "one bound without the other",
      () => circle({ elevation_lower_bound: 5 }),
      "elevation_bound_missing",
      "elevation_upper_bound",
    ],
    [
      "the other without the one",
      () => circle({ elevation_upper_bound: 5 }),
      "elevation_bound_missing",
      "elevation_lower_bound",
    ],
    ["a floor of nobody", () => circle({ floor_ids: [uuidv7()] }), "invalid_parameter", "floor_ids[0]"],
    ["no time to leave", () => circle({ geofence_exit_timeout: 0 }), "out_of_range", "geofence_exit_timeout"],
    ["a sensitivity of its own", () => circle({ sensitivity: "extreme" }), "invalid_parameter", "sensitivity"],
    ["no type", () => circle({ type: undefined }), "field_required", "type"],
    ["a type of its own", () => circle({ type: "star" }), "invalid_parameter", "type"],
    ["no name", () => circle({ name: undefined }), "field_required", "name"],
    ["a name with a sign", () => circle({ name: "a<b" }), "char_not_allowed", "name"],
  ] as const)("a new geofence is refused with %s, and nothing is saved", async (_what, body, code, path) => {
    // prettier-ignore
    const count = async () => (await pulse.db.selectFrom("geofences").select("id").execute()).length;
    const before = await count();
    const answer = await make(body());
    expect([...codeOf(answer), pathsOf(answer)[0]]).toEqual([400, code, path]);
    expect(await count()).toBe(before);
  });

  test("a new geofence has a name unique in its site, ignoring case; another site, or this one after a deletion, may reuse it", async () => {
    const taken = name();
    const { content } = await make(circle({ name: taken }));
    const again = await make(polygon({ name: taken.toUpperCase() }));
    expect(codeOf(again)).toEqual([409, "already_exists"]);
    expect(again.content["details"]).toEqual([
      { path: "name", code: "must_be_unique", message: "Geofence must be unique" },
    ]);
    expect((await make(circle({ name: taken }), { at: await aSite(pulse, customer) })).status).toBe(201);
    await call(pulse, "DELETE", `geofences/${String(content["id"])}`, { token });
    expect((await make(circle({ name: taken }))).status).toBe(201);
  });

  test("a new geofence gets elevation bounds only from those who may set them, and shows them only to those who may read", async () => {
    const blind = await tokenWith(pulse, customer, ["geofence_management.c", "geofence_management.r"]);
    const bounds = { elevation_lower_bound: -1, elevation_upper_bound: 3.5 };
    expect(codeOf(await make(circle(bounds), { as: blind }))).toEqual([403, "operation_not_allowed"]);
    const { content } = await make(circle(bounds));
    expect(content).toMatchObject(bounds);
    const { text } = await call(pulse, "GET", `geofences/${String(content["id"])}`, { token: blind });
    expect(text).not.toContain("elevation");
    const file = await call(pulse, "GET", `geofences/download?site_id=${site.id}`, { token: blind });
    expect(file.text).not.toContain("elevation");
  });
});
