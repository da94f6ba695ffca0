import type { Fix } from "@pulse/positioning/fix/fix";
import { locate } from "@pulse/positioning/engine/locate";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { inheritLearning } from "@pulse/positioning/engine/siteModel";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { strengthToKeep } from "@pulse/positioning/learn/makeStrengths";
import { fitTraffic, isFitDue, newTrafficSample, sampleTraffic } from "@pulse/positioning/learn/trafficSample";
import { hear, modelOf, type UploadDelays } from "./demo/measure.ts";
import type { DemoSite } from "@pulse/simulator/demo/model";
import { floorOfKey, floorToSite } from "@pulse/simulator/demo/placing";
import type { RadioSettings } from "@pulse/simulator/radio/settings";
import { newSiteRun, type SimulatedMessage } from "@pulse/simulator/siteRun";

/** A tag's fix and its true place. */
export interface DemoFix {
  mac: string;
  /** Since the beginning, s. */
  atS: number;
  fix: Fix;
  truth: Whereabouts;
}

interface Whereabouts {
  floor: string;
  x: number;
  y: number;
  moves: boolean;
}

export const TICK_MS = 500;
export const START_MS = Date.UTC(2026, 10, 20, 8);
/** After a start the server processes the messages of the last minute before it was stopped (logWorker.ts). */
const WARM_UP_MS = 60_000;
/** A tag that moves less than this in a second is still, m. */
export const STANDS_M = 0.05;

/**
 * Plays a site of the demo to the engine as on the server: two fixes a second of each tag that was heard, while the site
 * calibrates itself.
 * @param day `restart`: the server is stopped at `atS`, and gateways' messages are lost for `downS`
 */
export function* demoDay(
  site: DemoSite,
  day: {
    seed: number;
    seconds: number;
    restart?: { atS: number; downS: number };
    learns?: boolean;
    /** Whether the engine knows the walls, and the simulated air. */
    hasWalls?: boolean;
    radio?: RadioSettings;
  },
): Generator<DemoFix> {
  const { seed, seconds, restart, learns = true, hasWalls = true } = day;
  const run = newSiteRun(site, seed, START_MS, day.radio);
  const truth = new Map<string, Whereabouts>();
  let server = demoServer(site, learns, hasWalls);
  let log: SimulatedMessage[] = [];
  for (let second = 0; second < seconds; second++) {
    const messages = run.second(second);
    for (const [mac, { floor, ...point }] of run.truth()) {
      const place = floorToSite(floorOfKey(site, floor).building, point);
      const was = truth.get(mac) ?? place;
      truth.set(mac, { floor, ...place, moves: Math.hypot(was.x - place.x, was.y - place.y) > STANDS_M });
    }
    if (restart && second >= restart.atS && second < restart.atS + restart.downS) continue;
    if (restart && second === restart.atS + restart.downS) server = restarted(server, log, restart.atS);
    log = log.filter(({ tMs }) => tMs > second * 1000 - WARM_UP_MS);
    // Packets of a second are uploaded in the next.
    for (let tMs = (second + 1) * 1000; tMs < (second + 2) * 1000; tMs += TICK_MS) {
      const said = messages.filter((message) => message.tMs > tMs && message.tMs <= tMs + TICK_MS);
      log.push(...said);
      for (const { mac, fix } of server.tick(tMs + TICK_MS, said))
        yield { mac, atS: (tMs + TICK_MS) / 1000, fix, truth: truth.get(mac)! };
    }
  }
}

type DemoServer = ReturnType<typeof demoServer>;

/** The part of the server between a message and a fix, with the values that an earlier server stored. */
function demoServer(
  site: DemoSite,
  learns: boolean,
  hasWalls: boolean,
  stored?: { law: Calibration | null; offsetsDb: ReadonlyMap<string, number> },
) {
  const states = new Map<string, TrackerState>();
  for (const { trackerMac } of site.assets) {
    const tagOffsetDb = stored?.offsetsDb.get(trackerMac);
    states.set(trackerMac, newTrackerState(tagOffsetDb === undefined ? {} : { tagOffsetDb }));
  }
  const sample = newTrafficSample();
  const newestMs = new Map<string, number>();
  const delays: UploadDelays = new Map();
  let law = stored?.law ?? null;
  let model = modelOf(site, "TRILATERATED", law, { hasWalls });

  const adopt = (fitted: Calibration): void => {
    const before = model;
    law = fitted;
    model = modelOf(site, "TRILATERATED", law, { hasWalls });
    inheritLearning(model, before);
  };
  return {
    site,
    learns,
    hasWalls,
    stored: () => ({ law, offsetsDb: offsetsOf(states) }),
    tick: (tMs: number, said: readonly SimulatedMessage[]): { mac: string; fix: Fix }[] => {
      const nowMs = START_MS + tMs;
      for (const message of said) hear(states, delays, message, START_MS);
      const fixes: { mac: string; fix: Fix }[] = [];
      for (const [mac, state] of states) {
        const newest = newestOf(state);
        if (newest === (newestMs.get(mac) ?? -Infinity)) continue;
        newestMs.set(mac, newest);
        const fix = locate(model, state, nowMs);
        if (!fix) continue;
        fixes.push({ mac, fix });
        sampleTraffic(sample, model, mac, nowMs);
      }
      if (learns && isFitDue(sample, nowMs)) {
        const fitted = fitTraffic(sample, model, nowMs);
        if (fitted) adopt(fitted);
      }
      return fixes;
    },
  };
}

/** A server that starts with the values the previous one stored, and processes the last minute of its log again. */
function restarted(before: DemoServer, log: readonly SimulatedMessage[], stoppedS: number): DemoServer {
  const server = demoServer(before.site, before.learns, before.hasWalls, before.stored());
  const endMs = (stoppedS + 1) * 1000;
  for (let tMs = endMs - WARM_UP_MS; tMs < endMs; tMs += TICK_MS)
    server.tick(
      tMs + TICK_MS,
      log.filter((message) => message.tMs > tMs && message.tMs <= tMs + TICK_MS),
    );
  return server;
}

function offsetsOf(states: ReadonlyMap<string, TrackerState>): Map<string, number> {
  const offsets = new Map<string, number>();
  for (const [mac, { offset }] of states) {
    const learned = strengthToKeep(offset);
    if (learned) offsets.set(mac, learned.meanDb);
  }
  return offsets;
}

function newestOf({ windows }: TrackerState): number {
  let newest = -Infinity;
  for (const { count, atMs } of windows.values()) if (count) newest = Math.max(newest, atMs[count - 1]!);
  return newest;
}
