import type { ExplainedPosition } from "@pulse/contract/trackerExplanation";
import type { Answer, Question } from "../../platform/bus/requests.ts";
import { namedRoom } from "../places/namedRoom.ts";
import { locationText } from "../places/places.ts";
import { servedDb, servedMetres, servedPlace, servedRoom, servedShare } from "../../platform/http/servedDigits.ts";
import type { ExplainedFix, LocateWorker } from "./locateWorker.ts";
import { pastExplanation, pastWindowMs } from "./pastExplanation.ts";
import type { SightingStep } from "./sightingSteps.repository.ts";
import type { SiteModels } from "./siteModels.ts";

/**
 * A fix is valid for this long after its moment, and the clocks of those who ask for it may differ by this much, ms.
 */
const holdsMs = 60_000;
const earlyMs = 1000;

/**
 * Answers why a tracker is or was where it was. Its last fix is kept as it was made while the tracker is followed; that of
 * a tracker that has fallen silent, or an earlier one, is made once more from the stored sightings, for as long as they
 * are kept.
 */
export function explainAnswer(parts: {
  worker: Pick<LocateWorker, "explain">;
  sites: Pick<SiteModels, "of">;
  /** Whether a tracker is worked on here: the shares of a divided site have models of their own, and each knows its trackers best. */
  hasTracker(siteId: string, trackerId: string): boolean;
  /** When a tracker had its last fix on this site, ms; null: never. */
  lastFixMs(siteId: string, trackerId: string): Promise<number | null>;
  /** The steps of a span in which a tracker was heard. */
  sightingSteps(trackerId: string, fromMs: number, toMs: number): Promise<readonly SightingStep[]>;
}) {
  return async ({ siteId, trackerId, at }: Question<"explain">): Promise<Answer<"explain">> => {
    const live = parts.worker.explain(trackerId);
    const momentMs = at === undefined ? null : Date.parse(at);
    if (live && (momentMs === null || holds(live.fix.atMs, momentMs))) return explained(trackerId, live);
    // Whoever works on it also knows its newer fix, which no stored one may replace.
    if (!parts.hasTracker(siteId, trackerId)) return null;
    const atMs = momentMs ?? (await parts.lastFixMs(siteId, trackerId));
    // After a start nothing may have needed the site yet.
    const site = atMs === null ? null : await parts.sites.of(siteId);
    if (atMs === null || !site) return null;
    const past = pastExplanation(
      site,
      trackerId,
      await parts.sightingSteps(trackerId, atMs - pastWindowMs, atMs),
      atMs,
    );
    return past && explained(trackerId, past);
  };
}

function explained(trackerId: string, { site, fix, why }: ExplainedFix): ExplainedPosition {
  const timestamp = new Date(fix.atMs).toISOString();
  const nearest = fix.nearest && site.gateways.get(fix.nearest.anchorId);
  const onFloor = site.floors.get(fix.floor);
  const room = namedRoom(fix.room, onFloor?.rooms);
  return {
    timestamp,
    trackerId,
    mechanism: fix.mechanism,
    fix: {
      timestamp,
      endTimestamp: timestamp,
      ...servedPlace(site.frame.toLatLon(fix)),
      elevation: servedMetres(fix.elevationM),
      floorId: fix.floor || null,
      location: locationText(onFloor?.sections ?? [], room),
      accuracy: servedMetres(fix.accuracyM),
      accuracyOuter: servedMetres(fix.accuracyOuterM),
      mechanism: fix.mechanism,
      moving: fix.moving,
      nearestHardware: nearest?.name ?? null,
      nearestHardwareGuid: nearest?.guid ?? null,
      nearestHardwareDis: servedMetres(fix.nearest?.distanceM ?? null),
      trackerId,
      room: servedRoom(room),
      smoothed: false,
    },
    raw: { ...servedPlace(site.frame.toLatLon(fix.raw)), accuracy: servedMetres(fix.accuracyM) },
    floors: why.floors.map(({ floor, probability }) => ({
      floorId: floor,
      name: site.floors.get(floor)?.sections.at(-1)?.name ?? "",
      probability: servedShare(probability),
    })),
    rooms: why.rooms.map(({ id, probability }) => ({
      roomId: id,
      name: onFloor?.rooms.get(id) ?? "",
      probability: servedShare(probability),
    })),
    gateways: why.gateways.map((gateway) => ({
      hardwareId: gateway.anchorId,
      name: site.gateways.get(gateway.anchorId)?.name ?? "",
      ...servedLevels(gateway),
      distance: Number.isFinite(gateway.distanceM) ? servedMetres(gateway.distanceM) : null,
      weight: servedShare(gateway.weight),
      used: gateway.used,
      reason: gateway.reason,
    })),
    decisions: why.decisions.map(({ step, text }) => ({ step, text: withNames(text, site) })),
  };
}

/** The difference is that of the served levels, so that they add up. */
function servedLevels({ rssi, expectedRssi }: { rssi: number; expectedRssi: number | null }) {
  const [measured, expected] = [servedDb(rssi), servedDb(expectedRssi)];
  return { rssi: measured, expectedRssi: expected, residual: expected === null ? null : servedDb(measured - expected) };
}

function holds(fixMs: number, atMs: number): boolean {
  return atMs >= fixMs - earlyMs && atMs <= fixMs + holdsMs;
}

/** The engine names floors and gateways by id, people by name. */
function withNames(text: string, site: LiveNames): string {
  let words = text;
  for (const [id, { sections, rooms }] of site.floors) {
    words = words.replaceAll(id, sections.at(-1)?.name ?? id);
    for (const [roomId, name] of rooms) words = words.replaceAll(roomId, name);
  }
  for (const [id, { name }] of site.gateways) words = words.replaceAll(id, name);
  return words;
}

interface LiveNames {
  floors: ReadonlyMap<string, { sections: readonly { name: string }[]; rooms: ReadonlyMap<string, string> }>;
  gateways: ReadonlyMap<string, { name: string }>;
}
