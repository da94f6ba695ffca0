import type { Calibration } from "@pulse/positioning/model/calibration";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { type Extent, randomNumbers } from "./positioningFloor.ts";

/** The distance between a walk test's points, m. */
const stepM = 4;

/** A law with the map of a walk test over the whole floor (L3): each gateway's deviation from the law at each point. */
export function surveyedMap(
  law: Calibration,
  anchors: readonly Pick<Anchor, "id">[],
  { eastM, northM }: Extent,
): Calibration {
  const random = randomNumbers(11);
  const x: number[] = [];
  const y: number[] = [];
  for (let east = stepM / 2; east < eastM; east += stepM)
    for (let north = stepM / 2; north < northM; north += stepM) {
      x.push(east);
      y.push(north);
    }
  const pointsOf = () => ({
    x,
    y,
    residualDb: x.map(() => 8 * (random() + random() + random() - 1.5)),
    noiseDb2: x.map(() => 0.5),
  });
  return {
    ...law,
    level: 3,
    map: {
      shape: { lengthM: 2.5, sdDb: 3.5, nuggetSdDb: 2 },
      gateways: Object.fromEntries(anchors.map(({ id }) => [id, pointsOf()])),
    },
  };
}
