import { isPlace } from "@pulse/positioning/model/outline";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { YARD_M } from "@pulse/positioning/model/strayAnchors";
import { someOf } from "./csvTable.ts";
import type { FloorSpellings } from "./floorNames.ts";
import { isStrength, type Session, type TruthRow } from "./recordings.ts";

/** What the engine ignores in a recording, one line each. */
export function odditiesOf(sessions: readonly Session[], anchors: readonly Anchor[]): string[] {
  const said: string[] = [];
  const leftOut = (what: string): unknown => said.push(`${what} left out`);
  const nowhere = anchors.filter((anchor) => !isPlace(anchor)).map(({ id }) => id);
  if (nowhere.length) leftOut(`${nowhere.length} anchors beyond any map's coordinates (${someOf(nowhere)})`);
  const placed = new Set(anchors.map(({ id }) => id));
  const unknown = new Set<string>();
  let unheard = 0;
  let missing = 0;
  let impossible = 0;
  let zeros = 0;
  for (const { packets } of sessions) {
    for (const { anchorId, rssi } of packets) {
      if (!placed.has(anchorId)) {
        unknown.add(anchorId);
        unheard++;
      } else if (Number.isNaN(rssi)) missing++;
      else if (!isStrength(rssi)) {
        impossible++;
        if (rssi === 0) zeros++;
      }
    }
  }
  if (unheard) leftOut(`${unheard} observations of anchors that anchors.csv does not know (${someOf([...unknown])})`);
  if (missing) leftOut(`${missing} observations without a strength`);
  const orZero = zeros ? " or of 0, which is written for none," : "";
  if (impossible) leftOut(`${impossible} observations outside -127…20 dBm${orZero}`);
  return said;
}

/** Anchors far outside an outline: one of the two is wrong. */
export function oddPlacesOf(strays: readonly Anchor[]): string[] {
  if (!strays.length) return [];
  return [
    `left out for lying more than ${YARD_M} m outside of their floor's outline: ${someOf(strays.map(({ id }) => id))}`,
  ];
}

/** A session's time starts at 0; if all its times are negative, it may use another clock than its truth. */
export function oddTimesOf(sessions: readonly Session[]): string[] {
  const before = sessions.filter(({ packets }) => packets.every(({ atMs }) => atMs < 0)).map(({ tagId }) => tagId);
  if (!before.length) return [];
  return [`all times of ${before.length} tags are negative (${someOf(before)}); a tag's time starts at 0`];
}

/** Floors in the located tags' truth that the site does not have, so that no fix there can be right. */
export function oddFloorsOf(
  sessions: readonly Session[],
  truth: ReadonlyMap<string, TruthRow[]>,
  known: FloorSpellings,
): string[] {
  const told = sessions.flatMap(({ tagId }) => (truth.get(tagId) ?? []).map(({ floor }) => floor));
  const strange = [...new Set(told)].filter((floor) => !known.has(floor));
  return strange.length ? [`the truth tells of floor ${someOf(strange)}, which the site does not have`] : [];
}
