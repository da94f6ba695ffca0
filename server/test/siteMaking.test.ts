import { connectAsync } from "mqtt";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aGateway, anAsset } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import {
  aFloor,
  faults,
  floorsOf,
  northWest,
  oneFloor,
  placeOf,
  siteDesk,
  siteForm,
  siteName,
} from "./support/siteForms.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Sites with their buildings, floors and plans, as people make them over the API.
let pulse: TestPulse;
let desk: Awaited<ReturnType<typeof siteDesk>>;

beforeAll(async () => {
  pulse = await testPulse();
  desk = await siteDesk(pulse);
});
afterAll(() => pulse.stop());

describe("making a site", () => {
  test("a new site is stored with its buildings, floors and plans, and shows its MQTT password once", async () => {
    const site = await desk.made({ lat: 51.9, lon: 4.4, address: "Quay 1", settings: { anchor_snap_radius: 3 } });
    expect(site).toMatchObject({ customer_id: desk.customer.id, address: "Quay 1", num_asset: 0, version: 1 });
    expect(site["settings"]).toMatchObject({ anchor_snap_radius: 3, location_accuracy_threshold: 50 });
    const [floor] = floorsOf(site);
    expect(floor).toMatchObject({ level: 0, elevation: 0, image_width: 400, image_height: 250, outline: null });
    expect(floor!["corners"]).toHaveLength(4);
    const image = await fetch(`${pulse.url}${String(floor!["image_url"])}`, {
      headers: { authorization: `Bearer ${desk.token}` },
    });
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(site["password"]).toMatch(/^.{20,}$/);
    expect((await desk.get(site["id"])).content["password"]).toBeUndefined();

    const listener = await connectAsync(pulse.mqttUrl, {
      username: String(site["username"]),
      password: String(site["password"]),
      reconnectPeriod: 0,
    });
    await listener.endAsync();
  });

  test("a new site may be plain JSON without a plan, and takes an empty coordinate as 0", async () => {
    const { status, content } = await call(pulse, "POST", "sites", {
      token: desk.token,
      body: { name: siteName(), lat: null },
    });
    expect([status, content["lat"], content["lon"], content["buildings"]]).toEqual([201, 0, 0, []]);
  });

  test("a new site keeps a plan's rotation if it is given by four corners", async () => {
    const turned = await desk.made({ buildings: oneFloor({ rotation_deg: 10 }) });
    const { corners } = floorsOf(turned)[0]!;
    const again = await desk.made({ buildings: oneFloor({ corners, north_west: undefined, south_east: undefined }) });
    expect(Number(floorsOf(again)[0]!["rotation_deg"])).toBeCloseTo(10, 6);
  });

  test("a new site gives its maker access even if the maker's group is limited to single sites", async () => {
    const limited = await tokenWith(pulse, desk.customer, ["site_management.c", "site_management.r"], { siteIds: [] });
    const { status, content } = await desk.post({ name: siteName(), buildings: oneFloor() }, undefined, limited);
    expect(status).toBe(201);
    expect((await desk.get(content["id"], limited)).status).toBe(200);
  });

  test("a new site is made once for one Idempotency-Key, and the key is refused for another plan", async () => {
    const data = { name: siteName(), buildings: oneFloor() };
    const headers = { "idempotency-key": uuidv7() };
    const first = await call(pulse, "POST", "sites", {
      token: desk.token,
      headers,
      body: siteForm(data, { plan: desk.png }),
    });
    const second = await call(pulse, "POST", "sites", {
      token: desk.token,
      headers,
      body: siteForm(data, { plan: desk.png }),
    });
    expect([first.status, second.status, second.content["id"]]).toEqual([201, 201, first.content["id"]]);
    const other = await sharp(desk.png).negate().png().toBuffer();
    const third = await call(pulse, "POST", "sites", {
      token: desk.token,
      headers,
      body: siteForm(data, { plan: other }),
    });
    expect(third.content["code"]).toBe("idempotency_key_reused");
  });
});

describe("the list of sites", () => {
  test("the list of sites is searched, sorted and paged by the server, with counts for each site", async () => {
    for (const name of ["Älvsborg yard", "Alvsborg depot", "Brink"]) await desk.made({ name });
    const listed = async (query: string, token = desk.token) => {
      const { content, metadata } = await call(pulse, "GET", `sites?${query}`, { token });
      const sites = content as unknown as {
        name: string;
        num_asset: number;
        num_beacon: number;
        num_gateway: number;
      }[];
      return { names: sites.map(({ name }) => name), total: metadata["total_count"], first: sites[0] };
    };
    const found = await listed("search_keyword=ALVS&sort_fields=name&sort_order=desc&limit=1&page=1");
    expect(found).toMatchObject({ names: ["Älvsborg yard"], total: 2, first: { num_asset: 0, num_gateway: 0 } });
    expect((await listed("search_keyword=alvs&sort_fields=name&sort_order=desc&limit=1&page=2")).names).toEqual([
      "Alvsborg depot",
    ]);
    const limited = await tokenWith(pulse, desk.customer, ["site_management.r"], { siteIds: [] });
    expect(await listed("", limited)).toMatchObject({ names: [], total: 0 });
    expect((await listed(`customer_id=${uuidv7()}`)).names).toEqual([]);
    expect((await listed(`customer_id=${desk.customer.id}&search_keyword=brink`)).names).toEqual(["Brink"]);
  });
});

test("a site counts its gateways that are online and its assets seen in the last 24 hours", async () => {
  const site = await desk.made({ buildings: oneFloor() });
  const place = placeOf(site);
  const hour = 3600_000;
  const ago = (ms: number): Date => new Date(Date.now() - ms);
  const three = async <T>(make: (nth: number) => Promise<T>): Promise<T[]> => [
    await make(1),
    await make(2),
    await make(3),
  ];
  const [now, late] = await three((x) => aGateway(pulse, desk.customer, place, { x, y: 1 }));
  const [seen, silent] = await three(() => anAsset(pulse, desk.customer, place));
  const heard = (hardware_id: string, ms: number) => ({ hardware_id, last_message_at: ago(ms) });
  await pulse.db
    .insertInto("gateway_status")
    .values([heard(now!.id, 0), heard(late!.id, hour)])
    .execute();
  const told = (tracker_id: string, ms: number) => ({ tracker_id, last_heard_at: ago(ms) });
  await pulse.db
    .insertInto("tracker_status")
    .values([told(seen!.trackerId, hour), told(silent!.trackerId, 25 * hour)])
    .execute();
  expect((await desk.get(site["id"])).content).toMatchObject({
    num_gateway: 3,
    num_gateway_online: 1,
    num_mobile: 0,
    num_beacon: 3,
    num_asset: 3,
    num_asset_seen: 1,
  });
});

describe("invalid input is refused at its field, and nothing is stored", () => {
  const refused = async (data: object, files?: Record<string, Uint8Array | string>) => {
    const before = readdirSync(join(pulse.config.dataDir, "files")).length;
    const count = (await call(pulse, "GET", "sites", { token: desk.token })).content.length;
    const answer = await desk.post({ name: siteName(), ...data }, files);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await call(pulse, "GET", "sites", { token: desk.token })).content).toHaveLength(count);
    expect(readdirSync(join(pulse.config.dataDir, "files"))).toHaveLength(before);
    return answer;
  };
  test.each<[string, object[], string]>([
    ["a building without floors", [{ name: "A", floors: [] }], "buildings[0].floors: building_needs_floor"],
    ["a floor without a plan", oneFloor({ image: null }), "buildings[0].floors[0].image: layout_image_required"],
    [
      "a part that the form does not have",
      oneFloor({ image: "x" }),
      "buildings[0].floors[0].image: layout_image_required",
    ],
    [
      "a floor without its place",
      oneFloor({ south_east: undefined }),
      "buildings[0].floors[0].south_east: field_required",
    ],
    [
      "corners that enclose nothing",
      oneFloor({ south_east: northWest }),
      "buildings[0].floors[0].south_east: location_invalid",
    ],
    [
      "latitude 91",
      oneFloor({ north_west: { lat: 91, lon: 4 } }),
      "buildings[0].floors[0].north_west.lat: out_of_range",
    ],
    ["a name with a forbidden character", [{ name: "A/B", floors: [aFloor()] }], "buildings[0].name: char_not_allowed"],
    ["a name that begins with a space", oneFloor({ name: " G" }), "buildings[0].floors[0].name: space_not_allowed"],
    [
      "two floors of one level",
      [{ name: "A", floors: [aFloor(), aFloor({ name: "First" })] }],
      "buildings[0].floors[1].level: must_be_unique",
    ],
    [
      "two buildings of one name",
      [...oneFloor(), { name: "MAIN", floors: [aFloor()] }],
      "buildings[1].name: building_name_invalid",
    ],
    [
      "corners that are no rectangle",
      oneFloor({
        corners: [northWest, { lat: 51.9, lon: 4.4006 }, { lat: 51.8998, lon: 4.4002 }, { lat: 51.8998, lon: 4.4 }],
      }),
      "buildings[0].floors[0].corners: location_invalid",
    ],
    [
      "a room that crosses itself",
      oneFloor({
        rooms: [
          {
            name: "Bow",
            area: [northWest, { lat: 51.8999, lon: 4.4001 }, { lat: 51.9, lon: 4.4001 }, { lat: 51.8999, lon: 4.4 }],
          },
        ],
      }),
      "buildings[0].floors[0].rooms[0].area: invalid_parameter",
    ],
  ])("a new site with %s is refused at its field, and nothing is stored", async (_what, buildings, at) => {
    expect(faults(await refused({ buildings }))).toContain(at);
  });

  test.each<[string, () => Promise<Uint8Array | string>, string]>([
    ["a text file named .png", async () => "no image at all", "file_type_invalid"],
    ["an SVG with a script", async () => svg("<script>alert(1)</script>"), "file_type_invalid"],
    [
      "an SVG that refers to another place",
      async () => svg('<image href="http://example.org/x.png"/>'),
      "file_type_invalid",
    ],
    ["an image of 21 MB", async () => new Uint8Array(21 * 1024 * 1024), "file_too_large"],
    ["a bomb of 30,000 × 30,000 pixels", async () => bomb(), "file_too_large"],
  ])("a new site whose plan is %s is refused at its field, and nothing is stored", async (_what, bytes, code) => {
    const answer = await refused({ buildings: oneFloor() }, { plan: await bytes() });
    expect(faults(answer)).toEqual([`buildings[0].floors[0].image: ${code}`]);
  });

  test("a new site's form without data, or data that is not a JSON object, is refused, and nothing is stored", async () => {
    for (const data of ["", "[]", "{", "3"])
      expect(
        (await call(pulse, "POST", "sites", { token: desk.token, body: siteForm(data, { plan: desk.png }) })).status,
      ).toBe(400);
    const body = new FormData();
    body.append("plan", new Blob([Uint8Array.from(desk.png)]), "plan.png");
    const { status, content } = await call(pulse, "POST", "sites", { token: desk.token, body });
    expect([status, content["code"]]).toEqual([400, "field_required"]);
  });

  test("a new site with a name that the customer already uses is refused, and nothing is stored", async () => {
    const { name: taken } = await desk.made();
    const answer = await refused({ name: String(taken).toUpperCase() });
    expect([answer.status, ...faults(answer)]).toEqual([409, "name: must_be_unique"]);
  });
});

const svg = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="25"><rect width="40" height="25"/>${inner}</svg>`;

/** A small file that would be 900 million pixels. */
function bomb(): Uint8Array {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 1, 0, 0, 0, 0]);
  const pixels = deflateSync(Buffer.alloc(3751 * 30_000));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
