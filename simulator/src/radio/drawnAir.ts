import { type Random, seededRandom } from "@pulse/positioning/model/seededRandom";
import { seedOf } from "../random.ts";
import { usualHardships } from "./hardships.ts";
import { defaultRadio, type RadioSettings } from "./settings.ts";

/**
 * The air of a site that nobody has tuned: everything that sites differ in is drawn from what is published, and no engine
 * has it for its default. The same seed gives the same air.
 */
export function drawnAir(seed: number): RadioSettings {
  const random = seededRandom(seedOf(seed, "air"));
  const between = (least: number, most: number): number => least + (most - least) * random();
  return {
    ...defaultRadio,
    // Rappaport, "Wireless Communications" (2002), table 4.2: 1.6–1.8 in sight, 2–3 in factories; ITU-R P.1238: 2.8–3 in
    // offices at 2.4 GHz.
    exponent: between(1.7, 3.2),
    exponentSpread: between(0.05, 0.3),
    // Light and heavy walls take 3.4 and 6.9 dB, a slab 18.3 (COST 231 final report, section 4.7.2).
    wallDb: { ...defaultRadio.wallDb, inner: between(2, 5), insulated: between(5, 8), rack: between(0.3, 2) },
    mostWallDb: between(6, 14),
    slabDb: between(12, 20),
    gatewaySdDb: between(0.5, 3),
    // 3–7 dB inside buildings (Rappaport, table 4.6).
    shadowSdDb: between(3, 6),
    shadowCellM: between(2, 4),
    fadingSdDb: between(1.5, 3),
    bodyDb: between(4, 10),
    lossShare: between(0.03, 0.15),
    sensitivityDbm: between(-101, -92),
    hardships: { ...usualHardships, powerDb: between(-6, 4), uploadS: uploadsOf(random) },
  };
}

/** Most sites leave their gateways as they came, some spare the network. */
function uploadsOf(random: Random): readonly [number, number] {
  const draw = random();
  return draw < 0.5 ? [1, 2] : draw < 0.8 ? [5, 15] : [30, 60];
}
