import type { Anchor, FloorModel } from "@pulse/positioning/model/placedSite";
import type { GatewayFault } from "@pulse/simulator/radio/faults";
import { noImpairments } from "@pulse/simulator/radio/impairments";
import { packetRssi } from "@pulse/simulator/radio/packet";
import { type Hearing, hearingsAt, type RadioSite, receiversOf } from "@pulse/simulator/radio/receivers";
import { defaultRadio, type RadioSettings } from "@pulse/simulator/radio/settings";
import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { seedOf } from "@pulse/simulator/random";

/** A made-up site in the simulator's air, which the engine does not know. It has no walls. */
export interface RadioWorld {
  anchors: Anchor[];
  floors: FloorModel[];
  /** Who hears a tag's packet from a place, and how strongly; `tagDb`: its strength relative to the usual one. */
  heard(place: Place, tagDb: number, atMs: number, tag?: Carried): { anchorId: string; rssi: number }[];
}

/** Which tag it is, and which way its wearer faces, radians; null: nobody wears it. */
export interface Carried {
  nth: number;
  heading: number | null;
}

export interface Place {
  x: number;
  y: number;
  floor: string;
}

/** The height of a storey, and of gateways above their floor, m. */
export const STOREY_M = 3.5;
const GATEWAY_Z_M = 2.5;

const THING: Carried = { nth: 0, heading: null };

/**
 * The losses through bodies, dB: the wearer's own for gateways behind, and those of others who stand between a tag and a
 * gateway for a share of the time, 20 s each.
 */
export function bodies(bystanderShare: number, bodyDb: number): Pick<RadioSettings, "bodyDb" | "impairments"> {
  return { bodyDb, impairments: { ...noImpairments, bystanderShare, bystanderDb: bodyDb } };
}

/** Rougher than the demo's air, and with another exponent and power than the engine's defaults. */
export const USUAL_AIR: RadioSettings = {
  ...defaultRadio,
  statedPowerDbm: -62,
  exponent: 2.7,
  exponentSpread: 0,
  slabDb: 15,
  gatewaySdDb: 2,
  shadowSdDb: 4.5,
  // 1/e is left at 5 m: 3GPP TR 38.901, table 7.5-6, has 6 m (offices, out of sight) to 10 m.
  shadowCellM: 5.5,
  fadingSdDb: 3.8,
  deepFadeShare: 0,
  lossShare: 0.15,
  sensitivityDbm: -98,
  ...bodies(0.15, 6),
};

export function radioWorld(
  anchors: Anchor[],
  floors: FloorModel[],
  air: RadioSettings,
  seed: number,
  faults: ReadonlyMap<string, GatewayFault> = new Map(),
): RadioWorld {
  const settings = { ...air, faults };
  const site = radioSite(anchors, floors);
  const receivers = receiversOf(site, settings, seed);
  const random = seededRandom(seedOf(seed, "packets"));
  const impairmentRandom = seededRandom(seedOf(seed, "air"));
  let hearings: Hearing[] = [];
  let computedFor = "";
  return {
    anchors,
    floors,
    heard(place, tagDb, atMs, tag = THING) {
      const { floor, x, y } = place;
      // A still tag is heard from the same place many times.
      const key = `${floor} ${x} ${y} ${tagDb}`;
      if (key !== computedFor) {
        hearings = hearingsAt(receivers, site, place, air.statedPowerDbm + tagDb, settings);
        computedFor = key;
      }
      const sending = { atS: atMs / 1000, x, y, tagSeed: seedOf(seed, `tag ${tag.nth}`), random: impairmentRandom };
      return hearings.flatMap((hearing) => {
        const rssi = packetRssi(hearing, tag.heading, random, settings, sending);
        return rssi === null ? [] : [{ anchorId: hearing.receiver.gateway.mac, rssi }];
      });
    },
  };
}

/** One building without walls. */
function radioSite(anchors: readonly Anchor[], floors: readonly FloorModel[]): RadioSite {
  const storeys = floors.map(({ id, level }) => ({ key: id, level, ceilingHeightM: STOREY_M, walls: [], doors: [] }));
  const gateways = anchors.map(({ id, floor, x, y, z }) => ({ mac: id, floor, x, y, z: z ?? GATEWAY_Z_M }));
  return { name: "a made-up site", buildings: [{ floors: storeys }], gateways };
}
