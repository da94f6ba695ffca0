import { usablePoints } from "@pulse/positioning/learn/calibrateFromSurvey";
import type { LabelledSnapshot } from "@pulse/positioning/learn/labelledSnapshot";
import { LEARN } from "@pulse/positioning/learn/learnConstants";
import type { PlacedAnchor } from "@pulse/positioning/model/placed";
import { abbreviateList } from "./csvTable.ts";
import type { Session, TruthRow } from "./recordings.ts";

/** The parts of a survey that cannot be used and why, one sentence each. */
export function unusedSurveyParts(
  sessions: readonly Session[],
  truth: ReadonlyMap<string, TruthRow[]>,
  snapshots: readonly LabelledSnapshot[],
  anchors: readonly PlacedAnchor[],
): string[] {
  const parts: string[] = [];
  const withoutTruth = sessions.filter(({ tagId }) => !truth.has(tagId)).map(({ tagId }) => tagId);
  if (withoutTruth.length === sessions.length)
    return ["the calibration truth tells of no tag of the calibration observations"];
  if (withoutTruth.length)
    parts.push(`the calibration truth does not tell of ${withoutTruth.length} tags (${abbreviateList(withoutTruth)})`);

  const placed = new Set(snapshots.map(({ tagId }) => tagId));
  const outsideTruth = sessions.map(({ tagId }) => tagId).filter((id) => truth.has(id) && !placed.has(id));
  if (outsideTruth.length)
    parts.push(
      `${outsideTruth.length} tags were heard at other times than their truth tells of (${abbreviateList(outsideTruth)})`,
    );

  const floors = new Set(anchors.map(({ floor }) => floor.id));
  const unknownFloors = [...new Set(snapshots.map(({ floor }) => floor))].filter((floor) => !floors.has(floor));
  if (unknownFloors.length)
    parts.push(`no anchor is on floor ${abbreviateList(unknownFloors)}, of which the calibration truth tells`);

  const usable = usablePoints(snapshots, anchors);
  const undetected = snapshots.filter((point) => floors.has(point.floor) && !usable.includes(point));
  if (undetected.length)
    parts.push(
      `${undetected.length} points were heard by no anchor of their floor (${abbreviateList(undetected.map(({ tagId }) => tagId))})`,
    );
  if (usable.length < LEARN.folds) parts.push(`a survey takes ${LEARN.folds} points, here are ${usable.length}`);
  return parts;
}
