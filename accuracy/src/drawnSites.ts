import { type AirRange, airRanges } from "@pulse/simulator/radio/airRanges";
import type { RadioSettings } from "@pulse/simulator/radio/settings";
import type { Scenario } from "./scenarios.ts";
import { anchorAt, floorOf } from "./scenarios.ts";
import { seeded, type Random } from "./random.ts";
import { bodies, radioWorld, USUAL_AIR } from "./radioWorld.ts";

/**
 * Sites that nobody knows beforehand: the seed draws size, gateways and air from values found indoors, so that nothing in
 * the engine can be tuned to one of them.
 */
export const DRAWN_SITES: readonly Scenario[] = [
  drawn("any site of 4 to 6 gateways", 4, 6),
  drawn("any site of 7 to 12 gateways", 7, 12),
  drawn("any site of 13 to 24 gateways", 13, 24),
];

function drawn(name: string, fewest: number, max: number): Scenario {
  return {
    name,
    walkers: 4,
    standing: 8,
    seconds: 120,
    mechanism: "TRILATERATED",
    tagSdDb: 3,
    world: (seed) => {
      const random = seeded(seed * 104_729 + max);
      const gateways = Math.round(between(random, fewest, max));
      // One gateway for 20 to 150 m², as at real sites.
      const area = gateways * 20 * 7.5 ** random.next();
      const width = Math.sqrt(area * between(random, 1, 2.5));
      const height = area / width;
      const anchors = spread(gateways, width, height, random).map(([x, y], i) => anchorAt(`g${i}`, x, y, "0"));
      return radioWorld(anchors, [floorOf("0", 0, width, height)], anyAir(random), seed);
    },
  };
}

/** Floors of 12 × 9 to 40 × 25 m with few gateways, installed anywhere. */
export function fewGateways(count: number): Scenario {
  return {
    name: `${count} gateways anywhere`,
    walkers: 4,
    standing: 4,
    seconds: 120,
    mechanism: "TRILATERATED",
    tagSdDb: 3,
    world: (seed) => {
      const random = seeded(seed * 104_729 + count);
      const [width, height] = [between(random, 12, 40), between(random, 9, 25)];
      const anchors = Array.from({ length: count }, (_, i) =>
        anchorAt(`g${i}`, width * random.next(), height * random.next(), "0"),
      );
      return radioWorld(anchors, [floorOf("0", 0, width, height)], USUAL_AIR, seed);
    },
  };
}

/** Path loss, shadows and packets within the ranges of 2.4 GHz measurements indoors; there are no walls. */
function anyAir(random: Random): RadioSettings {
  const within = ([min, max]: AirRange): number => between(random, min, max);
  return {
    ...USUAL_AIR,
    exponent: within(airRanges.exponent.wallless),
    statedPowerDbm: within(airRanges.statedPowerDbm),
    shadowSdDb: within(airRanges.shadowSdDb.wallless),
    shadowCellM: within(airRanges.shadowCellM.wallless),
    gatewaySdDb: within(airRanges.gatewaySdDb),
    fadingSdDb: within(airRanges.fadingSdDb.wallless),
    ...bodies(within(airRanges.bystanderShare), within(airRanges.bodyDb)),
    lossShare: within(airRanges.lossShare.wallless),
    sensitivityDbm: within(airRanges.sensitivityDbm.wallless),
  };
}

/** Gateways spread roughly evenly over the floor, none exactly in its place. */
function spread(count: number, width: number, height: number, random: Random): [number, number][] {
  const columns = Math.max(1, Math.round(Math.sqrt((count * width) / height)));
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, i) => {
    const inRow = Math.min(columns, count - columns * Math.floor(i / columns));
    const x = (((i % columns) + 0.2 + 0.6 * random.next()) * width) / inRow;
    const y = ((Math.floor(i / columns) + 0.2 + 0.6 * random.next()) * height) / rows;
    return [x, y];
  });
}

function between(random: Random, min: number, max: number): number {
  return min + (max - min) * random.next();
}
