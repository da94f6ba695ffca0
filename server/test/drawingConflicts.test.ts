import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { box, type Drawn, floorDesk, room } from "./support/floorDesk.ts";
import { detailsOf, floorsOf, siteDesk } from "./support/siteForms.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A site or a drawing that was read before a colleague changed it.
let pulse: TestPulse;
let desk: Awaited<ReturnType<typeof siteDesk>>;

beforeAll(async () => {
  pulse = await testPulse();
  desk = await siteDesk(pulse);
});
afterAll(() => pulse.stop());

const aFloorDesk = () => floorDesk(pulse, desk);
const roomNames = (site: Record<string, unknown>) => (floorsOf(site)[0] as unknown as Drawn).rooms.map((r) => r.name);

describe("a site that is sent back later", () => {
  test("a site sent back later does not undo what a colleague has drawn meanwhile, and changes nothing else either", async () => {
    const floor = await aFloorDesk();
    const read = await floor.site();
    await floor.drawn({ rooms: [room("Cold store")] });
    const refused = await desk.put(floor.siteId, { ...read, phone: "1" });
    expect([refused.status, refused.content["code"]]).toEqual([409, "conflict"]);
    expect(detailsOf(refused)).toMatchObject([{ path: "buildings[0].floors[0].rooms", code: "changed", yours: [] }]);
    const now = await floor.site();
    expect([roomNames(now), now["phone"]]).toEqual([["Cold store"], null]);
  });

  test("a site sent back later wins without the floors' versions, and leaves omitted parts of a drawing unchanged", async () => {
    const floor = await aFloorDesk();
    const read = await floor.site();
    await floor.drawn({ outline: box(0, 0, 20), rooms: [room("Cold store")] });
    const [bare] = floorsOf(read);
    for (const key of ["version", "outline", "walls", "doors", "lifts"]) delete bare![key];
    const { status, content } = await desk.put(floor.siteId, { buildings: read["buildings"] });
    expect([status, roomNames(content)]).toEqual([200, []]);
    expect(floorsOf(content)[0]!["outline"]).toHaveLength(4);
  });

  test("a site sent back later keeps the versions of floors that it does not change", async () => {
    const floor = await aFloorDesk();
    await floor.drawn({ rooms: [room("Cold store")] });
    const read = await floor.site();
    const { content } = await desk.put(floor.siteId, { ...read, phone: "1" });
    expect([content["phone"], floorsOf(content)[0]!["version"]]).toEqual(["1", floorsOf(read)[0]!["version"]]);
  });

  test("a site sent back later conflicts if a colleague has meanwhile removed one of its ids", async () => {
    const floor = await aFloorDesk();
    const { version, rooms } = await floor.drawn({ rooms: [room("Cold store")] });
    const read = await floor.site();
    await floor.drawn({ rooms: [] });
    expect((await floor.draw({ version, rooms })).status).toBe(409);
    expect((await desk.put(floor.siteId, read)).status).toBe(409);
  });
});
