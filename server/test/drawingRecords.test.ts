import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { at, box, type FloorDesk, floorDesk, room } from "./support/floorDesk.ts";
import { floorsOf, siteDesk } from "./support/siteForms.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// What the audit log says about drawings and about sites with them.
let pulse: TestPulse;
let desk: Awaited<ReturnType<typeof siteDesk>>;

beforeAll(async () => {
  pulse = await testPulse();
  desk = await siteDesk(pulse);
});
afterAll(() => pulse.stop());

const aFloorDesk = () => floorDesk(pulse, desk);

describe("the audit log", () => {
  interface Entry {
    entity: { kind: string; id: string };
    changes: { field: string; before: unknown; after: unknown }[];
  }
  /** What was done in a site since it was made, the newest first. */
  const entriesOf = async ({ siteId }: FloorDesk): Promise<Entry[]> => {
    await pulse.settled();
    const path = `audit?site_id=${siteId}&action=update`;
    return (await call(pulse, "GET", path, { token: desk.token })).content as unknown as Entry[];
  };

  test("the audit log names the changed parts of a drawing", async () => {
    const floor = await aFloorDesk();
    const corners = box(0, 0, 10);
    const { rooms } = await floor.drawn({ outline: corners, rooms: [room("A"), room("B", 5)] });
    await floor.drawn({ outline: [...corners.slice(0, 3), at(0, 12)] });
    await floor.drawn({ rooms: [{ ...rooms[0]!, kind: "Store" }, rooms[1]!] });
    await floor.drawn({ rooms: [rooms[1]!] });
    await floor.drawn({ walls: [{ points: box(1, 1).slice(0, 2) }] });
    const [wall, removed, described, moved] = (await entriesOf(floor)).map(({ changes }) => changes);
    expect(moved).toEqual([
      { field: "outline", before: expect.any(Array) as object, after: expect.any(Array) as object },
    ]);
    expect(moved![0]!.before).not.toEqual(moved![0]!.after);
    expect(described).toEqual([{ field: "rooms_changed", before: null, after: ["A"] }]);
    expect(removed).toEqual([{ field: "rooms", before: ["A", "B"], after: ["B"] }]);
    expect(wall).toEqual([{ field: "walls", before: 0, after: 1 }]);
  });

  test("the audit log names the changed parts of a drawing that was sent with the site, too", async () => {
    const floor = await aFloorDesk();
    await floor.drawn({ rooms: [room("A")] });
    const site = await floor.site();
    Object.assign(floorsOf(site)[0]!, { rooms: [] });
    expect((await desk.put(floor.siteId, site)).status).toBe(200);
    const [entry] = await entriesOf(floor);
    expect(entry).toMatchObject({
      entity: { kind: "floor", id: floor.floorId },
      changes: [{ field: "rooms", before: ["A"], after: [] }],
    });
  });

  test("the audit log records a change of a floor's ceiling", async () => {
    const floor = await aFloorDesk();
    const site = await floor.site();
    Object.assign(floorsOf(site)[0]!, { ceiling_height_m: 9 });
    expect((await desk.put(floor.siteId, site)).status).toBe(200);
    expect((await entriesOf(floor))[0]!.changes).not.toEqual([]);
  });

  test("the audit log gets no entry if nothing has changed in a drawing, and the versions stay", async () => {
    const floor = await aFloorDesk();
    const first = await floor.drawn({ outline: box(0, 0, 10), rooms: [room("A")] });
    const site = await floor.site();
    const before = (await entriesOf(floor)).length;
    for (const body of [{}, first, { rooms: first.rooms }])
      expect((await floor.drawn(body)).version).toBe(first.version);
    for (const body of [site, {}, { phone: null }]) {
      const { status, content } = await desk.put(floor.siteId, body);
      expect([status, content["version"], floorsOf(content)[0]!["version"]]).toEqual([
        200,
        site["version"],
        first.version,
      ]);
    }
    expect(await entriesOf(floor)).toHaveLength(before);
  });
});
