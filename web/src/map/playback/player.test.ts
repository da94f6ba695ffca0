import type { AssetLive } from "@pulse/contract/assets";
import type { LatLon } from "@pulse/geo/latLon";
import { expect, it } from "vitest";
import { createPlayer, type PositionsPage, pieceMs } from "./player.ts";
import { metreDeg, minute, position, t0 } from "./trackSamples.ts";

function asset(n: number, lat: number | null = 51): AssetLive {
  return {
    assetId: `id-${n}`,
    guid: `guid-${n}`,
    name: `TT-${n}`,
    type: "Tote",
    imageUrl: null,
    lat,
    lon: lat === null ? null : 7,
    location: null,
    floorId: "floor",
    accuracy: 2,
    lastUpdated: lat === null ? null : new Date(t0).toISOString(),
    nearestHardware: null,
    nearestHardwareGuid: null,
    nearestHardwareDis: null,
    signalStrength: null,
    batteryLevel: 80,
    moving: false,
    trackerId: null,
    room: null,
    sections: [],
  };
}

type Answers = Omit<PositionsPage, "coverage"> & Partial<PositionsPage>;

/** A player whose steps the test triggers. `startMs` null: no moment is chosen. */
function player(given: Answers, of: readonly string[] = [], startMs: number | null = t0) {
  const answers: PositionsPage = { coverage: async () => [], ...given };
  let step: () => void = () => undefined;
  const every = (work: () => void): (() => void) => {
    step = work;
    return () => (step = () => undefined);
  };
  const made = createPlayer({
    fromMs: t0,
    toMs: t0 + 60 * minute,
    of,
    answers,
    every,
    rest: async () => undefined,
    clockMs: () => 0,
  });
  made.start(startMs);
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return { ...made, step: () => step(), settled };
}

it("the player shows the last chosen moment, in whatever order answers arrive, and requests no others", async () => {
  const asked: { atMs: number; answer(list: readonly AssetLive[]): void }[] = [];
  const played = player({
    snapshot: (atMs) => new Promise((answer) => asked.push({ atMs, answer })),
    tracks: async () => [],
  });
  played.seek(t0 + minute);
  played.seek(t0 + 2 * minute);
  asked[0]!.answer([asset(1, 50)]);
  await played.settled();
  asked[1]!.answer([asset(1, 52)]);
  await played.settled();
  expect(asked.map(({ atMs }) => atMs)).toEqual([t0, t0 + 2 * minute]);
  expect(played.positions.get("guid-1")?.lat).toBe(52);
  expect(played.positions.nowMs()).toBe(t0 + 2 * minute);
  expect(played.current().isLoading).toBe(false);
});

it("the player plays a site in pieces, waits for a missing one, and leaves silent assets where they were", async () => {
  const spans: number[] = [];
  const played = player({
    snapshot: async () => [asset(1), asset(2)],
    tracks: async (_, { fromMs }) => {
      spans.push(fromMs);
      return [{ assetId: "id-1", positions: [position(0, 0, 0), position(30_000, 30_000, 30)] }];
    },
  });
  await played.settled();
  played.setSpeed(60);
  played.play();
  played.step();
  expect(played.current()).toMatchObject({ timeMs: t0, isLoading: true });
  await played.settled();
  played.step();
  expect(played.current()).toMatchObject({ timeMs: t0 + 15_000, isLoading: false });
  expect(played.positions.get("guid-1")?.lat).toBeCloseTo(51 + 15 * metreDeg, 9);
  expect(played.positions.get("guid-2")?.lat).toBe(51);
  await played.settled();
  expect(spans).toEqual([t0, t0 + pieceMs]);
});

it("the player shows only the chosen assets, and no place before their tracks begin", async () => {
  const played = player(
    {
      snapshot: async () => [asset(1, null), asset(2)],
      tracks: async () => [{ assetId: "id-1", positions: [position(10 * minute, 20 * minute, 5)] }],
    },
    ["guid-1"],
  );
  await played.settled();
  expect([...played.positions.all().keys()]).toEqual(["guid-1"]);
  expect(played.positions.get("guid-1")?.lat).toBeNull();
  played.seek(t0 + 15 * minute);
  expect(played.positions.get("guid-1")?.lat).toBeCloseTo(51 + 5 * metreDeg, 9);
  played.seek(t0 + minute);
  expect(played.positions.get("guid-1")?.lat).toBeNull();
});

it("the player stops its steps when a piece fails, and asks for it again at the next play", async () => {
  let isAway = true;
  let requests = 0;
  const played = player({
    snapshot: async () => [asset(1)],
    tracks: async () => {
      requests++;
      if (isAway) throw new Error("away");
      return [{ assetId: "id-1", positions: [position(0, 0, 0)] }];
    },
  });
  await played.settled();
  played.play();
  played.step();
  await played.settled();
  expect(played.current()).toMatchObject({ isFailed: true, isPlaying: false, isLoading: false });
  played.step();
  await played.settled();
  expect(requests).toBe(1);
  isAway = false;
  played.play();
  expect(played.current()).toMatchObject({ isFailed: false, isPlaying: true });
  played.step();
  await played.settled();
  played.step();
  expect(played.current()).toMatchObject({ timeMs: t0 + 2_500, isFailed: false, isPlaying: true });
});

it.each([
  ["the site's first moment", []],
  ["the tracks of the chosen assets", ["guid-1"]],
] as const)("the player asks again for %s at the next play when they could not be loaded", async (_, of) => {
  let isAway = true;
  const answers: Answers = {
    snapshot: async () => (isAway ? Promise.reject(new Error("away")) : [asset(1)]),
    tracks: async () => [{ assetId: "id-1", positions: [position(0, 60 * minute, 5)] }],
  };
  const played = player(answers, of);
  await played.settled();
  expect(played.current()).toMatchObject({ isFailed: true, isLoading: false });
  isAway = false;
  played.play();
  played.step();
  expect(played.current()).toMatchObject({ timeMs: t0, isFailed: false });
  await played.settled();
  played.step();
  await played.settled();
  played.step();
  expect(played.current()).toMatchObject({ isPlaying: true, isFailed: false, isLoading: false });
  expect(played.current().timeMs).toBeGreaterThan(t0);
  expect(played.positions.get("guid-1")?.lat).toBeCloseTo(51 + 5 * metreDeg, 9);
});

it("the player shows the moment sought while a request for another one was failing", async () => {
  const failing: (() => void)[] = [];
  const played = player({
    snapshot: (atMs) =>
      atMs === t0
        ? new Promise((_, fail) => failing.push(() => fail(new Error("away"))))
        : Promise.resolve([asset(1, 52)]),
    tracks: async () => [],
  });
  played.seek(t0 + minute);
  failing[0]!();
  await played.settled();
  expect(played.current()).toMatchObject({ isFailed: false, isLoading: false });
  expect(played.positions.get("guid-1")?.lat).toBe(52);
});

const twoStretches = {
  snapshot: async () => [asset(1, null)],
  tracks: async () => [
    { assetId: "id-1", positions: [position(5 * minute, 11 * minute, 5), position(40 * minute, 50 * minute, 9)] },
  ],
};

it("the player opens at the beginning of the newest stretch of an asset when nobody has chosen a moment", async () => {
  const played = player(twoStretches, ["guid-1"], null);
  await played.settled();
  expect(played.current()).toMatchObject({ timeMs: t0 + 40 * minute, isLoading: false });
  expect(played.positions.get("guid-1")?.lat).toBeCloseTo(51 + 9 * metreDeg, 9);
});

it("the player opens at the beginning of the newest stretch of a site, and shows that moment first", async () => {
  const moments: number[] = [];
  const played = player(
    {
      snapshot: async (atMs) => {
        moments.push(atMs);
        return [asset(1)];
      },
      tracks: async () => [],
      coverage: async () => [
        { fromMs: t0, toMs: t0 + minute },
        { fromMs: t0 + 20 * minute, toMs: t0 + 60 * minute },
      ],
    },
    [],
    null,
  );
  await played.settled();
  expect(moments).toEqual([t0 + 20 * minute]);
  expect(played.current().timeMs).toBe(t0 + 20 * minute);
});

it("the player plays a site from the beginning of the span when it cannot learn what exists", async () => {
  const coverage = async () => Promise.reject(new Error("away"));
  const played = player({ snapshot: async () => [asset(1)], tracks: async () => [], coverage }, [], null);
  await played.settled();
  expect(played.current()).toMatchObject({ timeMs: t0, coverage: null, isLoading: false, isFailed: false });
});

it("the player leaves out times without data while playing, and says how long they were", async () => {
  const played = player(twoStretches, ["guid-1"], t0 + 10 * minute);
  await played.settled();
  played.setSpeed(60);
  played.play();
  for (let steps = 0; steps < 4; steps++) played.step();
  expect(played.current()).toMatchObject({ timeMs: t0 + 11 * minute, skipped: null });
  played.step();
  expect(played.current()).toMatchObject({
    timeMs: t0 + 40 * minute,
    skipped: { fromMs: t0 + 11 * minute, toMs: t0 + 40 * minute },
  });
  for (let steps = 0; steps < 40; steps++) played.step();
  expect(played.current()).toMatchObject({ timeMs: t0 + 50 * minute, isPlaying: true });
  played.step();
  expect(played.current()).toMatchObject({ timeMs: t0 + 60 * minute, isPlaying: false });
});

it("a whole site is played through doors and along walls, from one piece into the next", async () => {
  const eastDeg = metreDeg / Math.cos((51 * Math.PI) / 180);
  const at = (east: number, north: number) => ({ lat: 51 + north * metreDeg, lon: 7 + east * eastDeg });
  const walls = [
    { id: "w1", points: [at(-2, -2), at(22, -2), at(22, 12), at(-2, 12), at(-2, -2)], lossDb: null },
    { id: "w2", points: [at(-2, 2), at(22, 2)], lossDb: null },
  ];
  const doors = [{ id: "d1", at: [at(13.3, 2), at(14.7, 2)] as [LatLon, LatLon] }];
  // Along the corridor with noise behind its wall, and shortly after the piece's end through it into the room.
  const walk = [
    [pieceMs - 10_000, 0, 0],
    [pieceMs - 8_000, 2, 0.4],
    [pieceMs - 6_000, 4, 2.9],
    [pieceMs - 4_000, 6, 0.4],
    [pieceMs - 2_000, 9, 0],
    [pieceMs + 2_000, 11, 6],
    [pieceMs + 4_000, 11, 8],
  ] as const;
  const played = player({
    snapshot: async () => [asset(1)],
    tracks: async (_, { fromMs, toMs }) => {
      const within = walk.filter(([ms]) => t0 + ms >= fromMs && t0 + ms <= toMs);
      return [{ assetId: "id-1", positions: within.map(([ms, east, north]) => position(ms, ms, 0, at(east, north))) }];
    },
  });
  played.setFloors([{ id: "floor", walls, doors }]);
  await played.settled();
  played.seek(t0 + pieceMs - 11_000);
  await played.settled();
  played.setSpeed(1);
  played.play();
  const places: { east: number; north: number }[] = [];
  for (let step = 0; step < 90; step++) {
    played.step();
    await played.settled();
    const { lat, lon } = played.positions.get("guid-1")!;
    places.push({ east: (lon! - 7) / eastDeg, north: (lat! - 51) / metreDeg });
  }
  expect(played.current().timeMs).toBeGreaterThan(t0 + pieceMs + 4_000);
  expect(places.at(-1)!.north).toBeCloseTo(8, 1);
  const crossings = places.slice(1).filter(({ north }, nth) => north < 2 !== places[nth]!.north < 2);
  expect(crossings).toHaveLength(1);
  expect(crossings[0]!.east).toBeGreaterThan(12.5);
  expect(crossings[0]!.east).toBeLessThan(15.5);
});
