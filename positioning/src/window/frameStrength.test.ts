import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explain } from "../explain/explain.ts";
import { locate } from "../engine/locate.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { testNoise } from "../model/testNoise.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { newTrackerState, type TrackerState } from "../engine/trackerState.ts";
import { observe, type HeardPacket } from "./signalState.ts";
import { learnFrames, shiftsFor, statedPower } from "./frameStrength.ts";
import { newRssiWindow, windowStats } from "./rssiWindow.ts";

const anchors = [4, 26].flatMap((x) => [4, 15, 26].map((y) => anAnchor({ id: `g${x}-${y}`, x, y })));
const FAINTEST_DBM = -95;
const PACKET_SD_DB = 3.8;

interface Frame {
  db: number;
  statedPowerDbm?: number;
}
const FIRST: Frame = { db: 0, statedPowerDbm: -59 };

/** What gateways hear of a still tag that sends its frames in turn, two a second. */
function packetsOf(frames: readonly Frame[], { seconds = 20, fromS = 0, seed = 1 } = {}): HeardPacket[] {
  const { normal } = testNoise(seed);
  return Array.from({ length: 2 * seconds }, (_, nth) => {
    const { db, ...states } = frames[nth % frames.length]!;
    const atMs = 1000 * fromS + 500 * nth;
    return anchors.flatMap((anchor) => {
      const rssi = Math.round(rssiAt(anchor, { x: 12, y: 9 }) + db + PACKET_SD_DB * normal());
      return rssi < FAINTEST_DBM ? [] : [{ anchorId: anchor.id, rssi, atMs, ...states }];
    });
  }).flat();
}

function observed(packets: readonly HeardPacket[], into = newTrackerState()): TrackerState {
  for (const packet of packets) observe(into, packet);
  return into;
}

function learn(state: TrackerState, nowMs: number): ReadonlyMap<number, number> {
  learnFrames(state.frames!, state.windows, nowMs, FAINTEST_DBM);
  return new Map(state.frames!.classes.map(({ stated }) => [stated, shiftOf(state, stated)]));
}

/** By how much packets are raised that state this power, dB. */
function shiftOf({ frames }: TrackerState, stated: number): number {
  return shiftsFor(newRssiWindow(), frames)[stated + 128]!;
}

/** The mean level used for fixes, by gateway. */
function levelsOf({ windows, frames }: TrackerState): Record<string, number> {
  const means = [...windows].map(([id, window]) => {
    const stats = { count: 0, meanDbm: 0, faintestDbm: 0, middleMs: 0 };
    windowStats(window, shiftsFor(window, frames), -Infinity, Infinity, Infinity, stats);
    return [id, stats.meanDbm];
  });
  return Object.fromEntries(means) as Record<string, number>;
}

describe("the frames of a tag", () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

  it.each([
    ["state their powers", [FIRST, { db: -10, statedPowerDbm: -69 }], -69, 10],
    ["state nothing", [FIRST, { db: -8 }], 0, 8],
    ["state nothing and are stronger", [FIRST, { db: 8 }], 0, -8],
  ] as const)("the frames of a tracker are brought to one strength where they differ: %s", (_, frames, stated, db) => {
    const raised = seeds.map((seed) => {
      const state = observed(packetsOf(frames, { seed }));
      // Once it is known how weak a frame is, gateways too far away to compare it are left out.
      for (const nowMs of [20_000, 30_000]) learn(state, nowMs);
      return learn(state, 40_000).get(stated)!;
    });
    // Only the certain part of a difference is made up for, which is somewhat less than all of it.
    for (const raisedDb of raised) expect(Math.abs(raisedDb - db)).toBeLessThanOrEqual(4);
    expect(Math.abs(raised.reduce((sum, raisedDb) => sum + raisedDb, 0) / seeds.length - db)).toBeLessThan(2);
  });

  it.each([
    ["what they state is wrong", [FIRST, { db: 0, statedPowerDbm: -69 }]],
    ["some state nothing", [FIRST, FIRST, FIRST, { db: 0 }]],
  ])("the frames of a tracker stay as received where they are equally strong: %s", (_, frames) => {
    const raised = seeds.map((seed) => [...learn(observed(packetsOf(frames, { seed })), 20_000).values()]);
    for (const db of raised.flat()) expect(Math.abs(db)).toBeLessThanOrEqual(1);
    expect(raised.flat().filter((db) => db !== 0).length).toBeLessThanOrEqual(2);
  });

  it("frames that state the same power are not distinguished", () => {
    expect(observed(packetsOf([FIRST, { db: -10, statedPowerDbm: -59 }])).frames).toBeNull();
  });

  it("the frames of a tracker count as equal as long as no gateway received two of them within seconds", () => {
    const apart = [
      ...packetsOf([FIRST], { seconds: 5 }),
      ...packetsOf([{ db: -10, statedPowerDbm: -69 }], { fromS: 12, seconds: 5 }),
    ];
    expect(learn(observed(apart), 20_000).get(-69)).toBe(0);
  });

  it("the frames of a tracker are learned again when they change", () => {
    const state = observed(packetsOf([FIRST, { db: -10, statedPowerDbm: -69 }]));
    expect(learn(state, 20_000).get(-69)).toBeGreaterThan(5);
    for (let fromS = 20; fromS < 100; fromS += 10) {
      observed(packetsOf([FIRST, { db: 0, statedPowerDbm: -69 }], { fromS, seconds: 10, seed: fromS }), state);
      learn(state, 1000 * (fromS + 10));
    }
    expect(Math.abs(learn(state, 120_000).get(-69)!)).toBeLessThanOrEqual(1);
  });

  it("a frame of every power is raised to the one that states the most", () => {
    const frames = [-59, -63, -67, -71, -75].map((statedPowerDbm) => ({ db: statedPowerDbm + 59, statedPowerDbm }));
    const raised = learn(observed(packetsOf(frames, { seconds: 60 })), 60_000);
    expect([...raised.keys()]).toEqual([-59, -63, -67, -71, -75]);
    expect(raised.get(-59)).toBe(0);
    expect(Math.abs(raised.get(-75)! - 16)).toBeLessThanOrEqual(6);
  });

  it("the frames of a tracker are left alone where a gateway has averaged them", () => {
    const packets = packetsOf([FIRST, { db: -10, statedPowerDbm: -69 }]);
    const averaged = packets.map((packet) => ({ ...packet, anchorId: "room", smoothed: true }));
    const state = observed([...packets, ...averaged]);
    learn(state, 20_000);
    expect(shiftsFor(state.windows.get("room")!, state.frames).every((shiftDb) => shiftDb === 0)).toBe(true);
    expect(shiftOf(state, -69)).toBeGreaterThan(0);
    expect(observed(averaged).frames).toBeNull();
  });
});

describe("the power that a tag states", () => {
  const WEAK: Frame = { db: -10, statedPowerDbm: -69 };
  const after = (state: TrackerState, frames: readonly Frame[], fromS: number): TrackerState => {
    observed(packetsOf(frames, { fromS, seed: fromS }), state);
    learn(state, 1000 * (fromS + 20));
    return state;
  };

  it("the power that a tracker states is that of its packets, or null if they state none", () => {
    expect(statedPower(observed(packetsOf([FIRST])))).toBe(-59);
    expect(statedPower(observed(packetsOf([{ db: 0 }])))).toBeNull();
  });

  it("the power that a tracker states is the highest of its frames, in whatever order they are received", () => {
    const packets = packetsOf([FIRST, WEAK, { db: 0 }]);
    for (const order of [packets, packets.toReversed()]) {
      const state = observed(order);
      learn(state, 20_000);
      expect(statedPower(state)).toBe(-59);
    }
  });

  it.each([
    ["less", -69],
    ["more", -50],
  ])("the power that a tracker states follows a tracker that is set to %s", (_, statedPowerDbm) => {
    const state = after(observed(packetsOf([FIRST])), [{ db: statedPowerDbm + 59, statedPowerDbm }], 600);
    expect(statedPower(state)).toBe(statedPowerDbm);
  });

  it("the stated power stays that of the frame to which the others' levels were raised, while that is not received", () => {
    const state = observed(packetsOf([FIRST, WEAK]));
    learn(state, 20_000);
    after(state, [WEAK], 600);
    expect(statedPower(state)).toBe(-59);
    expect(shiftOf(state, -69)).toBeGreaterThan(5);
  });

  it("the stated power is the highest of what gateways say with their averages, which may be set differently", () => {
    const averaged = [-59, -65].flatMap((statedPowerDbm, nth) =>
      packetsOf([{ db: 0, statedPowerDbm }], { fromS: 30 * nth }).map((packet) => ({ ...packet, smoothed: true })),
    );
    expect(statedPower(observed(averaged))).toBe(-59);
  });
});

describe("levels of several frames", () => {
  const frames = [FIRST, { db: -10, statedPowerDbm: -69 }, { db: -5 }];
  const before = packetsOf(frames, { seconds: 12 });
  const after = packetsOf(frames, { fromS: 12, seconds: 12, seed: 2 });
  const levels = (first: readonly HeardPacket[], second: readonly HeardPacket[]): Record<string, number> => {
    const state = observed(first);
    learn(state, 12_000);
    return levelsOf(observed(second, state));
  };

  it("levels of several frames are the same for packets in any order and received twice", () => {
    const shuffled = (packets: HeardPacket[]) => {
      const twice = [...packets, ...packets];
      return fc.shuffledSubarray(twice, { minLength: twice.length, maxLength: twice.length });
    };
    const expected = levels(before, after);
    fc.assert(
      fc.property(shuffled(before), shuffled(after), (first, second) => {
        expect(levels(first, second)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it("levels of several frames leave the received strengths unchanged, and an explanation shows them for unused gateways", () => {
    const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", 30)], settings: aSettings() });
    const weak = packetsOf([FIRST, { db: -10, statedPowerDbm: -69 }]);
    const state = observed(weak);
    const stranger = { anchorId: "stranger", atMs: 19_000 };
    observe(state, { ...stranger, rssi: -80, statedPowerDbm: -69 });
    locate(model, state, 20_000);
    const why = explain(model, state, 20_000)!;
    expect(why.gateways).toContainEqual(expect.objectContaining({ anchorId: "stranger", rssi: -80 }));
    expect(levelsOf(state)["stranger"]).toBeGreaterThan(-75);
    expect(why.decisions.find(({ step }) => step === "frames")?.text).toMatch(/state -69 dBm are sent \d+ dB weaker/);
    for (const { id } of anchors) {
      const window = state.windows.get(id)!;
      const asHeard = weak.filter(({ anchorId }) => anchorId === id).map(({ rssi }) => rssi);
      expect([...window.rssi.subarray(0, window.count)]).toEqual(asHeard);
    }
  });
});
