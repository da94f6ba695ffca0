import type { WallKind } from "../demo/model.ts";
import type { GatewayFault } from "./faults.ts";
import { type Impairments, noImpairments } from "./impairments.ts";

/** The physics of the simulated air. The positioning engine knows nothing about it. */
export interface RadioSettings {
  /** A tag's stated power at 1 m, dBm; its real power differs by its model's offset. */
  statedPowerDbm: number;
  /** Mean path loss exponent, and how much gateways' surroundings differ from it. */
  exponent: number;
  exponentSpread: number;
  /** Loss through a wall, dB, at most `maxWallDb` together. */
  wallDb: Readonly<Record<WallKind, number>>;
  maxWallDb: number;
  slabDb: number;
  /** How much receivers differ. */
  gatewaySdDb: number;
  /** Shadows' spread, and their reach: at 0.9 of a cell their correlation is 1/e. */
  shadowSdDb: number;
  shadowCellM: number;
  fadingSdDb: number;
  /** Now and then a packet fades much more deeply than a normal draw would. */
  deepFadeShare: number;
  deepFadeDb: number;
  /** Loss through the person who carries a tag, when that person is in between. */
  bodyDb: number;
  lossShare: number;
  /** Weaker packets are not heard. */
  sensitivityDbm: number;
  /** How often a gateway goes deaf, and for how long. */
  deafEachS: number;
  deafS: number;
  impairments: Impairments;
  /** By the gateway's MAC. */
  faults: ReadonlyMap<string, GatewayFault>;
}

/**
 * A well-built site. Shadowing and walls are milder than in recordings of difficult sites (3.5–5 dB): with 12 gateways
 * on 2,400 m² that is needed to get half the positions within 3 m. Engines are not judged on this but on recordings and
 * on drawn air (drawnAir.ts).
 */
export const defaultRadio: RadioSettings = {
  statedPowerDbm: -59,
  exponent: 2.2,
  exponentSpread: 0.06,
  wallDb: { outer: 10, insulated: 6, inner: 2.5, low: 0.3, mesh: 0.8, rack: 0.5 },
  maxWallDb: 6,
  slabDb: 15,
  gatewaySdDb: 0.6,
  shadowSdDb: 2.2,
  shadowCellM: 3,
  fadingSdDb: 2.8,
  deepFadeShare: 0.04,
  deepFadeDb: 7,
  bodyDb: 5,
  lossShare: 0.12,
  sensitivityDbm: -101,
  deafEachS: 600,
  deafS: 6,
  impairments: noImpairments,
  faults: new Map(),
};

/** Tags are at about this height above their floor. */
export const TAG_HEIGHT_M = 1.1;
