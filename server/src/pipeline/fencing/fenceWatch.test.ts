import { circleArea } from "@pulse/geo/fenceArea";
import { localFrame } from "@pulse/geo/localFrame";
import { describe, expect, it } from "vitest";
import { fenceWatch } from "./fenceWatch.ts";
import type { KnownFence } from "./knownFences.ts";
import type { Crossing, StoredStay } from "./stays.repository.ts";
import type { WatchedFix } from "./watchedAsset.ts";

const frame = localFrame({ lat: 51.9, lon: 4.4 });
const fenceOf = (changes: Partial<KnownFence> = {}): KnownFence => ({
  id: "fence",
  siteId: "site",
  customerId: "customer",
  name: "Dock",
  area: circleArea(frame.origin, 10),
  bounds: null,
  floorIds: new Set(),
  sensitivity: "normal",
  exitTimeoutMs: 30 * 60_000,
  changedMs: -Infinity,
  ...changes,
});
/** A fix `x` metres east of the fence's middle. */
const fixAt = (second: number, x: number, changes: Partial<WatchedFix> = {}): WatchedFix => ({
  assetId: "asset",
  siteId: "site",
  atMs: second * 1000,
  ...frame.toLatLon({ x, y: 0 }),
  accuracyM: 1.5,
  places: null,
  frame,
  elevationM: 1.2,
  floorId: "ground",
  floorUncertain: false,
  moving: true,
  shown: true,
  ...changes,
});

function watching(fence = fenceOf(), stored: StoredStay[] = [], seenMs = new Map<string, number>()) {
  const crossings: Crossing[] = [];
  let nowMs = 0;
  const watch = fenceWatch({
    fences: { get: (id) => (id === fence.id ? fence : undefined), near: () => [fence.id] },
    stored,
    seenMs,
    crossed: (crossing) => void crossings.push(crossing),
    now: () => nowMs,
  });
  return {
    ...watch,
    crossings,
    told: () => crossings.map(({ exit, atMs }) => [exit ?? "enter", atMs / 1000]),
    take: (fix: WatchedFix) => {
      nowMs = Math.max(nowMs, fix.atMs);
      return watch.process(fix);
    },
    tickAt: (second: number) => {
      nowMs = second * 1000;
      watch.tick(nowMs);
    },
  };
}
const stayed = (changes: Partial<StoredStay> = {}): StoredStay => ({
  id: "stay",
  assetId: "asset",
  geofenceId: "fence",
  enterMs: 1000,
  isOpen: true,
  decidedMs: 4000,
  ...changes,
});
/** The same in every run: a sum of uniforms, about normal with deviation 1. */
function noise(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => Array.from({ length: 12 }, uniform).reduce((sum, one) => sum + one, -6);
}

describe("an asset and a fence", () => {
  it("an asset enters a geofence after a moment inside, dated at the first fix there, and exits the same way", () => {
    const { take, told } = watching();
    for (let second = 0; second < 40; second++) take(fixAt(second, second < 10 ? 30 : second < 25 ? 0 : 30));
    expect(told()).toEqual([
      ["enter", 10],
      ["exit", 25],
    ]);
  });

  it("an asset lists its geofences from the deciding fix on", () => {
    const { take } = watching();
    expect([0, 1, 2, 3, 4].map((second) => take(fixAt(second, 0)).length)).toEqual([0, 0, 1, 1, 1]);
    expect(take(fixAt(5, 0))).toEqual([{ kind: "geofence", id: "fence", name: "Dock" }]);
  });

  it("an asset does not enter a geofence because of a single wrong fix", () => {
    const { take, told } = watching();
    for (let second = 0; second < 60; second++) take(fixAt(second, second % 20 === 7 ? 0 : 30));
    expect(told()).toEqual([]);
  });

  it.each([
    ["inside", 9.5],
    ["outside", 10.5],
  ])(
    "an asset at rest half a metre %s a geofence's edge does not flap in eight hours of correlated noise",
    (_where, x) => {
      for (let seed = 1; seed <= 5; seed++) {
        const { take, told } = watching();
        const random = noise(seed);
        let error = 0;
        for (let second = 0; second < 8 * 3600; second++) {
          // An error of 0.6 m that changes within half a minute.
          error = 0.967 * error + 0.6 * Math.sqrt(1 - 0.967 ** 2) * random();
          take(fixAt(second, x + error, { moving: false, accuracyM: 1 }));
        }
        expect(told().length).toBeLessThanOrEqual(x < 10 ? 1 : 0);
      }
    },
  );

  it("an asset enters a geofence within five seconds of walking in, and later with a low sensitivity", () => {
    const delayOf = (sensitivity: KnownFence["sensitivity"]): number => {
      const { take, crossings } = watching(fenceOf({ sensitivity }));
      for (let second = 0; second < 60; second++) take(fixAt(second, Math.max(0, 24 - 1.2 * second)));
      // It crosses the edge at 11.7 s.
      return crossings[0]!.decidedMs / 1000 - (24 - 10) / 1.2;
    };
    const [low, normal, high] = [delayOf("low"), delayOf("normal"), delayOf("high")];
    expect(normal).toBeLessThan(5);
    expect(high).toBeLessThan(normal);
    expect(low).toBeGreaterThan(normal);
  });

  it("an asset in a geofence ignores fixes that are late, too uncertain or repeated", () => {
    const { take, told } = watching();
    for (let second = 10; second < 20; second++) take(fixAt(second, 0));
    for (let second = 0; second < 10; second++) take(fixAt(second, 30));
    for (let second = 20; second < 40; second++) take(fixAt(second, 300, { shown: false, accuracyM: 90 }));
    for (let again = 0; again < 10; again++) take(fixAt(19, 30));
    expect(told()).toEqual([["enter", 10]]);
  });

  it("an asset is outside a geofence on another floor or height, and stays as it is while the floor is uncertain", () => {
    const { take, told } = watching(fenceOf({ floorIds: new Set(["ground"]), bounds: { lower: 0, upper: 3 } }));
    for (let second = 0; second < 10; second++) take(fixAt(second, 0, { floorId: "first" }));
    for (let second = 10; second < 20; second++) take(fixAt(second, 0, { elevationM: 4 }));
    expect(told()).toEqual([]);
    for (let second = 20; second < 30; second++) take(fixAt(second, 0));
    for (let second = 30; second < 40; second++) take(fixAt(second, 0, { floorId: "first", floorUncertain: true }));
    expect(told()).toEqual([["enter", 20]]);
    for (let second = 40; second < 50; second++) take(fixAt(second, 0, { floorId: "first" }));
    expect(told().at(-1)).toEqual(["exit", 40]);
  });

  it("an asset enters a geofence narrower than its accuracy radius in the middle, but not by a very uncertain fix", () => {
    const narrow = fenceOf({ area: circleArea(frame.origin, 1.5) });
    const near = watching(narrow);
    for (let second = 0; second < 10; second++) near.take(fixAt(second, 0, { accuracyM: 2.5 }));
    expect(near.told()).toEqual([["enter", 0]]);
    const wild = watching(narrow);
    for (let second = 0; second < 100; second++) wild.take(fixAt(second, 0, { accuracyM: 40 }));
    expect(wild.told()).toEqual([]);
  });

  it("an asset enters a geofence without another fix after the delay if it was seen once, deep inside", () => {
    const { take, tickAt, told } = watching();
    take(fixAt(100, 0));
    tickAt(101);
    expect(told()).toEqual([]);
    tickAt(102);
    expect(told()).toEqual([["enter", 100]]);
  });

  it("an asset reporting every few minutes, like a GPS tracker, enters and exits a geofence by single clear fixes", () => {
    const { take, tickAt, told } = watching();
    for (const [minute, x] of [
      [0, 60],
      [5, 0],
      [10, 0],
      [15, 60],
    ] as const) {
      // prettier-ignore
      take(fixAt(minute * 60, x, { moving: false, accuracyM: 4 }));
      for (let second = 1; second < 60; second++) tickAt(minute * 60 + second);
    }
    expect(told()).toEqual([
      ["enter", 300],
      ["exit", 900],
    ]);
  });

  it("an asset at rest beside an edge does not cross by one clear fix that those around it contradict", () => {
    const { take, tickAt, told } = watching(fenceOf(), [stayed()]);
    for (let second = 5; second < 200; second++) {
      // Slightly outside, which decides nothing, and once far away.
      take(fixAt(second, second === 150 ? 40 : 10.3, { moving: false }));
      tickAt(second);
    }
    expect(told()).toEqual([]);
  });

  it("an asset at rest and never seen before is where it probably is; one seen elsewhere needs stronger evidence", () => {
    const stands = (seenMs?: Map<string, number>) => {
      const { take, told } = watching(fenceOf(), [], seenMs);
      for (let second = 10; second < 110; second++) take(fixAt(second, 9.1, { moving: false }));
      return told();
    };
    expect(stands()).toEqual([["enter", 10]]);
    expect(stands(new Map([["asset", 5000]]))).toEqual([]);
  });

  it("an asset at rest and never seen before is placed within a minute, sooner with a high sensitivity", () => {
    const decided = (sensitivity: KnownFence["sensitivity"], x: number): number | undefined => {
      const { take, crossings } = watching(fenceOf({ sensitivity }));
      for (let second = 0; second < 200; second++) take(fixAt(second, x, { moving: false, accuracyM: 3 }));
      return crossings[0] && crossings[0].decidedMs / 1000;
    };
    // 60 and 85 % inside, and 40 %.
    expect([9.5, 8, 10.5].map((x) => decided("normal", x))).toEqual([60, 30, undefined]);
    expect(decided("high", 8)).toBeLessThan(10);
    expect(decided("low", 9.5)).toBe(120);
  });

  it("an asset at rest that left by time-out is placed where it probably is when it is received again", () => {
    const { take, tickAt, told } = watching(fenceOf({ exitTimeoutMs: 60_000 }));
    for (let second = 0; second < 10; second++) take(fixAt(second, 0));
    tickAt(75);
    for (let second = 100; second < 170; second++) take(fixAt(second, 8, { moving: false, accuracyM: 3 }));
    expect(told()).toEqual([
      ["enter", 0],
      ["timeout", 69],
      ["enter", 100],
    ]);
  });

  it("an asset moved while not received and now at rest elsewhere exits its geofence within a minute", () => {
    const { take, crossings } = watching();
    for (let second = 0; second < 600; second++) take(fixAt(second, 0, { moving: false }));
    for (let second = 600; second < 700; second++) take(fixAt(second, 30, { moving: false }));
    expect(crossings.map(({ exit, atMs }) => [exit, atMs])).toEqual([
      [null, 0],
      ["exit", 600_000],
    ]);
    expect(crossings[1]!.decidedMs).toBeLessThanOrEqual(660_000);
  });

  it("an asset not seen any more exits its geofence by time-out, dated at the end of the time-out", () => {
    const { take, tickAt, told } = watching(fenceOf({ exitTimeoutMs: 60_000 }));
    for (let second = 0; second < 10; second++) take(fixAt(second, 0));
    tickAt(68);
    expect(told()).toHaveLength(1);
    tickAt(75);
    tickAt(80);
    expect(told()).toEqual([
      ["enter", 0],
      ["timeout", 69],
    ]);
    for (let second = 90; second < 99; second++) take(fixAt(second, 0));
    expect(told().at(-1)).toEqual(["enter", 90]);
  });
});

describe("after a restart", () => {
  it("an open stay continues after a restart, and its asset does not enter a second time", () => {
    const { take, told, crossings } = watching(fenceOf(), [stayed()]);
    for (let second = 2; second < 20; second++) take(fixAt(second, second < 12 ? 0 : 30));
    expect(told()).toEqual([["exit", 12]]);
    expect(crossings[0]!.stayId).toBe("stay");
  });

  it("fixes that had decided an exit decide nothing when they are processed again after a restart", () => {
    const { take, told } = watching(fenceOf(), [stayed({ isOpen: false, decidedMs: 30_000 })]);
    for (let second = 0; second <= 30; second++) take(fixAt(second, second < 27 ? 0 : 30));
    expect(told()).toEqual([]);
    for (let second = 31; second < 40; second++) take(fixAt(second, 0));
    expect(told()).toEqual([["enter", 31]]);
  });

  it("the time-out counts after a restart from when the asset was last seen", () => {
    const { tickAt, told } = watching(fenceOf({ exitTimeoutMs: 60_000 }), [stayed()], new Map([["asset", 50_000]]));
    tickAt(105);
    expect(told()).toEqual([]);
    tickAt(111);
    expect(told()).toEqual([["timeout", 110]]);
  });

  it("the geofence watch reports from when fixes are still undecided, so that a restart processes them again", () => {
    const { take, undecidedMs } = watching();
    take(fixAt(5, 30));
    expect(undecidedMs()).toBeNull();
    take(fixAt(6, 0));
    take(fixAt(7, 0));
    expect(undecidedMs()).toBe(6000);
    take(fixAt(9, 0));
    expect(undecidedMs()).toBeNull();
  });

  it("an asset that goes silent while it is undecided holds up the progress of the log for a minute, and not for ever", () => {
    const { take, tickAt, undecidedMs } = watching();
    take(fixAt(5, 30));
    take(fixAt(6, 0));
    tickAt(60);
    expect(undecidedMs()).toBe(6000);
    tickAt(200);
    expect(undecidedMs()).toBe(140_000);
  });
});
