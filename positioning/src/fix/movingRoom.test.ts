import { describe, expect, it } from "vitest";
import { explain } from "../explain/explain.ts";
import { aSettings, anAnchor } from "../engine/testSite.ts";
import { testNoise } from "../model/testNoise.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { locate } from "../engine/locate.ts";

const box = (x0: number, y0: number, x1: number, y1: number) => [
  { x: x0, y: y0 },
  { x: x1, y: y0 },
  { x: x1, y: y1 },
  { x: x0, y: y1 },
];
/** Four wards on either side of a corridor that is not drawn as a room, each with a door to it. */
const WARDS = [0, 1, 2, 3].flatMap((nth) => [
  { id: `s${nth}`, floor: "ground", outline: box(8 * nth, 0, 8 * nth + 8, 6) },
  { id: `n${nth}`, floor: "ground", outline: box(8 * nth, 8.5, 8 * nth + 8, 14.5) },
]);
const line = (x0: number, y0: number, x1: number, y1: number) => ({
  floor: "ground",
  points: [
    { x: x0, y: y0 },
    { x: x1, y: y1 },
  ],
  lossDb: 3,
});
const WALLS = [
  line(0, 6, 32, 6),
  line(0, 8.5, 32, 8.5),
  ...[8, 16, 24].flatMap((x) => [line(x, 0, x, 6), line(x, 8.5, x, 14.5)]),
];
const GATEWAYS = [1, 9, 17, 25, 31].flatMap((x, nth) => [
  anAnchor({ id: `a${nth}`, x, y: 1 }),
  anAnchor({ id: `b${nth}`, x, y: 13.5 }),
]);
const MODEL = buildSiteModel({
  anchors: GATEWAYS,
  floors: [{ id: "ground", level: 0, elevationM: 0, outline: box(0, 0, 32, 14.5) }],
  settings: aSettings(),
  rooms: WARDS,
  walls: WALLS,
});

/** Where somebody is, second by second, who goes from ward to ward at 1.2 m/s and stays 40 s in each. */
function round(wards: readonly (readonly [nth: number, isNorth: boolean])[]): { x: number; y: number }[] {
  const way: { x: number; y: number }[] = [];
  let at = { x: 5, y: 3 };
  const go = (x: number, y: number): void => {
    const farM = Math.hypot(x - at.x, y - at.y);
    for (let goneM = 1.2; goneM < farM; goneM += 1.2)
      way.push({ x: at.x + ((x - at.x) * goneM) / farM, y: at.y + ((y - at.y) * goneM) / farM });
    way.push((at = { x, y }));
  };
  for (const [nth, isNorth] of wards) {
    const door = 8 * nth + 3.6;
    if (way.length) go(at.x - 1.4, 7.2);
    go(door, 7.2);
    go(door + 1.4, isNorth ? 12 : 3);
    for (let second = 0; second < 40; second++) way.push(at);
  }
  return way;
}

interface NamedRoom {
  probability: number;
  isRight: boolean;
  isInWard: boolean;
}

/** The rooms named for a tag known to move, on its rounds in one draw of the air. */
function namedOnRounds(seed: number): NamedRoom[] {
  const noise = testNoise(seed);
  const state = newTrackerState();
  const named: NamedRoom[] = [];
  // Shadows are others every few steps.
  let shadowed = { x: Infinity, y: Infinity };
  const shadow = new Map<string, number>();
  const way = round([
    [0, false],
    [2, true],
    [3, false],
    [1, true],
    [0, true],
    [3, true],
    [1, false],
  ]);
  way.forEach(({ x, y }, second) => {
    if (Math.hypot(x - shadowed.x, y - shadowed.y) > 2) {
      for (const { id } of GATEWAYS) shadow.set(id, 4 * noise.normal());
      shadowed = { x, y };
    }
    for (const half of [500, 1000]) {
      const atMs = 1000 * second + half;
      for (const gateway of GATEWAYS) {
        const loss = 25 * Math.log10(Math.hypot(gateway.x - x, gateway.y - y, 1.3));
        const rssi = -59 - loss + shadow.get(gateway.id)! + 2 * noise.normal();
        observe(state, { anchorId: gateway.id, rssi, atMs });
      }
      const fix = locate(MODEL, state, atMs);
      if (!fix?.room || !fix.moving) continue;
      const ward = WARDS.find(({ outline: [low, , high] }) => x > low!.x && x < high!.x && y > low!.y && y < high!.y);
      named.push({
        probability: fix.room.probability,
        isRight: fix.room.id === ward?.id,
        isInWard: ward !== undefined,
      });
    }
  });
  return named;
}

describe("the room named for a tag known to move", () => {
  const named = [1, 2, 3, 4, 5, 6].flatMap(namedOnRounds);
  const mean = (some: readonly NamedRoom[], value: (one: NamedRoom) => number): number =>
    some.reduce((sum, one) => sum + value(one), 0) / some.length;

  it("the room of a tracker known to move is right about as often as its probability says", () => {
    const isRight = mean(named, (one) => (one.isRight ? 1 : 0));
    expect(named.length).toBeGreaterThan(1000);
    expect(isRight).toBeGreaterThan(0.7);
    expect(Math.abs(mean(named, ({ probability }) => probability) - isRight)).toBeLessThan(0.1);
  });

  it("the room of a tracker known to move is as likely as the explanation says", () => {
    const state = newTrackerState();
    round([
      [1, false],
      [2, true],
    ]).forEach(({ x, y }, second) => {
      for (const { id, x: gx, y: gy } of GATEWAYS) {
        const rssi = -59 - 25 * Math.log10(Math.hypot(gx - x, gy - y, 1.3));
        observe(state, { anchorId: id, rssi, atMs: 1000 * second });
      }
      const why = explain(MODEL, state, 1000 * second)!;
      const fix = locate(MODEL, state, 1000 * second)!;
      expect(why.fix.room).toEqual(fix.room);
      const listed = why.rooms.find(({ id }) => id === fix.room?.id);
      if (fix.room) expect(listed?.probability).toBe(fix.room.probability);
    });
  });

  it("the room named for a tracker known to move is at least somewhat likely", () => {
    for (const { probability } of named) expect(probability).toBeGreaterThanOrEqual(0.1);
  });
});
