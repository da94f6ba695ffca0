import { parseArgs } from "node:util";
import { locate } from "@pulse/positioning/engine/locate";
import { fitTraffic, isFitDue, newTrafficSample, sampleTraffic } from "@pulse/positioning/learn/trafficSample";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { inheritLearning } from "@pulse/positioning/engine/siteModel";
import { playUntil, newPlayback } from "@pulse/cli/locate/playback";
import {
  type Counted,
  dayFigures,
  type DayFigures,
  type DayScenario,
  simulateOneDay,
  recordDay,
} from "./simulateDay.ts";
import { USUAL_AIR } from "./radioWorld.ts";
import { seeded } from "./random.ts";

/**
 * `npm run accuracy -- unknownModels --first 4101 --seeds 48 [--air office] [--states right|wrong] [--time]`: the first
 * minute of tags that are stronger or weaker than those from which a site has calibrated itself. `--air office`: the
 * air of made-up sites instead of the hall's. `--states right|wrong`: all tags state a power, and the others theirs,
 * or, wrongly, 10 dB less than they have. `--time`: also which strength the engine finds, how likely it takes the tag
 * for one of the site's, and how far off it is, second by second.
 */
const { values } = parseArgs({
  options: {
    first: { type: "string", default: "4101" },
    seeds: { type: "string", default: "48" },
    air: { type: "string", default: "hall" },
    states: { type: "string", default: "" },
    time: { type: "boolean", default: false },
  },
});
const STRENGTHS_DB = [-10, -6, 0, 6, 10];
const SPEEDS_MPS = [0, 1.4, 3];
const SECONDS = [1, 2, 3, 5, 8, 12, 20, 30, 45, 59];
/** The site's own tags are alike but for this much, and play for this long. */
const TAGS = 8;
const TAG_SD_DB = 1;
const LEARNS_S = 900;
/** How well the strength is known in the column in which it is. */
const KNOWN_SD_DB = 1;
const AIR = values.air === "office" ? { air: USUAL_AIR } : {};
const USUALLY_STATED_DBM = -59;

/** What such a tag sends: nothing about its power, or frames that state it. */
function stating(db: number): Pick<DayScenario, "frames"> {
  return values.states ? { frames: [{ db: 0, statedPowerDbm: USUALLY_STATED_DBM + db }] } : {};
}

/** What a site learns from tags of its own, which walk and rest; null: nothing. */
function pathLossOf(seed: number): Calibration | null {
  const random = seeded(seed);
  const lives = Array.from({ length: TAGS }, (_, i): DayScenario => {
    const restS = i % 2 ? 120 : 15;
    const tagDb = TAG_SD_DB * random.normal();
    return { name: `own ${i}`, speedMps: 1.2, restS, tagDb, seconds: LEARNS_S, nth: i + 1, ...stating(0), ...AIR };
  });
  const recorded = lives.map((life) => recordDay(life, seed));
  const tags = recorded.map(({ session }, i) => ({ id: lives[i]!.name, playback: newPlayback(session, 1000) }));
  const { modelWith } = recorded[0]!;
  let model = modelWith(null);
  const sample = newTrafficSample();
  for (let nowMs = 1000; nowMs <= 1000 * LEARNS_S; nowMs += 1000) {
    for (const { id, playback } of tags) {
      playUntil(playback, nowMs);
      if (locate(model, playback.state, nowMs)) sampleTraffic(sample, model, id, nowMs);
    }
    const fitted = isFitDue(sample, nowMs) ? fitTraffic(sample, model, nowMs) : null;
    if (!fitted) continue;
    const before = model;
    model = modelWith(fitted);
    inheritLearning(model, before);
  }
  return model.calibration;
}

interface Site {
  seed: number;
  law: Calibration;
}

/**
 * The fixes of such a tag in its first minute at each site, with the path-loss model that `known` makes of the site's.
 */
function play(sites: readonly Site[], life: DayScenario, known: (law: Calibration) => Calibration | null): Counted[] {
  return sites.flatMap(({ seed, law }) => simulateOneDay(life, seed, false, known(law)));
}

function cellOf({ medianM, p90M, within68, within95 }: DayFigures): string {
  const circles = `${(100 * within68).toFixed(0)} / ${(100 * within95).toFixed(0)}`;
  return `${medianM.toFixed(2)} / ${p90M.toFixed(2)}, ${circles}`;
}

function secondsOf(fixes: readonly Counted[]): string {
  const lines = SECONDS.map((second) => {
    const then = fixes.filter((one) => one.second === second);
    const mean = (of: (one: Counted) => number): string =>
      (then.reduce((sum, one) => sum + of(one), 0) / then.length).toFixed(2);
    return `  ${second} s: ${mean((one) => one.offsetDb)} dB, the site's own ${mean((one) => one.knownModelShare)}, off ${mean((one) => one.rawM)} m\n`;
  });
  return lines.join("");
}

const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => Number(values.first) + i);
const sites = seeds.flatMap((seed): Site[] => {
  const law = pathLossOf(seed);
  return law ? [{ seed, law }] : [];
});
const spreads = sites.map(({ law }) => law.tagOffsetSdDb);
process.stdout.write(
  `${sites.length} of ${seeds.length} sites have calibrated themselves; their tags differ by ${Math.min(...spreads).toFixed(1)}–${Math.max(...spreads).toFixed(1)} dB\n` +
    "| | calibrated | not calibrated | centroid | strength known |\n|---|---|---|---|---|\n",
);
for (const tagDb of STRENGTHS_DB)
  for (const speedMps of SPEEDS_MPS) {
    const states = stating(values.states === "wrong" ? tagDb - 10 : tagDb);
    const life: DayScenario = { name: "unknown model", speedMps, tagDb, seconds: 60, ...states, ...AIR };
    const fixes = play(sites, life, (law) => law);
    const without = dayFigures(play(sites, life, () => null));
    const known = play(sites, life, (law) => ({
      ...law,
      powerShiftDb: law.powerShiftDb + tagDb,
      tagOffsetSdDb: KNOWN_SD_DB,
    }));
    const centroid = `${without.centroidMedianM.toFixed(2)} / ${without.centroidP90M.toFixed(2)}`;
    const cells = [cellOf(dayFigures(fixes)), cellOf(without), centroid, cellOf(dayFigures(known))];
    process.stdout.write(`| ${tagDb} dB, ${speedMps} m/s | ${cells.join(" | ")} |\n`);
    if (values.time) process.stdout.write(secondsOf(fixes));
  }
