import type { Point } from "@pulse/positioning/model/outline";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { truthAt } from "@pulse/cli/locate/evaluate";
import { isStrength, type Session, type TruthRow } from "@pulse/cli/locate/recordings";

/** The mean level of each gateway that heard a tag in one window, dBm, by gateway. */
export type Levels = ReadonlyMap<string, number>;

/** A window of levels whose true place is known. */
export interface Fingerprint extends Point {
  levels: Levels;
}

/** The windows of the plain methods: seconds back from the fix, by whether the tag moves. */
export const MOVING_WINDOW_MS = 3000;
export const STILL_WINDOW_MS = 5000;
/** The level counted where a gateway heard nothing, dBm, and how many fingerprints vote (weighted by 1 / distance). */
const UNHEARD_DBM = -100;
const NEIGHBOURS = 4;
/** A survey walked in motion gives a fingerprint each so many ms. */
const WALKED_STEP_MS = 3000;

/** What was heard in the window that ends at `untilMs`; if that is empty, in the last one that is not. */
export function levelsUntil({ packets }: Session, untilMs: number, windowMs: number): Levels {
  const known = packets.filter(({ atMs, rssi }) => atMs <= untilMs && isStrength(rssi));
  const newestMs = known.reduce((newest, { atMs }) => Math.max(newest, atMs), -Infinity);
  const fromMs = Math.min(untilMs - windowMs, newestMs - windowMs / 2);
  const heard = Map.groupBy(
    known.filter(({ atMs }) => atMs > fromMs),
    ({ anchorId }) => anchorId,
  );
  return new Map([...heard].map(([id, own]) => [id, own.reduce((sum, { rssi }) => sum + rssi, 0) / own.length]));
}

/** The place of the gateway that hears the tag loudest. */
export function nearestGateway(levels: Levels, anchors: readonly Anchor[]): Point {
  return anchors.reduce((best, one) => ((levels.get(one.id) ?? -999) > (levels.get(best.id) ?? -999) ? one : best));
}

/** The mean of the gateways' places, weighted by amplitude. */
export function weightedCentroid(levels: Levels, anchors: readonly Anchor[]): Point {
  const sum = { x: 0, y: 0, weight: 0 };
  for (const { id, x, y } of anchors) {
    const level = levels.get(id);
    if (level === undefined) continue;
    const weight = 10 ** (level / 20);
    sum.x += weight * x;
    sum.y += weight * y;
    sum.weight += weight;
  }
  return { x: sum.x / sum.weight, y: sum.y / sum.weight };
}

/** The weighted mean of the surveyed places whose levels are most alike. */
export function nearestFingerprints(levels: Levels, survey: readonly Fingerprint[], anchors: readonly Anchor[]): Point {
  const near = survey
    .map((one) => ({ ...one, apartDb: apart(levels, one.levels, anchors) }))
    .toSorted((a, b) => a.apartDb - b.apartDb)
    .slice(0, NEIGHBOURS);
  const sum = { x: 0, y: 0, weight: 0 };
  for (const { x, y, apartDb } of near) {
    const weight = 1 / (apartDb + 1e-3);
    sum.x += weight * x;
    sum.y += weight * y;
    sum.weight += weight;
  }
  return { x: sum.x / sum.weight, y: sum.y / sum.weight };
}

function apart(a: Levels, b: Levels, anchors: readonly Anchor[]): number {
  return Math.sqrt(
    anchors.reduce((sum, { id }) => sum + ((a.get(id) ?? UNHEARD_DBM) - (b.get(id) ?? UNHEARD_DBM)) ** 2, 0),
  );
}

/** The survey's windows: one of each still session, one each three seconds of a walked one in which it was heard. */
export function fingerprintsOf(
  sessions: readonly Session[],
  truth: ReadonlyMap<string, TruthRow[]>,
  moves: (tagId: string) => boolean,
): Fingerprint[] {
  return sessions.flatMap((session) => {
    const { tagId, packets } = session;
    const endMs = packets.at(-1)?.atMs ?? 0;
    const stepMs = moves(tagId) ? WALKED_STEP_MS : endMs + 1;
    const untils = Array.from({ length: Math.max(1, Math.floor(endMs / stepMs)) }, (_, i) =>
      moves(tagId) ? (i + 1) * stepMs : endMs,
    );
    return untils.flatMap((untilMs) => {
      // Between the stretches of a walk the last levels belong to another place.
      if (!packets.some(({ atMs }) => atMs > untilMs - stepMs && atMs <= untilMs)) return [];
      const levels = levelsUntil(session, untilMs, stepMs);
      const at = truthAt(truth.get(tagId) ?? [], untilMs - (moves(tagId) ? stepMs / 2 : 0));
      return at && levels.size ? [{ x: at.x, y: at.y, levels }] : [];
    });
  });
}
