import { parseArgs } from "node:util";
import { buildSiteModel, inheritLearning } from "@pulse/positioning/engine/siteModel";
import { locate } from "@pulse/positioning/engine/locate";
import { gatewayHealth, updateSwaps } from "@pulse/positioning/learn/gatewayHealth";
import { learnFromTraffic } from "@pulse/positioning/learn/learnFromTraffic";
import {
  beginFit,
  isFitDue,
  newTrafficSample,
  sampleTraffic,
  suspectGateways,
} from "@pulse/positioning/learn/trafficSample";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { newPlayback, playUntil, scheduleNext } from "@pulse/cli/locate/playback";
import type { MeasuredSite } from "./measuredSite.ts";
import { measuredSites } from "./measuredSites.ts";
import { recordingsFolder } from "./recordedSets.ts";
import { SETTINGS } from "./settings.ts";

/**
 * `npm run accuracy -- swaps [--only SITE,…]`: two gateways of each recorded site are entered in each other's places,
 * near ones, middling ones and far ones. Which pairs the engine names, after how many minutes of traffic, and whether
 * it names healthy ones; a minute counts if a tag was located in it.
 */
const { values } = parseArgs({ options: { only: { type: "string" } } });
const STEP_MS = 1000;

interface Named {
  pair: string;
  minutes: number;
}

/** Every pair that the site names while its sessions are played, and after how many minutes of traffic. */
function namedAt({ test, survey }: MeasuredSite, anchors: readonly Anchor[]): Named[] {
  let model = buildSiteModel({ anchors, floors: [], settings: SETTINGS, calibration: null });
  const tags = [...test, ...survey].map((session) => newPlayback(session, STEP_MS));
  const sample = newTrafficSample();
  const named = new Map<string, number>();
  const busy = new Set<number>();
  const due = (): number => tags.reduce((earliest, { dueMs }) => Math.min(earliest, dueMs), Infinity);
  for (let nowMs = due(); nowMs < Infinity; nowMs = due()) {
    for (const tag of tags) {
      if (nowMs < tag.dueMs) continue;
      playUntil(tag, nowMs);
      if (locate(model, tag.state, nowMs)) {
        sampleTraffic(sample, model, tag.session.tagId, nowMs);
        busy.add(Math.floor(nowMs / 60_000));
      }
      scheduleNext(tag, nowMs, STEP_MS);
    }
    if (!isFitDue(sample, nowMs)) continue;
    beginFit(sample, nowMs);
    const context = { version: ++sample.version, inUse: model.calibration, doubted: suspectGateways(model) };
    const { calibration, swapped } = learnFromTraffic(sample.snapshots, context);
    updateSwaps(model, swapped);
    for (const { anchorId, swappedWith } of gatewayHealth(model)) {
      if (swappedWith === null) continue;
      const pair = anchorId < swappedWith ? `${anchorId} ↔ ${swappedWith}` : `${swappedWith} ↔ ${anchorId}`;
      if (!named.has(pair)) named.set(pair, busy.size);
    }
    if (!calibration) continue;
    const before = model;
    model = buildSiteModel({ anchors, floors: [], settings: SETTINGS, calibration });
    inheritLearning(model, before);
  }
  return [...named].map(([pair, minutes]) => ({ pair, minutes }));
}

const apartM = (a: Anchor, b: Anchor): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The pair nearest together but not on one spot, one in the middle, and the one farthest apart. */
function pairsOf(anchors: readonly Anchor[]): [Anchor, Anchor][] {
  const pairs = anchors.flatMap((a, i) => anchors.slice(i + 1).map((b): [Anchor, Anchor] => [a, b]));
  const sorted = pairs.filter((pair) => apartM(...pair) >= 4).toSorted((p, q) => apartM(...p) - apartM(...q));
  return [sorted[0]!, sorted[sorted.length >> 1]!, sorted.at(-1)!];
}

function main(folder: string): void {
  const names = values.only?.split(",");
  process.stdout.write("| site | entered wrongly | named, after minutes of traffic |\n|---|---|---|\n");
  for (const site of measuredSites(folder, names).filter(({ name }) => names?.includes(name) ?? true)) {
    for (const pair of [null, ...pairsOf(site.anchors)]) {
      const anchors = pair === null ? site.anchors : exchanged(site.anchors, pair);
      const found = namedAt(site, anchors).map((one) => `${one.pair} (${one.minutes})`);
      const entered = pair === null ? "none" : `${pair[0].id} ↔ ${pair[1].id}, ${apartM(...pair).toFixed(0)} m`;
      process.stdout.write(`| ${site.name} | ${entered} | ${found.join(", ") || "none"} |\n`);
    }
  }
}

function exchanged(anchors: readonly Anchor[], [a, b]: readonly [Anchor, Anchor]): Anchor[] {
  const at = (one: Anchor, { x, y, z }: Anchor): Anchor => ({ ...one, x, y, z });
  return anchors.map((one) => (one === a ? at(a, b) : one === b ? at(b, a) : one));
}

const folder = recordingsFolder();
if (folder) main(folder);
else {
  process.stderr.write(
    "pulse: the recordings are not on this machine; PULSE_TEST_DATA names the folder that holds them\n",
  );
  process.exitCode = 1;
}
