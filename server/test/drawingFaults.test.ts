import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { at, box, floorDesk, room } from "./support/floorDesk.ts";
import { detailsOf, faults, floorsOf, siteDesk } from "./support/siteForms.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Which drawings a floor accepts, over their own route and with the site.
let pulse: TestPulse;
let desk: Awaited<ReturnType<typeof siteDesk>>;

beforeAll(async () => {
  pulse = await testPulse();
  desk = await siteDesk(pulse);
});
afterAll(() => pulse.stop());

const aFloorDesk = () => floorDesk(pulse, desk);

describe("an invalid drawing", () => {
  test("an invalid drawing is checked only after the floor, of which an unknown one is 404", async () => {
    const floor = await aFloorDesk();
    for (const id of [uuidv7(), "none"]) {
      const path = `sites/${floor.siteId}/floors/${id}/drawing`;
      expect((await call(pulse, "PUT", path, { token: desk.token, body: { rooms: "bad" } })).status).toBe(404);
    }
  });

  const bow = [at(2, 2), at(6, 6), at(6, 2), at(2, 6)];
  test.each<[string, object, string, string]>([
    ["a wall without length", { walls: [{ points: [at(2, 2), at(2, 2)] }] }, "walls[0].points", "has no length"],
    ["a door without width", { doors: [{ at: [at(2, 2), at(2, 2)] }] }, "doors[0].at", "has no length"],
    ["a bow tie", { rooms: [room("Bow", 2, { area: bow })] }, "rooms[0].area", "must not cross itself"],
    [
      "an area of two corners",
      { rooms: [room("Flat", 2, { area: [at(1, 1), at(5, 1), at(5, 1), at(1, 1)] })] },
      "rooms[0].area",
      "encloses nothing",
    ],
    ["a room beside the plan", { rooms: [room("Far", 60)] }, "rooms[0].area", "lies outside the plan"],
    [
      "a room outside the outline",
      { outline: box(0, 0, 10), rooms: [room("Yard", 20)] },
      "rooms[0].area",
      "lies outside the floor's outline",
    ],
    [
      "a wall outside the outline",
      { outline: box(0, 0, 10), walls: [{ points: [at(12, 1), at(12, 9)] }] },
      "walls[0].points",
      "lies outside the floor's outline",
    ],
    ["a lift beside the plan", { lifts: [{ name: "L", area: box(60, 2) }] }, "lifts[0].area", "lies outside the plan"],
  ])("a drawing with %s is refused, in both routes", async (_what, body, path, message) => {
    const floor = await aFloorDesk();
    const answer = await floor.draw(body);
    expect([answer.status, answer.content["code"]]).toEqual([400, "invalid_parameter"]);
    expect(detailsOf(answer)).toEqual([{ path, code: "invalid_parameter", message }]);
    const site = await floor.site();
    Object.assign(floorsOf(site)[0]!, body);
    const whole = await desk.put(floor.siteId, { buildings: site["buildings"] });
    expect([whole.status, whole.content["code"]]).toEqual([400, "invalid_parameter"]);
    expect(detailsOf(whole)).toEqual([{ path: `buildings[0].floors[0].${path}`, code: "invalid_parameter", message }]);
  });

  test("a drawing with too few corners is reported with a number of corners", async () => {
    const floor = await aFloorDesk();
    const told = async (body: object) => detailsOf(await floor.draw(body))[0]!.message;
    expect(await told({ rooms: [room("Two", 2, { area: [at(1, 1), at(2, 2)] })] })).toBe(
      "number of corners must be between 3 and 500",
    );
    expect(await told({ doors: [{ at: [at(1, 1)] }] })).toBe("number of ends must be 2");
  });

  test("a drawing is refused for ids that the floor does not have, including those of another floor", async () => {
    const [floor, other] = [await aFloorDesk(), await aFloorDesk()];
    const theirs = (await other.drawn({ rooms: [room("Theirs")] })).rooms[0]!;
    for (const id of [theirs.id, uuidv7()]) {
      const answer = await floor.draw({ rooms: [room("Mine"), room("Stolen", 8, { id })] });
      expect([answer.status, faults(answer)]).toEqual([400, ["rooms[1].id: not_found"]]);
    }
    const site = await floor.site();
    Object.assign(floorsOf(site)[0]!, { rooms: [theirs] });
    const whole = await desk.put(floor.siteId, { buildings: site["buildings"] });
    expect([whole.status, faults(whole)]).toEqual([400, ["buildings[0].floors[0].rooms[0].id: not_found"]]);
  });
});

describe("a valid drawing", () => {
  test("a drawing may close its ring as in GeoJSON and repeat places; both are stored once", async () => {
    const floor = await aFloorDesk();
    const ring = box(2, 2);
    const { outline, walls } = await floor.drawn({
      outline: [ring[0], ring[0], ring[1], ring[2], ring[3], ring[0]],
      walls: [{ points: [at(2, 2), at(2, 2), at(4, 2), at(4, 2)] }],
    });
    expect([outline, walls[0]!.points]).toEqual([ring, [at(2, 2), at(4, 2)]]);
  });

  test("a drawing may have a wall along the outline, a room that crosses it and one around it", async () => {
    const floor = await aFloorDesk();
    const { status } = await floor.draw({
      outline: box(5, 5, 10),
      walls: [{ points: [at(4.5, 5), at(4.5, 15)] }],
      doors: [{ at: [at(4, 0), at(16, 22)] }],
      rooms: [room("Over", 2, { area: box(2, 2) }), room("Around", 2, { area: box(1, 1, 20) })],
    });
    expect(status).toBe(200);
  });

  test("a drawing can be sent back, even if a new outline leaves some of it outside", async () => {
    const floor = await aFloorDesk();
    await floor.drawn({ rooms: [room("Yard", 20), room("Office", 2)] });
    const { rooms } = await floor.drawn({ outline: box(0, 0, 10) });
    expect((await floor.draw({ rooms })).status).toBe(200);
    const moved = await floor.draw({ rooms: [{ ...rooms[0]!, area: box(21, 2) }] });
    expect([moved.status, faults(moved)]).toEqual([400, ["rooms[0].area: invalid_parameter"]]);
  });
});
