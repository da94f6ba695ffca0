import { parseArgs } from "node:util";
import type { Fix } from "@pulse/positioning/fix/fix";
import { locate } from "@pulse/positioning/engine/locate";
import { fitTraffic, isFitDue, newTrafficSample, sampleTraffic } from "@pulse/positioning/learn/trafficSample";
import { buildSiteModel, inheritLearning } from "@pulse/positioning/engine/siteModel";
import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { quantile } from "@pulse/cli/locate/evaluate";
import { stayOf, type Stay } from "./lifts.ts";
import type { RadioWorld } from "./radioWorld.ts";
import { seeded } from "./random.ts";
import { storeys, uneven } from "./scenarios.ts";
import { SETTINGS } from "./settings.ts";
import { randomWalk } from "./randomWalk.ts";

interface Building {
  name: string;
  world: (seed: number) => RadioWorld;
  /** Its tags send this often, s. */
  packetEachS: number;
}

interface FloorFigures {
  /** For tags that stay on their floor: fixes, those on a wrong floor, uncertain ones, and wrong ones not called uncertain. */
  fixes: number;
  wrong: number;
  uncertain: number;
  wrongUnsaid: number;
  /** For tags in a lift: from its doors opening until the fixes stay on the new floor, s. */
  followsS: number[];
}

export const BUILDINGS: readonly Building[] = [
  { name: "three gateways a floor, slab 20 dB", world: (seed) => storeys(seed, 20), packetEachS: 0.5 },
  { name: "three gateways a floor, slab 10 dB", world: (seed) => storeys(seed, 10), packetEachS: 0.5 },
  { name: "three gateways a floor, wood, 6 dB", world: (seed) => storeys(seed, 6), packetEachS: 0.5 },
  { name: "two gateways a floor, slab 15 dB", world: (seed) => storeys(seed, 15, 2), packetEachS: 0.5 },
  { name: "six, two and four gateways, slab 12 dB", world: uneven, packetEachS: 0.5 },
  { name: "three gateways a floor, slab 15 dB, a packet each 5 s", world: (seed) => storeys(seed, 15), packetEachS: 5 },
];

const TAGS = 24;
const TAG_SD_DB = 4;
const ENDS_S = 180;
const COUNT_FROM_S = 10;
/** Fixes this long on a floor count as staying there. */
const HOLDS_S = 5;

/** A building of three floors and 24 tags, twelve of which ride a lift; it calibrates itself as live. */
export function playBuilding({ world, packetEachS }: Building, seed: number): FloorFigures {
  const { anchors, floors, heard } = world(seed);
  const random = seeded(seed * 7919);
  const tags = Array.from({ length: TAGS }, (_, nth) => ({
    nth,
    stay: stayOf(nth, floors),
    tagDb: TAG_SD_DB * random.normal(),
    go: randomWalk(floors[0]!, random),
    state: newTrackerState(),
    said: new Map<number, Fix>(),
  }));
  const sample = newTrafficSample();
  let model = buildSiteModel({ anchors, floors, settings: SETTINGS, calibration: null });
  for (let second = 0; second < ENDS_S; second += 0.5) {
    const nowMs = (second + 0.5) * 1000;
    for (const { nth, stay, tagDb, go, state, said } of tags) {
      const { heading, x, y } = go(stay.speedAt(second) / 2);
      const at = { x, y, floor: stay.floorAt(second) };
      const atMs = second * 1000 + 10 * nth;
      if ((second + nth) % packetEachS === 0)
        for (const one of heard(at, tagDb - stay.lossAt(second), atMs, { nth, heading }))
          observe(state, { ...one, atMs, receivedMs: atMs + 100 });
      if (nowMs % 1000) continue;
      const fix = locate(model, state, nowMs);
      if (!fix) continue;
      said.set(nowMs / 1000, fix);
      sampleTraffic(sample, model, `t${nth}`, nowMs);
    }
    const fitted = isFitDue(sample, nowMs) ? fitTraffic(sample, model, nowMs) : null;
    if (!fitted) continue;
    const before = model;
    model = buildSiteModel({ anchors, floors, settings: SETTINGS, calibration: fitted });
    inheritLearning(model, before);
  }
  const figures: FloorFigures = { fixes: 0, wrong: 0, uncertain: 0, wrongUnsaid: 0, followsS: [] };
  for (const { stay, said } of tags) count(figures, stay, said);
  return figures;
}

function count(figures: FloorFigures, { arrivesS, floorAt }: Stay, said: ReadonlyMap<number, Fix>): void {
  const isRight = (second: number): boolean => said.get(second)?.floor === floorAt(second);
  if (arrivesS !== null) {
    let second = arrivesS;
    while (second < ENDS_S && !Array.from({ length: HOLDS_S }, (_, i) => second + i).every(isRight)) second++;
    figures.followsS.push(second - arrivesS);
    return;
  }
  for (const [second, { floorUncertain }] of said) {
    if (second <= COUNT_FROM_S) continue;
    figures.fixes++;
    figures.uncertain += Number(floorUncertain);
    figures.wrong += Number(!isRight(second));
    figures.wrongUnsaid += Number(!isRight(second) && !floorUncertain);
  }
}

/** `npm run accuracy -- floors --first 2871 --seeds 6`: wrong and uncertain floors, and how soon fixes follow a lift. */
function main(): void {
  const { values } = parseArgs({
    options: { first: { type: "string", default: "2871" }, seeds: { type: "string", default: "6" } },
  });
  for (const building of BUILDINGS) {
    const runs = Array.from({ length: Number(values.seeds) }, (_, i) =>
      playBuilding(building, Number(values.first) + i),
    );
    const sum = (of: (run: FloorFigures) => number): number => runs.reduce((total, run) => total + of(run), 0);
    const fixes = sum((run) => run.fixes);
    const percent = (part: number): string => `${((100 * part) / fixes).toFixed(2)} %`;
    const follows = runs.flatMap(({ followsS }) => followsS).toSorted((a, b) => a - b);
    const [wrong, wrongUnsaid, uncertain] = [
      sum((run) => run.wrong),
      sum((run) => run.wrongUnsaid),
      sum((run) => run.uncertain),
    ];
    process.stdout.write(
      `| ${building.name} | ${percent(wrong)} | ${percent(wrongUnsaid)} | ${percent(uncertain)} | ${[0.5, 0.9, 1].map((q) => quantile(follows, q).toFixed(0)).join(" / ")} | ${fixes} fixes, ${follows.length} rides\n`,
    );
  }
}

if (import.meta.main) main();
