import { isPlace } from "@pulse/positioning/model/outline";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { MODEL } from "@pulse/positioning/model/modelConstants";
import { abbreviateList } from "./csvTable.ts";
import type { FloorSpellings } from "./floorNames.ts";
import { isStrength, type Session, type TruthRow } from "./recordings.ts";

/** What the engine ignores in a recording, one line each. */
export function recordingWarnings(sessions: readonly Session[], anchors: readonly Anchor[]): string[] {
  const warnings: string[] = [];
  const warnLeftOut = (what: string): unknown => warnings.push(`${what} left out`);
  const nowhere = anchors.filter((anchor) => !isPlace(anchor)).map(({ id }) => id);
  if (nowhere.length)
    warnLeftOut(`${nowhere.length} anchors beyond any map's coordinates (${abbreviateList(nowhere)})`);
  const placed = new Set(anchors.map(({ id }) => id));
  const unknown = new Set<string>();
  let undetected = 0;
  let missing = 0;
  let impossible = 0;
  let zeros = 0;
  for (const { packets } of sessions) {
    for (const { anchorId, rssi } of packets) {
      if (!placed.has(anchorId)) {
        unknown.add(anchorId);
        undetected++;
      } else if (Number.isNaN(rssi)) missing++;
      else if (!isStrength(rssi)) {
        impossible++;
        if (rssi === 0) zeros++;
      }
    }
  }
  if (undetected)
    warnLeftOut(
      `${undetected} observations of anchors that anchors.csv does not know (${abbreviateList([...unknown])})`,
    );
  if (missing) warnLeftOut(`${missing} observations without a strength`);
  const orZero = zeros ? " or of 0, which is written for none," : "";
  if (impossible) warnLeftOut(`${impossible} observations outside -127…20 dBm${orZero}`);
  return warnings;
}

/** Anchors far outside an outline: one of the two is wrong. */
export function strayAnchorWarnings(strays: readonly Anchor[]): string[] {
  if (!strays.length) return [];
  return [
    `left out for lying more than ${MODEL.yardM} m outside of their floor's outline: ${abbreviateList(strays.map(({ id }) => id))}`,
  ];
}

/** A session's time starts at 0; if all its times are negative, it may use another clock than its truth. */
export function negativeTimeWarnings(sessions: readonly Session[]): string[] {
  const before = sessions
    .filter(({ packets }) => packets.length > 0 && packets.every(({ atMs }) => atMs < 0))
    .map(({ tagId }) => tagId);
  if (!before.length) return [];
  return [`all times of ${before.length} tags are negative (${abbreviateList(before)}); a tag's time starts at 0`];
}

/** Floors in the located tags' truth that the site does not have, so that no fix there can be right. */
export function unknownFloorWarnings(
  sessions: readonly Session[],
  truth: ReadonlyMap<string, TruthRow[]>,
  known: FloorSpellings,
): string[] {
  const floors = sessions.flatMap(({ tagId }) => (truth.get(tagId) ?? []).map(({ floor }) => floor));
  const unknown = [...new Set(floors)].filter((floor) => !known.has(floor));
  return unknown.length ? [`the truth tells of floor ${abbreviateList(unknown)}, which the site does not have`] : [];
}
