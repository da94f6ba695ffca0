import type { Anchor, FloorModel } from "@pulse/positioning/model/placedSite";
import type { GatewayFault } from "@pulse/simulator/radio/faults";
import type { RadioSettings } from "@pulse/simulator/radio/settings";
import { bodies, radioWorld, STOREY_M, USUAL_AIR, type RadioWorld } from "./radioWorld.ts";

/** A made-up site and its difficulties. */
export interface Scenario {
  name: string;
  world: (seed: number) => RadioWorld;
  /** How many tags walk and how many stand, and for how long. */
  walkers: number;
  standing: number;
  seconds: number;
  mechanism: "TRILATERATED" | "ANCHORED";
  /** Spread of the tags' own strength, dB. */
  tagSdDb: number;
}

const HALF_S = 60;

/** Ten gateways on walls and columns of a floor of 40 × 25 m. */
export const OFFICE = [
  [2, 2],
  [14, 1],
  [27, 2],
  [38, 3],
  [8, 12],
  [20, 13],
  [32, 12],
  [2, 23],
  [19, 24],
  [38, 23],
] as const;
const SPARSE = [
  [2, 2],
  [38, 2],
  [38, 23],
  [2, 23],
] as const;

const usual = { walkers: 6, standing: 6, seconds: 120, mechanism: "TRILATERATED", tagSdDb: 4 } as const;

export const SCENARIOS: readonly Scenario[] = [
  { ...usual, name: "office, 10 gateways", world: (seed) => office(seed) },
  { ...usual, name: "office, one tag model", world: (seed) => office(seed), tagSdDb: 0.5 },
  { ...usual, name: "open hall, n 1.7", world: (seed) => office(seed, { exponent: 1.7, shadowSdDb: 3.5 }) },
  { ...usual, name: "racks, n 3.4, 6 dB shadows", world: (seed) => office(seed, { exponent: 3.4, shadowSdDb: 6 }) },
  {
    ...usual,
    name: "bursts and losses",
    world: (seed) => office(seed, { ...bodies(0.3, 10), lossShare: 0.4, fadingSdDb: 5 }),
  },
  { ...usual, name: "sparse, 4 gateways", world: (seed) => site(seed, SPARSE) },
  { ...usual, name: "two gateways lost half-way", world: (seed) => office(seed, {}, [lost("g4"), lost("g5")]) },
  { ...usual, name: "one gateway 12 dB deaf half-way", world: (seed) => office(seed, {}, [deaf("g5")]) },
  {
    ...usual,
    name: "one gateway 10 m from where it is said",
    world: (seed) => office(seed, {}, [["g5", { hangsAt: { x: 28, y: 19 } }]]),
  },
  { ...usual, name: "three floors of three, slab 10 dB", world: (seed) => storeys(seed, 10) },
  { ...usual, name: "three floors of three, slab 20 dB", world: (seed) => storeys(seed, 20) },
  { ...usual, name: "floors of six, two and four gateways, slab 12 dB", world: (seed) => uneven(seed) },
  { ...usual, name: "ANCHORED office", world: (seed) => office(seed), mechanism: "ANCHORED" },
];

/** The one that every `npm test` runs: it has floors and few gateways, and calibrates itself, within two seconds. */
export const SHORT_SCENARIO = "floors of six, two and four gateways, slab 12 dB";

type Faults = readonly (readonly [anchorId: string, fault: GatewayFault])[];

function office(seed: number, air: Partial<RadioSettings> = {}, faults: Faults = []): RadioWorld {
  return site(seed, OFFICE, air, faults);
}

function site(
  seed: number,
  places: readonly (readonly [number, number])[],
  air: Partial<RadioSettings> = {},
  faults: Faults = [],
): RadioWorld {
  const anchors = places.map(([x, y], i) => anchorAt(`g${i}`, x, y, "0"));
  return radioWorld(anchors, [floorOf("0", 0)], { ...USUAL_AIR, ...air }, seed, new Map(faults));
}

/** Three floors of 20 × 15 m with two or three gateways each. */
export function storeys(seed: number, slabDb: number, perFloor: 2 | 3 = 3): RadioWorld {
  const levels = [0, 1, 2];
  // Not above one another, as in real buildings.
  const places = (
    [
      [3, 3],
      [17, 5],
      [8, 13],
    ] as const
  ).slice(0, perFloor);
  const anchors = levels.flatMap((level) =>
    places.map(([x, y], i) => anchorAt(`g${level}${i}`, x + level, y - 0.7 * level, String(level))),
  );
  const floors = levels.map((level) => floorOf(String(level), level, 20, 15));
  return radioWorld(anchors, floors, { ...USUAL_AIR, slabDb }, seed);
}

/** A building with different numbers of gateways per floor: how much a floor hears also depends on that number. */
export function uneven(seed: number): RadioWorld {
  const [width, height] = [30, 18];
  const anchors = [6, 2, 4].flatMap((count, level) =>
    Array.from({ length: count }, (_, i) =>
      anchorAt(`g${level}${i}`, ((i + 0.5) * width) / count, 2 + ((7 * i + 4 * level) % (height - 4)), String(level)),
    ),
  );
  const floors = [0, 1, 2].map((level) => floorOf(String(level), level, width, height));
  return radioWorld(anchors, floors, { ...USUAL_AIR, slabDb: 12 }, seed);
}

export function anchorAt(id: string, x: number, y: number, floor: string): Anchor {
  const unset = { measuredPower: null, alpha: null, beta: null, gamma: null, snapRadiusM: null };
  return { id, x, y, z: 2.5, floor, ...unset };
}

export function floorOf(id: string, level: number, width = 40, height = 25): FloorModel {
  const outline = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  return { id, level, elevationM: STOREY_M * level, outline };
}

function deaf(anchorId: string): Faults[number] {
  return [anchorId, { deaf: { fromS: HALF_S, byDb: 12 } }];
}

function lost(anchorId: string): Faults[number] {
  return [anchorId, { deaf: { fromS: HALF_S, byDb: Infinity } }];
}
