import type { RadioSettings } from "@pulse/simulator/radio/settings";
import type { Scenario } from "./scenarios.ts";
import { anchorAt, floorOf } from "./scenarios.ts";
import { seeded, type Random } from "./random.ts";
import { bodies, radioWorld, USUAL_AIR } from "./radioWorld.ts";

/**
 * Sites of which nothing is known beforehand: size, gateways and air are drawn by the seed from what is found indoors, so
 * that nothing can be chosen by one of them.
 */
export const DRAWN_SITES: readonly Scenario[] = [
  drawn("any site of 4 to 6 gateways", 4, 6),
  drawn("any site of 7 to 12 gateways", 7, 12),
  drawn("any site of 13 to 24 gateways", 13, 24),
];

function drawn(name: string, fewest: number, most: number): Scenario {
  return {
    name,
    walkers: 4,
    standing: 8,
    seconds: 120,
    mechanism: "TRILATERATED",
    tagSdDb: 3,
    world: (seed) => {
      const random = seeded(seed * 104_729 + most);
      const gateways = Math.round(between(random, fewest, most));
      // One gateway for 20 to 150 m², as sites are equipped.
      const area = gateways * 20 * 7.5 ** random.next();
      const width = Math.sqrt(area * between(random, 1, 2.5));
      const height = area / width;
      const anchors = spread(gateways, width, height, random).map(([x, y], i) => anchorAt(`g${i}`, x, y, "0"));
      return radioWorld(anchors, [floorOf("0", 0, width, height)], anyAir(random), seed);
    },
  };
}

/** Floors of 12 × 9 to 40 × 25 m that have few gateways, which hang anywhere. */
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

/** Indoor path loss, shadows and packets between the ends of what measurements of 2.4 GHz report. */
function anyAir(random: Random): RadioSettings {
  return {
    ...USUAL_AIR,
    exponent: between(random, 1.6, 3.5),
    statedPowerDbm: between(random, -66, -55),
    shadowSdDb: between(random, 2.5, 6.5),
    shadowCellM: between(random, 2.8, 9.2),
    gatewaySdDb: between(random, 0.5, 3),
    fadingSdDb: between(random, 2.5, 5.5),
    ...bodies(between(random, 0, 0.3), between(random, 4, 10)),
    lossShare: between(random, 0, 0.4),
    sensitivityDbm: between(random, -100, -90),
  };
}

/** Gateways about evenly over the floor, none in its place exactly. */
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

function between(random: Random, least: number, most: number): number {
  return least + (most - least) * random.next();
}
