import type { Fix } from "@pulse/positioning/fix/fix";
import { locate } from "@pulse/positioning/engine/locate";
import { fitTraffic, isFitDue, newTrafficSample, sampleTraffic } from "@pulse/positioning/learn/trafficSample";
import type { Area } from "@pulse/positioning/model/areaIndex";
import { inheritLearning, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { type Drawn, hear, modelOf, type UploadDelays } from "./demo/measure.ts";
import type { DemoSite } from "@pulse/simulator/demo/model";
import { floorOfKey, floorToSite } from "@pulse/simulator/demo/placing";
import type { RadioSettings } from "@pulse/simulator/radio/settings";
import { newSiteRun } from "@pulse/simulator/siteRun";
import { START_MS, STANDS_M, TICK_MS } from "./demoDay.ts";

/** A tag that the engine has just located. */
export interface Located {
  mac: string;
  atMs: number;
  fix: Fix;
  /** Processor time of the fix, µs. */
  cpuUs: number;
  /** Where it really is, and whether it really moves in this second. */
  truth: Place;
  walks: boolean;
}

export interface Place {
  floor: string;
  x: number;
  y: number;
}

/** The rooms drawn on a site's floors, in the site's frame. Two rooms of one name stay apart. */
export function roomsOf(site: DemoSite): Area[] {
  return site.buildings.flatMap((building) =>
    building.floors.flatMap(({ key, rooms }) =>
      rooms.map(({ area }, i) => ({
        id: `${key}#${i}`,
        floor: key,
        outline: area.map((corner) => floorToSite(building, corner)),
      })),
    ),
  );
}

/**
 * Plays a site of the demo to the engine as on the server (demoDay.ts), with its rooms, and stops at each fix.
 * The simulation is a second ahead, so that the true place can be interpolated for the moment of the fix.
 */
export function* roomDay(
  site: DemoSite,
  day: { seed: number; seconds: number; radio: RadioSettings },
  drawn: Partial<Drawn>,
): Generator<Located> {
  const run = newSiteRun(site, day.seed, START_MS, day.radio);
  const tags = new Map(site.assets.map(({ trackerMac }) => [trackerMac, newTag()]));
  const states = new Map([...tags].map(([mac, { state }]) => [mac, state]));
  const sample = newTrafficSample();
  const delays: UploadDelays = new Map();
  let model = modelOf(site, "TRILATERATED", null, drawn);
  let said = run.second(0);
  let truth = truthOf(site, run);
  for (let second = 0; second < day.seconds; second++) {
    const next = run.second(second + 1);
    const after = truthOf(site, run);
    for (let half = 1; half <= 2; half++) {
      const tMs = (second + 1) * 1000 + half * TICK_MS;
      for (const message of said)
        if (message.tMs > tMs - TICK_MS && message.tMs <= tMs) hear(states, delays, message, START_MS);
      for (const [mac, tag] of tags) {
        const located = locateTag(model, tag, START_MS + tMs);
        if (!located) continue;
        yield { mac, ...located, ...whereabouts(truth.get(mac)!, after.get(mac)!, half / 2) };
        sampleTraffic(sample, model, mac, START_MS + tMs);
      }
    }
    model = learned(site, model, sample, START_MS + (second + 2) * 1000, drawn);
    said = next;
    truth = after;
  }
}

interface Tag {
  state: TrackerState;
  /** Time of the newest packet that each gateway had heard at the last fix, ms. */
  newestMs: Map<string, number>;
}

function newTag(): Tag {
  return { state: newTrackerState(), newestMs: new Map() };
}

/** Null: nothing new was heard of it, or it is nowhere. */
function locateTag(
  model: SiteModel,
  { state, newestMs }: Tag,
  nowMs: number,
): Pick<Located, "atMs" | "fix" | "cpuUs"> | null {
  let isNews = false;
  for (const [id, { count, atMs }] of state.windows) {
    if (count === 0 || atMs[count - 1]! <= (newestMs.get(id) ?? -Infinity)) continue;
    isNews = true;
    newestMs.set(id, atMs[count - 1]!);
  }
  if (!isNews) return null;
  const from = performance.now();
  const fix = locate(model, state, nowMs);
  const cpuUs = 1000 * (performance.now() - from);
  return fix && { atMs: nowMs, fix, cpuUs };
}

/** The model with the path-loss model that the site's traffic gives now, as on the server. */
function learned(
  site: DemoSite,
  model: SiteModel,
  sample: ReturnType<typeof newTrafficSample>,
  nowMs: number,
  drawn: Partial<Drawn>,
): SiteModel {
  const law = isFitDue(sample, nowMs) ? fitTraffic(sample, model, nowMs) : null;
  if (!law) return model;
  const after = modelOf(site, "TRILATERATED", law, drawn);
  inheritLearning(after, model);
  return after;
}

function truthOf(site: DemoSite, run: ReturnType<typeof newSiteRun>): Map<string, Place> {
  return new Map(
    [...run.truth()].map(([mac, { floor, ...point }]) => [
      mac,
      { floor, ...floorToSite(floorOfKey(site, floor).building, point) },
    ]),
  );
}

/** The place between two seconds; on another floor, it is the later one's. */
function whereabouts(from: Place, to: Place, share: number): Pick<Located, "truth" | "walks"> {
  const truth = {
    floor: to.floor,
    x: from.floor === to.floor ? from.x + share * (to.x - from.x) : to.x,
    y: from.floor === to.floor ? from.y + share * (to.y - from.y) : to.y,
  };
  return { truth, walks: from.floor !== to.floor || Math.hypot(to.x - from.x, to.y - from.y) > STANDS_M };
}
