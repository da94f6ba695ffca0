// CPU and memory for 10,000 tags on 20 floors, and whether both grow in proportion to the tags.
import { localFrame } from "@pulse/geo/localFrame";
import { locate } from "@pulse/positioning/engine/locate";
import { buildSiteModel } from "@pulse/positioning/engine/siteModel";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { inProcessBus } from "../server/src/platform/bus/inProcessBus.ts";
import { locateWorker } from "../server/src/pipeline/locate/locateWorker.ts";
import type { LiveSite } from "../server/src/pipeline/locate/liveSite.ts";
import { alternate, medianOf, report, sized } from "./harness.ts";
import { benchFloor, heardRssi, randomNumbers } from "./load/positioningFloor.ts";

const extent = { eastM: 40, northM: 25 };
const everyMs = 2000;
const rounds = sized(15, 2);
const settings = {
  mechanism: "TRILATERATED",
  anchorSnapRadiusM: 5,
  locationAccuracyThresholdM: 50,
  ignoreMovingTracker: false,
} as const;
const floors = Array.from({ length: 20 }, (_, level) => benchFloor(`f${level}`, extent, 10, level));
const plan = {
  origin: { lat: 51.9, lon: 4.4 },
  anchors: floors.flatMap(({ anchors }) => anchors),
  floors: floors.map(({ floor }) => floor),
  rooms: [],
  walls: [],
  settings,
};
const bytesATag = new Map<number, number>();

/** Share of one core that `tags` tags take, each heard by its floor's ten gateways and located every two seconds. */
async function shareOf(tags: number): Promise<number> {
  const site: LiveSite = {
    id: "site",
    guid: "site",
    name: "Site",
    customerId: "customer",
    customerGuid: "customer",
    model: buildSiteModel(plan),
    plan,
    mobile: { intervalMs: 20_000, durationMs: 8_000, unplaced: new Map(), stored: [], accuracyM: new Map() },
    selfCalibrating: true,
    tags: new Map(),
    builtFrom: "",
    frame: localFrame({ lat: 51.9, lon: 4.4 }),
    gateways: new Map(),
    floors: new Map(),
  };
  const random = randomNumbers(11);
  const places = Array.from({ length: tags }, (_, nth) => ({
    id: `tag${nth}`,
    x: random() * extent.eastM,
    y: random() * extent.northM,
    floor: floors[nth % floors.length]!,
  }));
  // The levels are drawn once and used over and over: drawing them each time would be most of the work.
  const levels = Float32Array.from({ length: 16 }, () => (random() - 0.5) * 8);
  const bus = inProcessBus({ now: Date.now, problem: console.error });
  let fixes = 0;
  bus.subscribe("fixes", (located) => (fixes += located.length));
  globalThis.gc?.();
  const before = process.memoryUsage();
  const worker = locateWorker({
    bus,
    sites: { ready: () => site, move: () => "stayed" },
    offsets: { ofMake: () => undefined, ofTracker: () => undefined },
    fitDue: () => undefined,
    problem: console.error,
  });
  let usedMs = 0;
  for (let round = 0; round < rounds; round++) {
    const nowMs = 1_000_000 + round * everyMs;
    const batches = floors.flatMap((floor, onFloor) =>
      floor.anchors.map((anchor, of) => ({
        siteId: "site",
        gatewayId: anchor.id,
        position: 0,
        receivedMs: nowMs,
        sightings: places
          .filter((_, nth) => nth % floors.length === onFloor)
          .map(({ id, x, y }, nth) => ({
            trackerId: id,
            rssi: heardRssi(anchor, x, y, () => 0.5) + levels[(nth + of + round) % levels.length]!,
            atMs: nowMs,
          })),
      })),
    );
    const started = process.cpuUsage();
    for (const batch of batches) bus.publish("sightings", batch);
    await worker.tick(nowMs);
    const { user, system } = process.cpuUsage(started);
    usedMs += (user + system) / 1000;
  }
  globalThis.gc?.();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  bytesATag.set(tags, bytes / tags);
  if (fixes !== tags * rounds) throw new Error(`${fixes} fixes instead of ${tags * rounds}`);
  worker.close();
  return (100 * usedMs) / (rounds * everyMs);
}

/** Bytes of `tags` tags with full windows: each heard by ten gateways once a second for two minutes. */
function bytesOf(tags: number): number {
  const random = randomNumbers(12);
  const { floor, anchors } = floors[0]!;
  const model = buildSiteModel({ ...plan, anchors, floors: [floor] });
  const states: TrackerState[] = [];
  globalThis.gc?.();
  const before = process.memoryUsage();
  for (let nth = 0; nth < tags; nth++) {
    const state = newTrackerState();
    const [x, y] = [random() * extent.eastM, random() * extent.northM];
    for (let second = 0; second < 120; second++) {
      const atMs = 1_000_000 + 1000 * second;
      for (const anchor of anchors)
        observe(state, { anchorId: anchor.id, rssi: heardRssi(anchor, x, y, random), atMs });
      if (second % 10 === 9) locate(model, state, atMs);
    }
    states.push(state);
  }
  globalThis.gc?.();
  const after = process.memoryUsage();
  if (states.length !== tags) throw new Error("the tags are gone");
  return after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
}

const counts = [2_500, 5_000, 10_000].map((tags) => sized(tags, tags / 50));
const name = (tags: number): string => `${tags.toLocaleString("en-US")} tags`;
const measured = await alternate(
  counts.map((tags) => ({ name: name(tags), run: () => shareOf(tags) })),
  { rounds: 5, warmUps: 1 },
);
const fullBytes = bytesOf(counts[2]!);
const [few, , many] = counts.map((tags) => medianOf(measured, name(tags))) as [number, number, number];
report({
  bench: "sites",
  unit: "% of a core",
  measured,
  aims: [
    { what: "% of a core for 10,000 tags", value: many },
    { what: "share a tag, 10,000 ÷ 2,500 tags (1: linear)", value: many / few / 4, atMost: 1.3 },
    {
      what: "memory a tag, 10,000 ÷ 2,500 tags (1: linear)",
      value: bytesATag.get(10_000)! / bytesATag.get(2_500)!,
      atMost: 1.3,
    },
    { what: "MB of memory for 10,000 tags with full windows", value: fullBytes / 2 ** 20 },
  ],
  notes: [
    "20 floors of 40 × 25 m with ten gateways each, every tag heard by all ten and located each 2 s, through the bus and the worker of the live path",
    `windows and state of a tag: ${counts.map((tags) => `${Math.round(bytesATag.get(tags)! / 1024)} kB of ${name(tags)}`).join(", ")}, after ${(rounds * everyMs) / 1000} s; the fits of self-calibration run in a thread beside and are not counted`,
    `full windows: heard by ten gateways once a second for two minutes, ${(fullBytes / counts[2]! / 1024).toFixed(1)} kB a tag`,
  ],
});
