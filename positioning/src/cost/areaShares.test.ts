import { describe, expect, it } from "vitest";
import { locate } from "../engine/locate.ts";
import type { Area } from "../model/areaIndex.ts";
import { indexAreas } from "../model/areaIndex.ts";
import { buildSiteModel, type SiteModel } from "../engine/siteModel.ts";
import { testNoise } from "../model/testNoise.ts";
import { newTrackerState, type TrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { areaShares } from "./areaShares.ts";

const rectangle = (id: string, x0: number, y0: number, x1: number, y1: number): Area => ({
  id,
  floor: "0",
  outline: [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ],
});
const unset = { measuredPower: null, alpha: null, beta: null, gamma: null, snapRadiusM: null };
const places = [
  [1, 1],
  [19, 1],
  [19, 11],
  [1, 11],
  [10, 6],
] as const;

function siteWith(rooms: readonly Area[], isDrawn = true): SiteModel {
  return buildSiteModel({
    anchors: places.map(([x, y], i) => ({ id: `g${i}`, x, y, z: 2.5, floor: "0", ...unset })),
    floors: isDrawn ? [{ id: "0", level: 0, elevationM: 0, outline: rectangle("0", 0, 0, 20, 12).outline }] : [],
    settings: {
      mechanism: "TRILATERATED",
      anchorSnapRadiusM: 5,
      locationAccuracyThresholdM: 50,
      ignoreMovingTracker: false,
    },
    rooms,
  });
}

/** One packet at each gateway, as the default path-loss model predicts for a tag at a place. */
function hear(state: TrackerState, x: number, y: number, atMs: number): void {
  places.forEach(([ax, ay], i) => {
    const rssi = -59 - 22 * Math.log10(Math.hypot(ax - x, ay - y, 1.3));
    observe(state, { anchorId: `g${i}`, rssi, atMs });
  });
}

describe("the share of the posterior in an area", () => {
  it("shares of the posterior add up to 1 over areas that tile the floor, in proportion to their cells", () => {
    const model = siteWith([]);
    const state = newTrackerState();
    hear(state, 6.5, 4, 1000);
    locate(model, state, 1000);
    const [floor] = model.floors;
    const tiles = [
      rectangle("west", 0, 0, 7.3, 12),
      rectangle("east", 7.3, 0, 20, 12),
      rectangle("both", 0, 0, 20, 12),
    ];
    const out = new Float64Array(3);
    const none = areaShares(floor!.grid, model.work.scratch.places, indexAreas(floor!.grid, tiles), 1, out);
    expect(out[0]! + out[1]!).toBeCloseTo(1, 2);
    expect(out[2]).toBeCloseTo(1, 2);
    expect(none).toBeCloseTo(0, 2);
    const { x, varX } = model.work.posterior;
    const west = 1 / (1 + Math.exp((1.702 * (x - 7.3)) / Math.sqrt(varX)));
    expect(Math.abs(out[0]! - west)).toBeLessThan(0.1);
  });

  it("the share of the posterior in an area is smaller the larger the stated error is", () => {
    const model = siteWith([]);
    const state = newTrackerState();
    hear(state, 10, 6, 1000);
    locate(model, state, 1000);
    const { grid } = model.floors[0]!;
    const middle = indexAreas(grid, [rectangle("middle", 8, 4, 12, 8)]);
    const shares = [1, 1.5, 3].map((widen) => {
      const out = new Float64Array(1);
      areaShares(grid, model.work.scratch.places, middle, widen, out);
      return out[0]!;
    });
    expect(shares[0]).toBeGreaterThan(shares[1]!);
    expect(shares[1]).toBeGreaterThan(shares[2]!);
  });
});

describe("the room of a fix", () => {
  const rooms = [rectangle("Store", 0, 0, 10, 12), rectangle("Office", 10, 0, 20, 12)];

  it("a fix's room is the more likely one, and stays the same while a tracker goes back and forth at the door", () => {
    const model = siteWith(rooms);
    const state = newTrackerState();
    const named = new Set<string | undefined>();
    for (let second = 0; second < 60; second++) {
      hear(state, second < 20 ? 5 : second % 2 ? 9.8 : 10.3, 6, 1000 * second);
      named.add(locate(model, state, 1000 * second)?.room?.id);
    }
    expect([...named]).toEqual(["Store"]);
    for (let second = 60; second < 75; second++) {
      hear(state, 16, 6, 1000 * second);
      locate(model, state, 1000 * second);
    }
    const { room } = locate(model, state, 75_000)!;
    expect(room?.id).toBe("Office");
    expect(room?.probability).toBeGreaterThan(0.8);
    expect(room?.probability).toBeLessThanOrEqual(1);
  });

  it("a fix's room is null far from every room, whether the floor is drawn or not", () => {
    const corner = [rectangle("Closet", 18, 0, 20, 2)];
    for (const isDrawn of [true, false]) {
      const model = siteWith(corner, isDrawn);
      const state = newTrackerState();
      hear(state, 3, 9, 1000);
      expect(locate(model, state, 1000)?.room).toBeNull();
    }
  });

  it("a fix's room is null for a tracker that is a little more likely in none", () => {
    const model = siteWith([rectangle("Store", 0, 0, 7, 12)]);
    const state = newTrackerState();
    hear(state, 7.3, 6, 1000);
    expect(locate(model, state, 1000)?.room).toBeNull();
    const [inRoom] = model.work.roomShares;
    expect(inRoom).toBeGreaterThan(1 / 3);
    expect(inRoom).toBeLessThan(0.5);
  });

  it("a fix's room is found on an undrawn floor whose gateways all hang in its rooms", () => {
    const model = siteWith(rooms, false);
    const state = newTrackerState();
    hear(state, 3, 6, 1000);
    const { room } = locate(model, state, 1000)!;
    expect(room?.id).toBe("Store");
    const drawn = newTrackerState();
    hear(drawn, 3, 6, 1000);
    expect(room!.probability).toBeGreaterThan(locate(siteWith(rooms), drawn, 1000)!.room!.probability - 0.1);
  });

  it("a fix's room is the inner one of two nested rooms while the tracker is in it, and the outer one beside it", () => {
    const nested = [rectangle("Ward", 0, 0, 20, 12), rectangle("Bay", 0, 0, 9, 12), rectangle("Alcove", 0, 0, 9, 2)];
    const model = siteWith(nested);
    const state = newTrackerState();
    const roomAt = (x: number, y: number, fromS: number, toS: number) => {
      for (let second = fromS; second < toS; second++) {
        hear(state, x, y, 1000 * second);
        locate(model, state, 1000 * second);
      }
      return locate(model, state, 1000 * toS)!.room!;
    };
    const inner = roomAt(4, 7, 0, 10);
    expect(inner.id).toBe("Bay");
    expect(inner.probability).toBeGreaterThan(0.6);
    const outer = roomAt(16, 6, 10, 30);
    expect(outer.id).toBe("Ward");
    // Whoever is in a bay is in its ward as well.
    expect(outer.probability).toBeGreaterThan(0.95);
  });

  it("a fix's room does not flicker where a room is about as likely as no room", () => {
    const model = siteWith([rectangle("Store", 0, 0, 7, 12)]);
    const noise = testNoise(3);
    const state = newTrackerState();
    let changes = 0;
    let last: string | null | undefined;
    for (let second = 0; second < 300; second++) {
      places.forEach(([ax, ay], i) => {
        const rssi = -59 - 22 * Math.log10(Math.hypot(ax - 7.8, ay - 6, 1.3)) + 4 * noise.normal();
        observe(state, { anchorId: `g${i}`, rssi, atMs: 1000 * second });
      });
      const id = locate(model, state, 1000 * second)!.room?.id ?? null;
      if (last !== undefined && id !== last) changes++;
      last = id;
    }
    expect(changes).toBeLessThan(10);
  });
});
