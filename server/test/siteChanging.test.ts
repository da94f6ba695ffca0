import { connectAsync } from "mqtt";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aGateway, anAsset } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import {
  aFloor,
  asBody,
  detailsOf,
  faults,
  floorsOf,
  northWest,
  oneFloor,
  placeOf,
  siteDesk,
  twoFloors,
} from "./support/siteForms.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Sites with their buildings, floors and plans, as people change and delete them over the API.
interface Thing {
  id: string;
  name: string;
  lat: number;
  lon: number;
  floor_id: string;
}

let pulse: TestPulse;
let desk: Awaited<ReturnType<typeof siteDesk>>;

beforeAll(async () => {
  pulse = await testPulse();
  desk = await siteDesk(pulse);
});
afterAll(() => pulse.stop());

describe("changing a site", () => {
  test("a site that is sent back as it was read changes nothing", async () => {
    const { password: _password, ...site } = await desk.made({
      buildings: twoFloors(),
    });
    const { status, content } = await desk.put(site["id"], site);
    expect(status).toBe(200);
    expect(JSON.stringify(content)).toBe(JSON.stringify(site));
    const stored = await pulse.db
      .selectFrom("floors")
      .select("elevation")
      .where("site_id", "=", String(site["id"]))
      .execute();
    expect(stored.map(({ elevation }) => elevation)).toEqual([null, null]);
  });

  test("a site's change keeps what is omitted and the floors' ids, and two floors can swap their names", async () => {
    const site = await desk.made({
      address: "Quay 1",
      buildings: twoFloors(),
    });
    const body = asBody(site);
    const [ground, first] = body.buildings[0].floors;
    [ground.name, first.name, ground.level, first.level] = ["First", "Ground", 1, 0];
    const { status, content } = await desk.put(site["id"], { buildings: body.buildings });
    expect([status, content["address"], content["name"]]).toEqual([200, "Quay 1", site["name"]]);
    expect(floorsOf(content).map((floor) => [floor["id"], floor["name"]])).toEqual([
      [first.id, "Ground"],
      [ground.id, "First"],
    ]);
  });

  test("a floor's change keeps its ceiling, its corners and its rotation where they are omitted", async () => {
    const layout = { ceiling_height_m: 5.5, rotation_deg: 10 };
    const site = await desk.made({ buildings: [{ name: "Main", floors: [aFloor(layout)] }] });
    const [floor] = floorsOf(site);
    const { id, name, level, north_west, south_east } = floor!;
    const { id: building } = (site["buildings"] as { id: string }[])[0]!;
    const change = async (more: object) => {
      const buildings = [{ id: building, name: "Main", floors: [{ id, name, level, ...more }] }];
      return floorsOf((await desk.put(site["id"], { buildings })).content)[0];
    };
    expect(await change({})).toMatchObject({ ...layout, north_west, south_east });
    const rotated = { ceiling_height_m: 5.5, rotation_deg: 12 };
    expect(await change({ rotation_deg: 12 })).toMatchObject({ ...rotated, north_west, south_east });
    const moved = { lat: (north_west as { lat: number }).lat + 0.00001, lon: (north_west as { lon: number }).lon };
    expect(await change({ north_west: moved })).toMatchObject({ ...rotated, north_west: moved, south_east });
  });

  test("a site's new plan replaces the old one, and an omitted floor is removed", async () => {
    const site = await desk.made({
      buildings: twoFloors(),
    });
    const body = asBody(site);
    body.buildings[0].floors.pop();
    body.buildings[0].floors[0].image = "other";
    const other = await sharp(desk.png).resize(200).png().toBuffer();
    const { status, content } = await desk.put(site["id"], body, { other });
    expect([status, floorsOf(content).map((floor) => floor["image_width"])]).toEqual([200, [200]]);
  });

  test("a copied floor gets the original's gateways and geofences, at the same spots and under new names", async () => {
    const site = await desk.made({ buildings: oneFloor() });
    const place = placeOf(site);
    const gateway = await aGateway(pulse, desk.customer, place, { x: 12, y: 8 });
    const query = `site_id=${place.id}`;
    const ofSite = async (noun: string) =>
      (await call(pulse, "GET", `${noun}?${query}`, { token: desk.token })).content as unknown as Thing[];
    const fence = (name: string, more: object) =>
      call(pulse, "POST", `geofences?${query}`, {
        token: desk.token,
        body: { name, type: "circle", ...northWest, radius: 5, floor_ids: [place.floorId], ...more },
      });
    const bounds = { elevation_lower_bound: 0, elevation_upper_bound: 3 };
    expect((await fence("Dock", bounds)).status).toBe(201);
    expect((await fence("dock (first)", { floor_ids: [] })).status).toBe(201);
    const body = asBody(site);
    const [ground] = body.buildings[0].floors;
    const { north_west, south_east } = aFloor();
    const copied = { floor_id: ground.id, gateways: true, geofences: true };
    const first = aFloor({ name: "First", level: 1, image: ground.image, north_west, south_east, copy_of: copied });
    const { status, content } = await desk.put(site["id"], {
      buildings: [{ ...body.buildings[0], floors: [ground, first] }],
    });
    expect(status).toBe(200);
    const newId = floorsOf(content).find(({ name }) => name === "First")!["id"];
    const gateways = await ofSite("hardwares");
    const { lat, lon } = gateways.find(({ id }) => id === gateway.id)!;
    const copy = gateways.find(({ floor_id }) => floor_id === newId)!;
    expect(copy).toMatchObject({ lat, lon, status: "never", mac: expect.stringMatching(/^02:/) as string });
    expect(copy.name).toMatch(/ \(First\)$/);
    const fences = await ofSite("geofences");
    expect(fences.find(({ name }) => name === "Dock (First 2)")).toMatchObject({
      floor_ids: [newId],
      ...northWest,
      elevation_lower_bound: 4,
      elevation_upper_bound: 7,
    });
    expect([gateways.length, fences.length]).toEqual([2, 3]);
  });

  test("a copied floor's gateways and geofences need the right to create them, and come only within the site", async () => {
    const site = await desk.made({ buildings: oneFloor() });
    const token = await tokenWith(pulse, desk.customer, ["site_management.u"]);
    const copy = (floorId: unknown, which: object, as: string) => {
      const { buildings } = asBody(site);
      const first = aFloor({
        name: "First",
        level: 1,
        image: buildings[0].floors[0].image,
        copy_of: { floor_id: floorId, ...which },
      });
      return call(pulse, "PUT", `sites/${String(site["id"])}`, {
        token: as,
        body: {
          buildings: [
            {
              ...buildings[0],
              floors: [...buildings[0].floors.map((floor) => ({ ...floor, elevation: undefined })), first],
            },
          ],
        },
      });
    };
    const { floorId } = placeOf(site);
    expect((await copy(floorId, { gateways: true }, token)).status).toBe(403);
    expect((await copy(floorId, { geofences: true }, token)).status).toBe(403);
    const foreign = await copy(String(site["id"]), { geofences: true }, desk.token);
    expect([foreign.status, faults(foreign)]).toEqual([400, ["buildings[0].floors[1].copy_of.floor_id: not_found"]]);
    expect((await copy(floorId, {}, token)).status).toBe(200);
  });

  test("a floor with a gateway on it cannot be removed", async () => {
    const site = await desk.made({
      buildings: twoFloors(),
    });
    const body = asBody(site);
    const gateway = await aGateway(pulse, desk.customer, placeOf(site), { x: 1, y: 1 });
    body.buildings[0].floors.shift();
    const refused = await desk.put(site["id"], body);
    expect([refused.status, refused.content["code"]]).toEqual([409, "in_use"]);
    expect(refused.text).toContain(gateway.id);
    expect(floorsOf((await desk.get(site["id"])).content)).toHaveLength(2);
  });

  test("a site's older version is refused with the fields that differ", async () => {
    const site = await desk.made();
    await desk.put(site["id"], { address: "Quay 2" });
    const { status, content } = await desk.put(site["id"], { version: 1, address: "Quay 3" });
    expect([status, content["code"]]).toEqual([409, "conflict"]);
    expect(content["details"]).toMatchObject([{ path: "address", theirs: "Quay 2", yours: "Quay 3" }]);
  });

  test("a floor's elevation set by hand takes precedence, and requires the right to change elevations", async () => {
    const site = await desk.made();
    const body = asBody(site);
    body.buildings[0].floors[0].elevation = 12;
    expect(floorsOf((await desk.put(site["id"], body)).content)[0]!["elevation"]).toBe(12);
    const without = await tokenWith(pulse, desk.customer, ["site_management.u", "site_management.r"]);
    const answer = await call(pulse, "PUT", `sites/${String(site["id"])}`, { token: without, body });
    expect([answer.status, answer.content["code"]]).toEqual([403, "operation_not_allowed"]);
  });

  test("a floor's elevation set by hand stays if a change does not mention it", async () => {
    const site = await desk.made({ buildings: twoFloors() });
    const byHand = asBody(site);
    byHand.buildings[0].floors[1].elevation = 12;
    await desk.put(site["id"], byHand);
    const silent = asBody(site);
    const silence = { version: undefined, elevation: undefined, ceiling_height_m: 5 };
    for (const floor of silent.buildings[0].floors) Object.assign(floor, silence);
    const { status, content } = await desk.put(site["id"], { buildings: silent.buildings });
    expect([status, floorsOf(content).map((floor) => floor["elevation"])]).toEqual([200, [0, 12]]);
  });

  test("a change of a site's settings is announced", async () => {
    const site = await desk.made();
    const told: unknown[] = [];
    pulse.bus.subscribe("changed", (changed) => void told.push(changed));
    await desk.put(site["id"], { settings: { location_accuracy_threshold: 7 } });
    expect(told).toContainEqual({ kind: "site", ids: [site["id"]], siteId: site["id"], customerId: desk.customer.id });
    expect((await desk.get(site["id"])).content["settings"]).toMatchObject({ location_accuracy_threshold: 7 });
  });
});

describe("drawing on a floor", () => {
  const square = [northWest, { lat: 51.9, lon: 4.4003 }, { lat: 51.8999, lon: 4.4003 }, { lat: 51.8999, lon: 4.4 }];
  test("a drawing on a floor is stored as drawn, with ids, and omitted parts stay", async () => {
    const site = await desk.made();
    const [floor] = floorsOf(site);
    const path = `sites/${String(site["id"])}/floors/${String(floor!["id"])}/drawing`;
    const body = {
      outline: square,
      walls: [{ points: square.slice(0, 2), loss_db: 5 }],
      doors: [{ at: square.slice(0, 2) }],
      rooms: [{ name: "Cold store 2", kind: "Storage", area: square }],
    };
    const drawn = await call(pulse, "PUT", path, { token: desk.token, body });
    expect(drawn.status).toBe(200);
    expect(drawn.content).toMatchObject({ ...body, lifts: [], version: 2 });
    const [room] = drawn.content["rooms"] as { id: string }[];
    expect(room!.id).toMatch(/^[0-9a-f-]{36}$/);
    const again = await call(pulse, "PUT", path, { token: desk.token, body: { version: 2, outline: null } });
    expect(again.content).toMatchObject({ outline: null, rooms: [{ id: room!.id, name: "Cold store 2" }] });
    const stale = await call(pulse, "PUT", path, { token: desk.token, body: { version: 2, rooms: [] } });
    expect([stale.status, stale.content["code"]]).toEqual([409, "conflict"]);
  });

  test("a drawing is refused if it is far outside the plan, or on a floor of another site", async () => {
    const [site, other] = [await desk.made(), await desk.made()];
    const [floor] = floorsOf(site);
    const far = square.map(({ lat, lon }) => ({ lat: lat + 1, lon }));
    const path = (id: unknown) => `sites/${String(id)}/floors/${String(floor!["id"])}/drawing`;
    const answer = await call(pulse, "PUT", path(site["id"]), { token: desk.token, body: { outline: far } });
    expect([answer.status, faults(answer)[0]]).toEqual([400, "outline[0]: invalid_parameter"]);
    expect((await call(pulse, "PUT", path(other["id"]), { token: desk.token, body: { outline: square } })).status).toBe(
      404,
    );
  });
});

describe("deleting a site", () => {
  test("an empty site can be deleted", async () => {
    const site = await desk.made();
    const gone = await call(pulse, "DELETE", `sites/${String(site["id"])}`, { token: desk.token });
    expect([gone.status, gone.content]).toEqual([200, { id: site["id"] }]);
    expect((await desk.get(site["id"])).status).toBe(404);
  });

  test("a site's deletion ends the connections of its gateways, and no others", async () => {
    const [site, other] = [await desk.made(), await desk.made()];
    const [gone, stays] = [
      await aGateway(pulse, desk.customer, placeOf(site), { x: 1, y: 1 }),
      await aGateway(pulse, desk.customer, placeOf(other), { x: 1, y: 1 }),
    ];
    const connect = ({ username, password }: typeof gone) =>
      connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0 });
    const [leaving, staying] = [await connect(gone), await connect(stays)];
    const left = new Promise<void>((resolve) => leaving.once("close", () => resolve()));
    const path = `sites/${String(site["id"])}?cascade=true`;
    expect((await call(pulse, "DELETE", path, { token: desk.token })).status).toBe(200);
    await left;
    await staying.publishAsync(`kbeacon/publish/${stays.gmac}`, "{}", { qos: 1 });
    expect(staying.connected).toBe(true);
    await staying.endAsync();
  });

  test("a site that is in use is deleted with everything in it only on request, and the refusal counts the contents", async () => {
    const site = await desk.made();
    await aGateway(pulse, desk.customer, placeOf(site), { x: 1, y: 1 });
    const asset = await anAsset(pulse, desk.customer, placeOf(site));
    const path = `sites/${String(site["id"])}`;
    const refused = await call(pulse, "DELETE", path, { token: desk.token });
    expect([refused.status, refused.content["code"]]).toEqual([409, "in_use"]);
    expect(detailsOf(refused).map(({ message }) => message)).toEqual(["1 asset", "1 tracker", "1 gateway"]);
    expect((await call(pulse, "DELETE", `${path}?cascade=true`, { token: desk.token })).status).toBe(200);
    expect((await call(pulse, "GET", `assets/${asset.id}`, { token: desk.token })).status).toBe(404);
  });
});

test("a site's new MQTT password ends the old one", async () => {
  const site = await desk.made();
  const { status, content } = await call(pulse, "POST", `sites/${String(site["id"])}/mqtt-credentials`, {
    token: desk.token,
  });
  expect([status, content["mqtt_username"], content["publish_topics"]]).toEqual([200, site["username"], []]);
  const sign = (password: unknown) =>
    connectAsync(pulse.mqttUrl, { username: String(site["username"]), password: String(password), reconnectPeriod: 0 });
  await expect(sign(site["password"])).rejects.toThrow(/bad username or password/i);
  await (await sign(content["mqtt_password"])).endAsync();
});
