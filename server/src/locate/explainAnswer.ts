import type { ExplainedPosition } from "@pulse/contract/trackers";
import type { Answer, Question } from "../adapters/bus/requests.ts";
import { locationText } from "../sites/places.ts";
import type { ExplainedFix, LocateWorker } from "./locateWorker.ts";

/** A fix holds for this long after its moment, and clocks that ask for it may differ by this much, ms. */
const holdsMs = 60_000;
const earlyMs = 1000;

/** Answers why a tracker is where it is. Only the last fix of each tracker is kept. */
export function explainAnswer(worker: Pick<LocateWorker, "explain">) {
  return ({ trackerId, at }: Question<"explain">): Answer<"explain"> => {
    const kept = worker.explain(trackerId);
    if (!kept || (at !== undefined && !holds(kept.fix.atMs, Date.parse(at)))) return null;
    return explained(trackerId, kept);
  };
}

function explained(trackerId: string, { site, fix, why }: ExplainedFix): ExplainedPosition {
  const timestamp = new Date(fix.atMs).toISOString();
  const nearest = fix.nearest && site.gateways.get(fix.nearest.anchorId);
  const place = site.frame.toLatLon(fix);
  return {
    timestamp,
    trackerId,
    mechanism: fix.mechanism,
    fix: {
      timestamp,
      endTimestamp: timestamp,
      ...place,
      elevation: fix.elevationM,
      floorId: fix.floor || null,
      location: locationText(site.floors.get(fix.floor)?.sections ?? []),
      accuracy: fix.accuracyM,
      accuracyOuter: fix.accuracyOuterM,
      mechanism: fix.mechanism,
      moving: fix.moving,
      nearestHardware: nearest?.name ?? null,
      nearestHardwareGuid: nearest?.guid ?? null,
      nearestHardwareDis: fix.nearest?.distanceM ?? null,
      trackerId,
      smoothed: false,
    },
    raw: { ...site.frame.toLatLon(fix.raw), accuracy: fix.accuracyM },
    floors: why.floors.map(({ floor, probability }) => ({
      floorId: floor,
      name: site.floors.get(floor)?.sections.at(-1)?.name ?? "",
      probability,
    })),
    gateways: why.gateways.map((gateway) => ({
      hardwareId: gateway.anchorId,
      name: site.gateways.get(gateway.anchorId)?.name ?? "",
      rssi: gateway.rssi,
      expectedRssi: gateway.expectedRssi,
      residual: gateway.residualDb,
      distance: Number.isFinite(gateway.distanceM) ? gateway.distanceM : null,
      weight: gateway.weight,
      used: gateway.used,
      reason: gateway.reason,
    })),
    decisions: why.decisions.map(({ step, text }) => ({ step, text: named(text, site) })),
  };
}

function holds(fixMs: number, atMs: number): boolean {
  return atMs >= fixMs - earlyMs && atMs <= fixMs + holdsMs;
}

/** The engine names floors and gateways by id, people by name. */
function named(text: string, site: LiveNames): string {
  let words = text;
  for (const [id, { sections }] of site.floors) words = words.replaceAll(id, sections.at(-1)?.name ?? id);
  for (const [id, { name }] of site.gateways) words = words.replaceAll(id, name);
  return words;
}

interface LiveNames {
  floors: ReadonlyMap<string, { sections: readonly { name: string }[] }>;
  gateways: ReadonlyMap<string, { name: string }>;
}
