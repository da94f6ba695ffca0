import { type Random, seededRandom } from "@pulse/positioning/model/seededRandom";
import { seedOf } from "../random.ts";
import { type AirRange, airRanges } from "./airRanges.ts";
import { usualImpairments } from "./impairments.ts";
import { defaultRadio, type RadioSettings } from "./settings.ts";

/**
 * The air of a site that nobody has tuned: everything that differs between sites is drawn from the ranges of airRanges.ts,
 * and no engine has it as its default. The same seed gives the same air.
 */
export function drawnAir(seed: number): RadioSettings {
  const random = seededRandom(seedOf(seed, "air"));
  const within = ([min, max]: AirRange): number => min + (max - min) * random();
  return {
    ...defaultRadio,
    exponent: within(airRanges.exponent.walled),
    exponentSpread: within(airRanges.exponentSpread),
    wallDb: {
      ...defaultRadio.wallDb,
      inner: within(airRanges.innerWallDb),
      insulated: within(airRanges.insulatedWallDb),
      rack: within(airRanges.rackDb),
    },
    maxWallDb: within(airRanges.maxWallDb),
    slabDb: within(airRanges.slabDb),
    gatewaySdDb: within(airRanges.gatewaySdDb),
    shadowSdDb: within(airRanges.shadowSdDb.walled),
    shadowCellM: within(airRanges.shadowCellM.walled),
    fadingSdDb: within(airRanges.fadingSdDb.walled),
    bodyDb: within(airRanges.bodyDb),
    lossShare: within(airRanges.lossShare.walled),
    sensitivityDbm: within(airRanges.sensitivityDbm.walled),
    impairments: { ...usualImpairments, powerDb: within(airRanges.powerDb), uploadS: uploadsOf(random) },
  };
}

/** Most sites keep their gateways' factory settings, some save network traffic. */
function uploadsOf(random: Random): readonly [number, number] {
  const draw = random();
  return draw < 0.5 ? [1, 2] : draw < 0.8 ? [5, 15] : [30, 60];
}
