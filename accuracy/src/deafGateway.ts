import { parseArgs } from "node:util";
import { locate } from "@pulse/positioning/engine/locate";
import { gatewayHealth, updateWeakness } from "@pulse/positioning/learn/gatewayHealth";
import { persistedLearning, restoreLearning } from "@pulse/positioning/learn/persistedLearning";
import { learnFromTraffic } from "@pulse/positioning/learn/learnFromTraffic";
import { learnedOffset } from "@pulse/positioning/learn/tagOffset";
import {
  beginFit,
  suspectGateways,
  isFitDue,
  newTrafficSample,
  sampleTraffic,
} from "@pulse/positioning/learn/trafficSample";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { buildSiteModel, inheritLearning, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { quantile } from "@pulse/cli/locate/evaluate";
import { radioWorld, USUAL_AIR, type RadioWorld } from "./radioWorld.ts";
import { seeded, type Random } from "./random.ts";
import { anchorAt, floorOf, OFFICE } from "./scenarios.ts";
import { randomWalk } from "./randomWalk.ts";
import { SETTINGS } from "./settings.ts";

/**
 * `npm run accuracy -- deafGateway --first 2821 --seeds 6 [--db 12] [--loses 0.8]`: one gateway of the office
 * becomes deaf after eleven minutes, or loses a share of its packets. Shows whether it is reported, and how accurate
 * positions are. `--db Infinity`: it no longer hears anything. `--db 0`: which healthy gateways are reported. `--from 0`:
 * it was deaf from the start. `--restart 25`: the server restarts after 25 minutes, and keeps what a server keeps.
 */
const { values } = parseArgs({
  options: {
    first: { type: "string", default: "2821" },
    seeds: { type: "string", default: "6" },
    db: { type: "string", default: "12" },
    loses: { type: "string", default: "0" },
    from: { type: "string", default: "11" },
    restart: { type: "string", default: "Infinity" },
    ends: { type: "string", default: "35" },
  },
});
const loses = Number(values.loses);
const byDb = loses > 0 ? 0 : Number(values.db);
const isHealthy = byDb === 0 && loses === 0;
const TAGS = 8;
const DEAF_S = 60 * Number(values.from);
const RESTART_S = 60 * Number(values.restart);
const ENDS_S = 60 * Number(values.ends);
const SPEED_MPS = 1.2;
/** Standing tags move to another place this often, and take this long, s. */
const MOVED_EACH_S = 300;
const MOVED_S = 20;

interface Run {
  /** Seconds until it was reported. */
  toldS: number | null;
  isToldInTheEnd: boolean;
  /** Other gateways that were reported. */
  wrong: number;
  versions: number;
  soonM: number[];
  lateM: number[];
}

function play(seed: number): Run {
  const random = seeded(seed * 7919);
  const deafId = `g${seed % OFFICE.length}`;
  const anchors = OFFICE.map(([x, y], i) => anchorAt(`g${i}`, x, y, "0"));
  const floors = [floorOf("0", 0)];
  const fault = { deaf: { fromS: DEAF_S, byDb }, loses: { fromS: DEAF_S, share: loses } };
  const faults = new Map([[deafId, fault]]);
  const world = radioWorld(anchors, floors, USUAL_AIR, seed, faults);
  let sample = newTrafficSample();
  const modelWith = (calibration: Calibration | null): SiteModel =>
    buildSiteModel({ anchors, floors, settings: SETTINGS, calibration });
  let model = modelWith(null);
  const tags = Array.from({ length: TAGS }, (_, nth) => newTag(nth, world, random));
  const wrong = new Set<string>();
  const run: Run = { toldS: null, isToldInTheEnd: false, wrong: 0, versions: 0, soonM: [], lateM: [] };
  for (let second = 0; second < ENDS_S; second++) {
    const nowMs = (second + 1) * 1000;
    if (second === RESTART_S) {
      model = afterRestart(model, modelWith(model.calibration));
      sample = newTrafficSample();
      for (const tag of tags) tag.restart();
    }
    for (const tag of tags) {
      const at = tag.send(second);
      const fix = locate(model, tag.state, nowMs);
      if (!fix) continue;
      const errorM = Math.hypot(fix.x - at.x, fix.y - at.y);
      if (second > DEAF_S && second < DEAF_S + 300) run.soonM.push(errorM);
      if (second > 1500) run.lateM.push(errorM);
      sampleTraffic(sample, model, tag.id, nowMs);
    }
    if (isFitDue(sample, nowMs)) {
      beginFit(sample, nowMs);
      const context = { version: ++sample.version, inUse: model.calibration, doubted: suspectGateways(model) };
      const { calibration, weak } = learnFromTraffic(sample.snapshots, context);
      updateWeakness(model, weak);
      if (calibration) {
        const before = model;
        model = modelWith(calibration);
        inheritLearning(model, before);
        run.versions++;
      }
    }
    const told = toldOf(model);
    const isDeaf = !isHealthy && second >= DEAF_S;
    for (const anchorId of told) if (anchorId !== deafId || !isDeaf) wrong.add(anchorId);
    run.isToldInTheEnd = isDeaf && told.includes(deafId);
    if (run.isToldInTheEnd) run.toldS ??= second - DEAF_S;
  }
  run.wrong = wrong.size;
  return run;
}

/** A new model with what a server keeps of its gateways over a restart. */
function afterRestart(before: SiteModel, model: SiteModel): SiteModel {
  for (const anchor of model.anchors.values()) {
    const kept = persistedLearning(before.anchors.get(anchor.id)!);
    if (kept) restoreLearning(anchor, kept);
  }
  return model;
}

interface Tag {
  id: string;
  /** What the engine knows of it. */
  state: TrackerState;
  send(second: number): { x: number; y: number };
  /** Only its strength is kept. */
  restart(): void;
}

/** A tag that walks, or stands most of the time. */
function newTag(nth: number, { heard, floors }: RadioWorld, random: Random): Tag {
  const tagDb = 4 * random.normal();
  const walks = nth % 2 === 0;
  const go = randomWalk(floors[0]!, random);
  const send = (second: number): { x: number; y: number } => {
    const { heading, ...at } = go(walks || second % MOVED_EACH_S < MOVED_S ? SPEED_MPS : 0);
    const atMs = second * 1000 + 700;
    for (const one of heard({ ...at, floor: "0" }, tagDb, atMs, { nth, heading: walks ? heading : null }))
      observe(tag.state, { ...one, atMs, receivedMs: atMs + 100 });
    return at;
  };
  const restart = (): void => {
    const known = learnedOffset(tag.state.offset);
    tag.state = newTrackerState(known ? { tagOffsetDb: known.meanDb } : undefined);
  };
  const tag: Tag = { id: `t${nth}`, state: newTrackerState(), send, restart };
  return tag;
}

/** The gateways reported to hear too little. */
function toldOf(model: SiteModel): string[] {
  return gatewayHealth(model)
    .filter(({ suspect, misses, meanResidualDb }) => (suspect && meanResidualDb < 0) || misses)
    .map(({ anchorId }) => anchorId);
}

const runs = Array.from({ length: Number(values.seeds) }, (_, i) => play(Number(values.first) + i));
const off = (of: (run: Run) => number[]): string => {
  const sorted = runs.flatMap(of).toSorted((a, b) => a - b);
  return `${quantile(sorted, 0.5).toFixed(2)} / ${quantile(sorted, 0.9).toFixed(2)}`;
};
const minutes = runs.flatMap(({ toldS }) => (toldS === null ? [] : [(toldS / 60).toFixed(1)]));
const sum = (of: (run: Run) => number): number => runs.reduce((total, run) => total + of(run), 0);
process.stdout.write(
  `told in ${minutes.length} of ${runs.length} runs (after ${minutes.join(", ")} minutes), still in the end ${sum(({ isToldInTheEnd }) => Number(isToldInTheEnd))}, others told ${sum(({ wrong }) => wrong)}, versions ${sum(({ versions }) => versions)}, first five minutes ${off(({ soonM }) => soonM)}, from the 25th minute ${off(({ lateM }) => lateM)}\n`,
);
