import { L2_POINTS, usablePoints } from "@pulse/positioning/learn/calibrateFromSurvey";
import type { LabelledSnapshot, SurveyedAnchor } from "@pulse/positioning/learn/labelledSnapshot";
import { someOf } from "./csvTable.ts";
import type { Session, TruthRow } from "./recordings.ts";

/** The parts of a survey that cannot be used and why, one sentence each. */
export function unusedOf(
  sessions: readonly Session[],
  truth: ReadonlyMap<string, TruthRow[]>,
  snapshots: readonly LabelledSnapshot[],
  anchors: readonly SurveyedAnchor[],
): string[] {
  const said: string[] = [];
  const untold = sessions.filter(({ tagId }) => !truth.has(tagId)).map(({ tagId }) => tagId);
  if (untold.length === sessions.length)
    return ["the calibration truth tells of no tag of the calibration observations"];
  if (untold.length) said.push(`the calibration truth does not tell of ${untold.length} tags (${someOf(untold)})`);

  const placed = new Set(snapshots.map(({ tagId }) => tagId));
  const apart = sessions.map(({ tagId }) => tagId).filter((id) => truth.has(id) && !placed.has(id));
  if (apart.length)
    said.push(`${apart.length} tags were heard at other times than their truth tells of (${someOf(apart)})`);

  const floors = new Set(anchors.map(({ floor }) => floor));
  const strange = [...new Set(snapshots.map(({ floor }) => floor))].filter((floor) => !floors.has(floor));
  if (strange.length) said.push(`no anchor is on floor ${someOf(strange)}, of which the calibration truth tells`);

  const usable = usablePoints(snapshots, anchors);
  const unheard = snapshots.filter((point) => floors.has(point.floor) && !usable.includes(point));
  if (unheard.length)
    said.push(
      `${unheard.length} points were heard by no anchor of their floor (${someOf(unheard.map(({ tagId }) => tagId))})`,
    );
  if (usable.length < L2_POINTS) said.push(`a survey takes ${L2_POINTS} points, here are ${usable.length}`);
  return said;
}
