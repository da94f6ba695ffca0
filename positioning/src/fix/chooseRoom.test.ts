import { describe, expect, it } from "vitest";
import { explain } from "../explain/explain.ts";
import { newTrackerState, type TrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { aSettings, anAnchor } from "../engine/testSite.ts";
import { testNoise } from "../model/testNoise.ts";
import { locate } from "../engine/locate.ts";

const box = (x0: number, y0: number, x1: number, y1: number) => [
  { x: x0, y: y0 },
  { x: x1, y: y0 },
  { x: x1, y: y1 },
  { x: x0, y: y1 },
];
/** Two wards on either side of a corridor that is not drawn as a room. */
const WARDS = [
  { id: "south", floor: "ground", outline: box(0, 0, 24, 6) },
  { id: "north", floor: "ground", outline: box(0, 9, 24, 15) },
];
const WALLS = [6, 9].map((y) => ({
  floor: "ground",
  points: [
    { x: 0, y },
    { x: 24, y },
  ],
  lossDb: 3,
}));
const GATEWAYS = [0.5, 8, 16, 23.5].flatMap((x, nth) => [
  anAnchor({ id: `s${nth}`, x, y: 0.5 }),
  anAnchor({ id: `n${nth}`, x, y: 14.5 }),
]);

const MODEL = buildSiteModel({
  anchors: GATEWAYS,
  floors: [{ id: "ground", level: 0, elevationM: 0, outline: box(0, 0, 24, 15) }],
  settings: aSettings(),
  rooms: WARDS,
  walls: WALLS,
});

/** The rooms named for a tag that stays at a place for two minutes, whose shadowing changes now and then. */
function roomsAt(x: number, y: number, seed: number): (string | null)[] {
  const noise = testNoise(seed);
  const state = newTrackerState();
  const shadow = new Map<string, number>();
  const named: (string | null)[] = [];
  for (let second = 0; second < 120; second++) {
    if (second % 15 === 0) for (const { id } of GATEWAYS) shadow.set(id, 3 * noise.normal());
    for (const gateway of GATEWAYS) {
      const loss = 25 * Math.log10(Math.hypot(gateway.x - x, gateway.y - y, 1.3));
      const rssi = -59 - loss + shadow.get(gateway.id)! + 2 * noise.normal();
      observe(state, { anchorId: gateway.id, rssi, atMs: 1000 * second });
    }
    named.push(locate(MODEL, state, 1000 * second)?.room?.id ?? null);
  }
  return named;
}

const changes = (named: readonly unknown[]): number => named.filter((room, i) => i > 0 && room !== named[i - 1]).length;

/** A tag heard once each second at a place, without noise. */
function hearAt(state: TrackerState, x: number, y: number, fromS: number, toS: number): void {
  for (let second = fromS; second < toS; second++)
    for (const { id, x: gx, y: gy } of GATEWAYS) {
      const rssi = -59 - 25 * Math.log10(Math.hypot(gx - x, gy - y, 1.3));
      observe(state, { anchorId: id, rssi, atMs: 1000 * second });
    }
}

describe("the room on a floor with a corridor", () => {
  it("the room of a still tracker near a wall hardly changes while its shadows do", () => {
    const runs = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => roomsAt(15, 5, seed).slice(30));
    expect(runs.reduce((sum, named) => sum + changes(named), 0)).toBeLessThan(30);
    expect(runs.flat()).toContain("south");
    expect(runs.flat()).not.toContain("north");
  });

  it("the room is the one somebody walked into, and none in the corridor", () => {
    const state = newTrackerState();
    let atMs = 0;
    const goTo = (places: [x: number, y: number][]): string | null => {
      for (const [x, y] of places) {
        hearAt(state, x, y, atMs / 1000, atMs / 1000 + 1);
        locate(MODEL, state, (atMs += 1000));
      }
      return locate(MODEL, state, atMs)?.room?.id ?? null;
    };
    const stay = (x: number, y: number) => Array.from({ length: 40 }, (): [number, number] => [x, y]);
    expect(goTo(stay(16, 2))).toBe("south");
    expect(goTo([[13, 3], [10, 4], [7, 5], [4.6, 5.5], [4.6, 7.5], [8, 7.5], [12, 7.5], ...stay(15, 7.5)])).toBeNull();
    expect(goTo([[11, 7.5], [7, 7.5], [4.6, 8], [4.6, 10], [8, 11], ...stay(12, 13)])).toBe("north");
  });

  it("the room follows a tracker that seems to have gone through a wall, since what is drawn may be wrong", () => {
    const state = newTrackerState();
    hearAt(state, 20, 2, 0, 60);
    for (let second = 1; second <= 60; second++) locate(MODEL, state, 1000 * second);
    let room: string | undefined;
    for (let second = 61; second <= 120; second++) {
      hearAt(state, 20, 13, second - 1, second);
      room = locate(MODEL, state, 1000 * second)?.room?.id;
    }
    expect(room).toBe("north");
  });

  it("the explanation lists a room as likely as the fix states", () => {
    const state = newTrackerState();
    hearAt(state, 15, 4.5, 0, 20);
    for (let second = 1; second <= 20; second++) locate(MODEL, state, 1000 * second);
    const explanation = explain(MODEL, state, 20_500)!;
    expect(explanation.rooms[0]).toEqual({ id: "south", probability: explanation.fix.room!.probability });
    expect(locate(MODEL, state, 20_500)!.room).toEqual(explanation.fix.room);
  });
});
