import { parseArgs } from "node:util";
import type { Fix } from "@pulse/positioning/fix/fix";
import { locate } from "@pulse/positioning/engine/locate";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { adapterForTopic } from "@pulse/protocols/catalogue";
import { pastTrack } from "@pulse/server/pipeline/history/pastTrack";
import { packetsOf } from "@pulse/server/pipeline/locate/sightingPackets";
import { hear, modelOf, type UploadDelays } from "./demo/measure.ts";
import { withFastForklifts } from "@pulse/simulator/demo/forklifts";
import { harbourWarehouse } from "@pulse/simulator/demo/harbour/site";
import { floorOfKey, floorToSite } from "@pulse/simulator/demo/placing";
import { drawnAir } from "@pulse/simulator/radio/drawnAir";
import { newSiteRun } from "@pulse/simulator/siteRun";
import { quantile } from "@pulse/cli/locate/evaluate";

interface Scores {
  errorsM: number[];
  onFloor: number;
  within68: number;
  within95: number;
}

const START_MS = Date.UTC(2026, 10, 20, 8);
const STEP_MS = 10_000;
const FROM_S = 90;
/** A tag that moves less than this in a second is still, m. */
const STANDS_M = 0.05;

/**
 * The warehouse in a drawn air, each tag located live and afterwards from means of ten seconds, as Pulse fills an outage;
 * moving and still tags separately.
 */
export function pastTracks(seed: number, seconds = 300): Map<string, Scores> {
  const site = withFastForklifts(harbourWarehouse());
  const run = newSiteRun(site, seed, START_MS, drawnAir(seed));
  const model = modelOf(site, "TRILATERATED");
  const states = new Map<string, TrackerState>(site.assets.map(({ trackerMac }) => [trackerMac, newTrackerState()]));
  const delays: UploadDelays = new Map();
  const steps = new Map<string, { mac: string; gatewayId: string; startMs: number; sum: number; count: number }>();
  const truths = new Map<string, { x: number; y: number; floor: string; goes: boolean }>();
  const scores = new Map<string, Scores>();
  const score = (how: string, mac: string, second: number, fix: Fix): void => {
    const truth = truths.get(`${mac} ${second}`);
    if (truth === undefined || second < FROM_S) return;
    const name = `${truth.goes ? "moving" : "standing"}, ${how}`;
    const own = scores.get(name) ?? { errorsM: [], onFloor: 0, within68: 0, within95: 0 };
    scores.set(name, own);
    const errorM = Math.hypot(fix.x - truth.x, fix.y - truth.y);
    own.errorsM.push(errorM);
    own.onFloor += Number(fix.floor === truth.floor);
    own.within68 += Number(errorM <= fix.accuracyM);
    own.within95 += Number(errorM <= fix.accuracyOuterM);
  };
  for (let second = 0; second < seconds; second++) {
    for (const message of run.second(second)) {
      hear(states, delays, message, START_MS);
      const decoded = adapterForTopic(message.topic)?.decode(message.topic, new TextEncoder().encode(message.payload));
      if (decoded?.kind !== "scan") continue;
      for (const { mac, rssi, ageMs } of decoded.adverts) {
        const startMs = Math.floor((START_MS + message.tMs - ageMs) / STEP_MS) * STEP_MS;
        const key = `${mac} ${decoded.gateway} ${startMs}`;
        const step = steps.get(key) ?? { mac, gatewayId: decoded.gateway, startMs, sum: 0, count: 0 };
        steps.set(key, { ...step, sum: step.sum + rssi, count: step.count + 1 });
      }
    }
    for (const [mac, truth] of run.truth()) {
      const at = floorToSite(floorOfKey(site, truth.floor).building, truth);
      const was = truths.get(`${mac} ${second}`) ?? at;
      const goes = Math.hypot(was.x - at.x, was.y - at.y) > STANDS_M;
      // The second that ends now.
      truths.set(`${mac} ${second + 1}`, { ...at, floor: truth.floor, goes });
      const fix = second % 2 === 1 ? locate(model, states.get(mac)!, START_MS + (second + 1) * 1000) : null;
      if (fix !== null) score("live", mac, second + 1, fix);
    }
  }
  const past = modelOf(site, "TRILATERATED");
  const span = { fromMs: START_MS + 60_000, untilMs: START_MS + seconds * 1000 };
  for (const [mac, own] of Map.groupBy(steps.values(), (step) => step.mac)) {
    const packets = own.flatMap(({ gatewayId, startMs, sum, count }) =>
      packetsOf({ gatewayId, startMs, rssi: sum / count, count }),
    );
    const { fixes, smoothed } = pastTrack(
      past,
      null,
      packets.toSorted((a, b) => a.atMs - b.atMs),
      span,
    );
    for (const fix of fixes) score("afterwards", mac, (fix.atMs - START_MS) / 1000, smoothed.get(fix.atMs) ?? fix);
  }
  return scores;
}

/** `npm run accuracy -- pastTracks --seeds 41,42`: the demo's tracks as smoothed afterwards beside the live ones. */
function main(): void {
  const { values } = parseArgs({ options: { seeds: { type: "string", default: "41,42,43" } } });
  const percent = (count: number, of: number): string => ((100 * count) / of).toFixed(1);
  for (const seed of values.seeds.split(",").map(Number))
    for (const [name, { errorsM, onFloor, within68, within95 }] of pastTracks(seed)) {
      const sorted = errorsM.toSorted((a, b) => a - b);
      const n = sorted.length;
      process.stdout.write(
        `air ${seed}, ${name}: ${quantile(sorted, 0.5).toFixed(2)} / ${quantile(sorted, 0.9).toFixed(2)} m, floor ${percent(onFloor, n)} %, circles ${percent(within68, n)} / ${percent(within95, n)} %, ${n} fixes\n`,
      );
    }
}

if (import.meta.main) main();
