import type { DemoFloor, DemoGateway, FloorPoint, Wall } from "../demo/model.ts";
import { floorOfKey } from "../demo/placing.ts";
import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { gaussian, seedOf } from "../random.ts";
import { crosses } from "../walls.ts";
import type { GatewayFault } from "./faults.ts";
import { type RadioSettings, TAG_HEIGHT_M } from "./settings.ts";
import { smoothField } from "./smoothField.ts";

/** The parts of a site that affect radio. */
export interface RadioSite {
  name: string;
  buildings: readonly RadioBuilding[];
  gateways: readonly Pick<DemoGateway, "mac" | "floor" | "x" | "y" | "z">[];
}

export interface RadioBuilding {
  floors: readonly RadioFloor[];
}

export type RadioFloor = Pick<DemoFloor, "key" | "level" | "ceilingHeightM" | "walls" | "doors">;

/** A gateway with the permanent properties of its surroundings. */
export interface Receiver {
  gateway: RadioSite["gateways"][number];
  building: RadioBuilding;
  /** Where it is really installed. */
  at: FloorPoint;
  fault: GatewayFault | undefined;
  level: number;
  /** Above the building's level 0. */
  heightM: number;
  exponent: number;
  offsetDb: number;
  fieldSeed: number;
}

/** The shortest distance to an antenna, m. */
const NEAREST_M = 0.5;
/** One normal draw in 160 is above this many standard deviations. */
const SELDOM = 2.5;

/** A tag's place, as radio needs it. */
export interface TagPlace extends FloorPoint {
  floor: string;
}

/** A receiver that may hear a tag at some place, and the mean strength. */
export interface Hearing {
  receiver: Receiver;
  meanDbm: number;
  /** Direction from the tag to the receiver, radians in the floor's frame. */
  bearing: number;
  /** The loss through walls in between, dB, and the seeds of doors in between. */
  wallsDb: number;
  doors: readonly number[];
}

/** The receivers of a site, drawn once for a seed. */
export function receiversOf(site: RadioSite, settings: RadioSettings, seed: number): Receiver[] {
  return site.gateways.map((gateway) => {
    const { building, floor } = floorOfKey(site, gateway.floor);
    const random = seededRandom(seedOf(seed, gateway.mac));
    const fault = settings.faults.get(gateway.mac);
    return {
      gateway,
      building,
      at: fault?.hangsAt ?? gateway,
      fault,
      level: floor.level,
      heightM: floorHeightM(building, floor.level) + gateway.z,
      exponent: settings.exponent + (random() * 2 - 1) * settings.exponentSpread,
      offsetDb: gaussian(random) * settings.gatewaySdDb,
      fieldSeed: seedOf(seed, `shadow ${gateway.mac}`),
    };
  });
}

/** Height of a floor above level 0 of its building: the ceilings below it. */
export function floorHeightM(building: RadioBuilding, level: number): number {
  return building.floors.reduce((sum, floor) => (floor.level < level ? sum + floor.ceilingHeightM : sum), 0);
}

/**
 * Which receivers may hear a tag of a stated power at a place, and their mean RSSI: path loss in three dimensions, walls
 * on the tag's floor (half of them for receivers of other floors), slabs, and shadowing that depends on the place.
 */
export function hearingsAt(
  receivers: readonly Receiver[],
  site: RadioSite,
  place: TagPlace,
  powerDbm: number,
  settings: RadioSettings,
): Hearing[] {
  const { building, floor } = floorOfKey(site, place.floor);
  const tagHeightM = floorHeightM(building, floor.level) + TAG_HEIGHT_M;
  const { sensitivityDbm, shadowSdDb, fadingSdDb } = settings;
  // A signal that hardly ever gets above the sensitivity needs no walls, and no packets.
  const faintestOpenDbm = sensitivityDbm - Math.max(10, SELDOM * Math.hypot(shadowSdDb, fadingSdDb));
  const faintestDbm = sensitivityDbm - Math.max(8, SELDOM * fadingSdDb);
  const hearings: Hearing[] = [];
  for (const receiver of receivers) {
    if (receiver.building !== building) continue;
    const { at } = receiver;
    const distanceM = Math.max(NEAREST_M, Math.hypot(at.x - place.x, at.y - place.y, receiver.heightM - tagHeightM));
    const slabs = Math.abs(receiver.level - floor.level);
    const open =
      powerDbm + receiver.offsetDb - 10 * receiver.exponent * Math.log10(distanceM) - slabs * settings.slabDb;
    if (open < faintestOpenDbm) continue;
    const walls = wallLossDb(floor.walls, place, at, settings) * (slabs === 0 ? 1 : 0.5);
    const shadow = shadowSdDb * smoothField(receiver.fieldSeed + floor.level, settings.shadowCellM, place.x, place.y);
    const meanDbm = open - walls + shadow;
    if (meanDbm < faintestDbm) continue;
    const bearing = Math.atan2(at.y - place.y, at.x - place.x);
    const doors = settings.impairments.doorDb > 0 ? doorsBetween(floor, place, at) : [];
    hearings.push({ receiver, meanDbm, bearing, wallsDb: walls, doors });
  }
  return hearings;
}

function doorsBetween({ key, doors }: RadioFloor, from: FloorPoint, to: FloorPoint): number[] {
  return doors.flatMap(({ a, b }, nth) => (crosses(from, to, a, b) ? [seedOf(nth, key)] : []));
}

function wallLossDb(walls: readonly Wall[], from: FloorPoint, to: FloorPoint, settings: RadioSettings): number {
  let lossDb = 0;
  for (const wall of walls) if (crosses(from, to, wall.a, wall.b)) lossDb += settings.wallDb[wall.kind];
  return Math.min(settings.maxWallDb, lossDb);
}
