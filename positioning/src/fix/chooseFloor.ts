import { logEvidenceOn } from "../cost/floorEvidence.ts";
import { collectDirect, type DirectObservation } from "../window/directMeasurements.ts";
import { arrangeAlike } from "../window/measurements.ts";
import { setWeights } from "../cost/setWeights.ts";
import { nonDetectingAnchors } from "../cost/nonDetectingAnchors.ts";
import type { PlacedFloor } from "../model/placed.ts";
import { averageEvidence, newEvidence, probabilitiesOf } from "./averageEvidence.ts";
import type { FixSite } from "./fixWork.ts";
import type { FixedTracker } from "./fixState.ts";
import { FIX } from "./fixConstants.ts";

export interface FloorChoice {
  floor: PlacedFloor;
  uncertain: boolean;
}

/** Scratch space of the module, since a fix is computed in one go. */
const strengths = new Float64Array(FIX.maxFloors);
const noObservations: readonly DirectObservation[] = [];

/**
 * Chooses the floor by how well each explains what all gateways of the building heard and measured, and which of its
 * own did not hear, remembered from fix to fix: the tag's strength cancels out, ceilings take their learned loss, and a few silent
 * seconds of a floor's own gateways change nothing. Also writes `scores`, the probability of each floor of the site.
 * Null if nobody heard the tag.
 */
export function chooseFloor(
  model: FixSite,
  state: FixedTracker,
  nowMs: number,
  spanMs: number,
  isOften: boolean,
): FloorChoice | null {
  const { measurements: m, scores } = model.work;
  const { floor: known } = state;
  const observations = state.direct.size ? collectDirect(model.anchors, state.direct, nowMs, spanMs) : noObservations;
  const candidates = candidatesOf(model, known.id, observations);
  const only = candidates[0];
  if (!only) return null;
  if (candidates.length < 2) {
    if (known.evidence.logs.size) known.evidence = newEvidence();
    scores.fill(0);
    scores[only.index] = 1;
    return settle(known, only, false);
  }
  const loudest = Math.max(...candidates.map(({ index }) => scores[index]!));
  candidates.forEach(({ index }, i) => {
    // Without any packet no floor is louder than another.
    strengths[i] = loudest > 0 ? 20 * Math.log10(Math.max(scores[index]!, FIX.minFloorAmplitude * loudest)) : 0;
  });
  scores.fill(0);
  const logs = new Map<string, number>();
  candidates.forEach((floor, i) => {
    arrangeAlike(m, floor, { tagHeightM: model.tagHeightM, slabDb: model.learning.slab.meanDb });
    setWeights(m, model);
    const nonDetecting = nonDetectingAnchors(model, state, m, floor, nowMs, spanMs, isOften, false);
    const { prior, scratch } = model.work;
    const direct = observations.length ? { floor, tagHeightM: model.tagHeightM, speedMps: 0, observations } : null;
    const log = logEvidenceOn(floor.grid, m, prior, scratch, nonDetecting, direct);
    logs.set(floor.id, log + FIX.floorNatsPerDb * strengths[i]!);
  });
  averageEvidence(known.evidence, logs, nowMs);
  const probabilities = probabilitiesOf(known.evidence);
  let best = only;
  for (const floor of candidates) {
    scores[floor.index] = probabilities.get(floor.id)!;
    if (scores[floor.index]! > scores[best.index]!) best = floor;
  }
  const present = candidates.find(({ id }) => id === known.id) ?? best;
  const chosen = scores[best.index]! >= FIX.floorTakesOver ? best : present;
  return settle(known, chosen, scores[chosen.index]! < FIX.floorCertain);
}

/** The floors to consider: those whose gateways hear the tag best or measure it, and the one it was on. */
function candidatesOf(
  { floors, work: { measurements: m, scores } }: FixSite,
  presentId: string | null,
  observations: readonly DirectObservation[],
): readonly PlacedFloor[] {
  if (m.heard === 0 && observations.length === 0) return [];
  if (floors.length === 1) return floors;
  scores.fill(0);
  let best = 0;
  for (let i = 0; i < m.heard; i++) {
    const at = m.anchors[i]!.floor.index;
    scores[at]! += 10 ** (m.rssi[i]! / 20);
    best = Math.max(best, scores[at]!);
  }
  const near = floors.filter(
    (floor) =>
      scores[floor.index]! > best * FIX.faintFloor || observations.some(({ anchor }) => anchor.floor === floor),
  );
  if (near.length > FIX.maxFloors - 1)
    near.sort((a, b) => scores[b.index]! - scores[a.index]! || a.index - b.index).length = FIX.maxFloors - 1;
  const present = floors.find(({ id }) => id === presentId);
  if (present && !near.includes(present)) near.push(present);
  return near;
}

function settle(known: FixedTracker["floor"], floor: PlacedFloor, uncertain: boolean): FloorChoice {
  known.id = floor.id;
  return { floor, uncertain };
}
