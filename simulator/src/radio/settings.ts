import type { WallKind } from "../demo/model.ts";
import type { GatewayFault } from "./faults.ts";
import { type Hardships, noHardships } from "./hardships.ts";

/** The physics of the simulated air. Nothing of it is told to the engine that locates. */
export interface RadioSettings {
  /** Power a tag states for 1 m, dBm; what it really gives differs by its model's offset. */
  statedPowerDbm: number;
  /** Path loss exponent in the middle, and how far gateways' surroundings differ from it. */
  exponent: number;
  exponentSpread: number;
  /** Loss through a wall, dB, at most `mostWallDb` together. */
  wallDb: Readonly<Record<WallKind, number>>;
  mostWallDb: number;
  slabDb: number;
  /** Receivers differ. */
  gatewaySdDb: number;
  /** Shadows' spread, and how far they reach: at 0.9 of a cell they have 1/e left in common. */
  shadowSdDb: number;
  shadowCellM: number;
  fadingSdDb: number;
  /** Now and then a packet fades much deeper than a normal draw would have it. */
  deepFadeShare: number;
  deepFadeDb: number;
  /** Loss through the person who carries a tag, when that person is in between. */
  bodyDb: number;
  lossShare: number;
  /** Below this nothing is heard. */
  sensitivityDbm: number;
  /** How often a gateway goes deaf, and for how long. */
  deafEachS: number;
  deafS: number;
  hardships: Hardships;
  /** By the gateway's MAC. */
  faults: ReadonlyMap<string, GatewayFault>;
}

/**
 * A well-built site. Shadowing and walls are kinder than recordings of difficult sites show (3.5–5 dB): with 12 gateways
 * on 2,400 m² that is what half the positions within 3 m takes. Engines are judged on recordings, not on this,
 * and on air that is drawn (drawnAir.ts).
 */
export const defaultRadio: RadioSettings = {
  statedPowerDbm: -59,
  exponent: 2.2,
  exponentSpread: 0.06,
  wallDb: { outer: 10, insulated: 6, inner: 2.5, low: 0.3, mesh: 0.8, rack: 0.5 },
  mostWallDb: 6,
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
  hardships: noHardships,
  faults: new Map(),
};

/** Tags hang and ride at about this height above their floor. */
export const TAG_HEIGHT_M = 1.1;
