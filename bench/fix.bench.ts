// How many fixes a second one core makes, and how many plain least squares over distances would.
import { likelyPlaces } from "@pulse/positioning/fix/likelyPlaces";
import { locate } from "@pulse/positioning/engine/locate";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { plainLeastSquares } from "@pulse/accuracy/plainLeastSquares";
import { alternate, type Contender, medianOf, report, sized } from "./harness.ts";
import { benchFloor, type Extent, heardRssi, randomNumbers } from "./load/positioningFloor.ts";
import { surveyedMap } from "./load/surveyedMap.ts";

const tags = sized(100, 5);
const rounds = sized(200, 20);
const settings = {
  mechanism: "TRILATERATED",
  anchorSnapRadiusM: 5,
  locationAccuracyThresholdM: 50,
  ignoreMovingTracker: false,
} as const;
const floors: { name: string; extent: Extent }[] = [
  { name: "40 × 25 m", extent: { eastM: 40, northM: 25 } },
  { name: "120 × 60 m", extent: { eastM: 120, northM: 60 } },
];

/** What every tag's gateways hear in each round, made before the measurement. */
function heardBy(extent: Extent, gateways: number) {
  const random = randomNumbers(7);
  const { floor, anchors } = benchFloor("floor", extent, gateways);
  const places = Array.from({ length: tags }, () => ({ x: random() * extent.eastM, y: random() * extent.northM }));
  const levels = Array.from({ length: rounds }, () =>
    places.map(({ x, y }) => anchors.map((anchor) => heardRssi(anchor, x, y, random))),
  );
  return { floor, anchors, levels };
}

/** What a site may have learned (L1, L3), and what every fix is asked for in addition. */
interface Setting {
  calibration?: Calibration;
  /** The places that fences use. */
  withPlaces?: boolean;
  /** Weaker packets are not heard, dBm. */
  faintestDbm?: number;
}

/** Rounds before the measurement: a server has compiled its code, and V8 discards some with each model that is freed. */
const unclocked = sized(40, 4);

/** Each second every gateway hears every tag once; then each tag is located from its last packets. */
function engine({ floor, anchors, levels }: ReturnType<typeof heardBy>, setting: Setting = {}): number {
  const { calibration = null, withPlaces = false, faintestDbm = -Infinity } = setting;
  const model = buildSiteModel({ anchors, floors: [floor], settings, calibration });
  const states = Array.from({ length: tags }, () => newTrackerState());
  let fixes = 0;
  let started = process.cpuUsage();
  for (const [round, heard] of levels.entries()) {
    if (round === unclocked) [started, fixes] = [process.cpuUsage(), 0];
    const atMs = round * 1000;
    for (const [nth, state] of states.entries()) hear(state, { anchors, levels: heard[nth]!, atMs, faintestDbm });
    for (const state of states) if (fixOf(model, state, { atMs, withPlaces })) fixes++;
  }
  if (faintestDbm === -Infinity && fixes !== tags * (rounds - unclocked))
    throw new Error(`${fixes} fixes instead of ${tags * (rounds - unclocked)}`);
  return (fixes * 1000) / cpuMsSince(started);
}

interface Heard {
  anchors: Anchor[];
  levels: number[];
  atMs: number;
  faintestDbm: number;
}

function hear(state: TrackerState, { anchors, levels, atMs, faintestDbm }: Heard): void {
  for (let of = 0; of < levels.length; of++) {
    const rssi = levels[of]!;
    if (rssi >= faintestDbm) observe(state, { anchorId: anchors[of]!.id, rssi, atMs });
  }
}

function fixOf(model: SiteModel, state: TrackerState, asked: { atMs: number; withPlaces: boolean }): boolean {
  const fix = locate(model, state, asked.atMs);
  if (fix && asked.withPlaces) likelyPlaces(model);
  return fix !== null;
}

/** CPU time instead of elapsed time: other work on the machine must not count. */
function cpuMsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function leastSquares({ anchors, levels }: ReturnType<typeof heardBy>): number {
  const heard = levels.flatMap((round) =>
    round.map((levelsOf) => levelsOf.map((rssi, of) => ({ x: anchors[of]!.x, y: anchors[of]!.y, rssi }))),
  );
  let finite = 0;
  const started = process.cpuUsage();
  for (const one of heard) if (Number.isFinite(plainLeastSquares(one).x)) finite++;
  if (finite === 0) throw new Error("the peer found nothing");
  return (heard.length * 1000) / cpuMsSince(started);
}

/** A path-loss law as sites learn it from their traffic. */
const learned: Calibration = {
  version: 1,
  level: 1,
  exponent: 2.5,
  powerShiftDb: 1,
  shadowSdDb: 4,
  tagOffsetSdDb: 2,
  anchorOffsetsDb: {},
  radius: null,
};

const contenders: Contender[] = floors.flatMap(({ name, extent }) =>
  [5, 10, 20].flatMap((gateways) => {
    const heard = heardBy(extent, gateways);
    return [
      { name: `${name}, ${gateways} gateways`, run: () => engine(heard) },
      { name: `${name}, ${gateways} gateways: least squares`, run: () => leastSquares(heard) },
    ];
  }),
);
const usual = heardBy(floors[0]!.extent, 10);
const mapped = surveyedMap(learned, usual.anchors, floors[0]!.extent);
contenders.push(
  { name: "40 × 25 m, 10 gateways, L1", run: () => engine(usual, { calibration: learned }) },
  { name: "40 × 25 m, 10 gateways, L3", run: () => engine(usual, { calibration: mapped }) },
  { name: "40 × 25 m, 10 gateways, and its likely places", run: () => engine(usual, { withPlaces: true }) },
  { name: "40 × 25 m, 10 gateways, about half of them silent", run: () => engine(usual, { faintestDbm: -90 }) },
);
const measured = await alternate(contenders, { rounds: 7, warmUps: 2 });
report({
  bench: "fix",
  unit: "fixes/s on one core",
  measured,
  aims: [
    { what: "fixes/s, L0, 10 gateways", value: medianOf(measured, "40 × 25 m, 10 gateways"), atLeast: 45_000 },
    { what: "fixes/s, L1, 10 gateways", value: medianOf(measured, "40 × 25 m, 10 gateways, L1"), atLeast: 45_000 },
    { what: "fixes/s, L3, 10 gateways", value: medianOf(measured, "40 × 25 m, 10 gateways, L3"), atLeast: 35_000 },
  ],
  notes: [
    `${tags} tags, ${rounds} s; a fix is observe() of one packet of each gateway and the whole of locate(): window, motion, floor, posterior, offset, filter, radius; per second of CPU time, after the first ${unclocked} s`,
    "L1: a law learned from traffic; L3: with the map of a walk test besides, a point each 4 m; the model is built before the clock runs",
    "least squares: AltBeacon's distances, weighted Gauss–Newton, ten steps at most; its error is 4.3 m in the median on the main recording, the engine's 1.8",
  ],
});
