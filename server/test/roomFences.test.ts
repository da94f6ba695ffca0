import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, call } from "./support/api.ts";
import { box, type Drawn, type FloorDesk, floorDesk, room } from "./support/floorDesk.ts";
import { floorsOf, siteDesk } from "./support/siteForms.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Geofences that are made from a room, and follow it.
let pulse: TestPulse;
let desk: Awaited<ReturnType<typeof siteDesk>>;

beforeAll(async () => {
  pulse = await testPulse();
  desk = await siteDesk(pulse);
});
afterAll(() => pulse.stop());

const make = (siteId: string, body: object): Promise<Answer> =>
  call(pulse, "POST", `geofences?site_id=${siteId}`, { token: desk.token, body });
const change = (id: unknown, body: object): Promise<Answer> =>
  call(pulse, "PUT", `geofences/${String(id)}`, { token: desk.token, body });
const read = async (id: unknown) =>
  (await call(pulse, "GET", `geofences/${String(id)}`, { token: desk.token })).content;
const cornersOf = (area: { lat: number; lon: number }[]) => area.map(({ lat, lon }) => [lat, lon]);

/** A floor with one room, and a geofence of it. */
async function theScene(name: string) {
  const floor = await floorDesk(pulse, desk);
  const { rooms } = await floor.drawn({ rooms: [room(name)] });
  const { status, content } = await make(floor.siteId, { room_id: rooms[0]!.id });
  expect(status).toBe(201);
  return { floor, room: rooms[0]!, fence: content };
}
const moved = (floor: FloorDesk, of: Drawn["rooms"][number], more: object = {}): Promise<Drawn> =>
  floor.drawn({ rooms: [{ ...of, kind: null, area: box(10, 8, 6), ...more }] });

describe("a geofence of a room", () => {
  test("a geofence of a room needs nothing but the room: name, area and floor are the room's", async () => {
    const { floor, room: cold, fence } = await theScene("Cold store");
    expect(fence).toMatchObject({
      name: "Cold store",
      type: "polygon",
      vertices: cornersOf(cold.area),
      floor_ids: [floor.floorId],
      room_id: cold.id,
      radius: null,
    });
    expect(await read(fence["id"])).toEqual(fence);
  });

  test("a geofence of a room can have a name of its own, and the room's area wins over a shape that is sent along", async () => {
    const floor = await floorDesk(pulse, desk);
    const { rooms } = await floor.drawn({ rooms: [room("Dock")] });
    const body = { name: "Dock fence", type: "polygon", vertices: cornersOf(box(20, 10)), room_id: rooms[0]!.id };
    const { content } = await make(floor.siteId, body);
    expect(content).toMatchObject({ name: "Dock fence", vertices: cornersOf(rooms[0]!.area) });
  });

  test("a geofence cannot be made of a room that another site has, or nobody", async () => {
    const { room: foreign } = await theScene("Theirs");
    const floor = await floorDesk(pulse, desk);
    const { status, content } = await make(floor.siteId, { room_id: foreign.id });
    expect([status, content["code"]]).toEqual([400, "invalid_parameter"]);
    expect(content["details"]).toMatchObject([{ path: "room_id", code: "not_found" }]);
  });

  test("an existing geofence begins to follow a room when it is given one, and keeps its name", async () => {
    const floor = await floorDesk(pulse, desk);
    const { rooms } = await floor.drawn({ rooms: [room("Bay")] });
    const { content: round } = await make(floor.siteId, {
      name: "Round",
      type: "circle",
      ...box(1, 1)[0],
      radius: 5,
    });
    const { content } = await change(round["id"], { room_id: rooms[0]!.id });
    expect(content).toMatchObject({
      name: "Round",
      type: "polygon",
      room_id: rooms[0]!.id,
      radius: null,
      floor_ids: [floor.floorId],
      vertices: cornersOf(rooms[0]!.area),
    });
  });
});

describe("a geofence that follows a room", () => {
  test("a geofence follows its room when the floor is drawn anew, with its name and a record of its own", async () => {
    const { floor, room: cold, fence } = await theScene("Store");
    const { rooms } = await moved(floor, cold, { name: "Chilled store" });
    const after = await read(fence["id"]);
    expect(after).toMatchObject({
      name: "Chilled store",
      vertices: cornersOf(rooms[0]!.area),
      room_id: cold.id,
      version: Number(fence["version"]) + 1,
    });
    expect(after["lat"]).not.toBe(fence["lat"]);
    const log = await call(pulse, "GET", `audit?entity_id=${String(fence["id"])}&action=update`, { token: desk.token });
    const [entry] = log.content as unknown as { changes: { field: string }[] }[];
    expect(entry!.changes.map(({ field }) => field).toSorted()).toEqual(["name", "shape"]);
  });

  test("a geofence with a name of its own keeps it when its room is renamed", async () => {
    const { floor, room: cold, fence } = await theScene("Ramp");
    expect((await change(fence["id"], { name: "My ramp" })).content["name"]).toBe("My ramp");
    await moved(floor, cold, { name: "Ramp 2" });
    expect(await read(fence["id"])).toMatchObject({ name: "My ramp", room_id: cold.id });
  });

  test("a geofence follows its room when the whole site is sent", async () => {
    const { floor, room: cold, fence } = await theScene("Hall");
    const site = await floor.site();
    const [drawn] = floorsOf(site) as unknown as [Drawn];
    drawn.rooms[0]!.area = box(12, 9, 5);
    const { status } = await desk.put(floor.siteId, site);
    expect(status).toBe(200);
    expect(await read(fence["id"])).toMatchObject({ vertices: cornersOf(box(12, 9, 5)), room_id: cold.id });
  });

  test("a geofence stays where it is when its room is removed, and follows nothing any more", async () => {
    const { floor, fence } = await theScene("Gone");
    await floor.drawn({ rooms: [] });
    expect(await read(fence["id"])).toMatchObject({ name: "Gone", vertices: fence["vertices"], room_id: null });
  });

  test("a geofence that gets another area or null for its room follows it no longer; one sent back unchanged does", async () => {
    const { room: cold, fence } = await theScene("Yard");
    const { content: back } = await change(fence["id"], fence);
    expect(back["room_id"]).toBe(cold.id);
    const { content: own } = await change(fence["id"], { vertices: cornersOf(box(20, 10)) });
    expect(own).toMatchObject({ room_id: null, vertices: cornersOf(box(20, 10)) });
    expect((await change(fence["id"], { room_id: cold.id })).content["room_id"]).toBe(cold.id);
    expect((await change(fence["id"], { room_id: null })).content).toMatchObject({
      room_id: null,
      vertices: cornersOf(cold.area),
    });
  });

  test("the live path knows at once where a geofence has gone with its room", async () => {
    const { floor, room: cold, fence } = await theScene("Live");
    await moved(floor, cold);
    const events = await pulse.db
      .selectFrom("events")
      .select("operation")
      .where("entity_id", "=", String(fence["id"]))
      .orderBy("seq")
      .execute();
    expect(events.map(({ operation }) => operation)).toEqual(["created", "updated"]);
  });
});
