import type { DemoBuilding, DemoFloor, DemoGateway, DemoSite, FloorPoint, Wall } from "../demo/model.ts";
import { floorOfKey } from "../demo/placing.ts";
import { gaussian, seededRandom, seedOf } from "../random.ts";
import { crosses } from "../walls.ts";
import { type RadioSettings, TAG_HEIGHT_M } from "./settings.ts";
import { smoothField } from "./smoothField.ts";

/** A gateway with what of its surroundings never changes. */
export interface Receiver {
  gateway: DemoGateway;
  building: DemoBuilding;
  level: number;
  /** Above the building's level 0. */
  heightM: number;
  exponent: number;
  offsetDb: number;
  fieldSeed: number;
}

/** A tag's place, as radio asks for it. */
export interface TagPlace extends FloorPoint {
  floor: string;
}

/** A receiver that may hear a tag at some place, and how strongly in the mean. */
export interface Hearing {
  receiver: Receiver;
  meanDbm: number;
  /** Direction from the tag to the receiver, radians of the floor's frame. */
  bearing: number;
  /** What walls in between take, dB, and the seeds of doors that are in between. */
  wallsDb: number;
  doors: readonly number[];
}

/** The receivers of a site, drawn once for a seed. */
export function receiversOf(site: DemoSite, settings: RadioSettings, seed: number): Receiver[] {
  return site.gateways.map((gateway) => {
    const { building, floor } = floorOfKey(site, gateway.floor);
    const random = seededRandom(seedOf(seed, gateway.mac));
    return {
      gateway,
      building,
      level: floor.level,
      heightM: floorHeightM(building, floor.level) + gateway.z,
      exponent: settings.exponent + (random() * 2 - 1) * settings.exponentSpread,
      offsetDb: gaussian(random) * settings.gatewaySdDb,
      fieldSeed: seedOf(seed, `shadow ${gateway.mac}`),
    };
  });
}

/** Height of a floor above level 0 of its building: the ceilings below it. */
export function floorHeightM(building: DemoBuilding, level: number): number {
  return building.floors.reduce((sum, floor) => (floor.level < level ? sum + floor.ceilingHeightM : sum), 0);
}

/**
 * Which receivers may hear a tag of a stated power at a place, and their mean RSSI: path loss in three dimensions, walls
 * on the tag's floor (half of them for receivers of other floors), slabs, and shadowing that depends on the place.
 */
export function hearingsAt(
  receivers: readonly Receiver[],
  site: DemoSite,
  place: TagPlace,
  powerDbm: number,
  settings: RadioSettings,
): Hearing[] {
  const { building, floor } = floorOfKey(site, place.floor);
  const tagHeightM = floorHeightM(building, floor.level) + TAG_HEIGHT_M;
  const hearings: Hearing[] = [];
  for (const receiver of receivers) {
    if (receiver.building !== building) continue;
    const { gateway } = receiver;
    const distanceM = Math.max(
      0.5,
      Math.hypot(gateway.x - place.x, gateway.y - place.y, receiver.heightM - tagHeightM),
    );
    const slabs = Math.abs(receiver.level - floor.level);
    const open =
      powerDbm + receiver.offsetDb - 10 * receiver.exponent * Math.log10(distanceM) - slabs * settings.slabDb;
    // Shadowing and fading seldom lift a packet by more than 10 dB: out of range needs no walls.
    if (open < settings.sensitivityDbm - 10) continue;
    const walls = wallLossDb(floor.walls, place, gateway, settings) * (slabs === 0 ? 1 : 0.5);
    const shadow =
      settings.shadowSdDb * smoothField(receiver.fieldSeed + floor.level, settings.shadowCellM, place.x, place.y);
    const meanDbm = open - walls + shadow;
    if (meanDbm < settings.sensitivityDbm - 8) continue;
    const bearing = Math.atan2(gateway.y - place.y, gateway.x - place.x);
    const doors = settings.hardships.doorDb > 0 ? doorsBetween(floor, place, gateway) : [];
    hearings.push({ receiver, meanDbm, bearing, wallsDb: walls, doors });
  }
  return hearings;
}

function doorsBetween({ key, doors }: DemoFloor, from: FloorPoint, to: FloorPoint): number[] {
  return doors.flatMap(({ a, b }, nth) => (crosses(from, to, a, b) ? [seedOf(nth, key)] : []));
}

function wallLossDb(walls: readonly Wall[], from: FloorPoint, to: FloorPoint, settings: RadioSettings): number {
  let lossDb = 0;
  for (const wall of walls) if (crosses(from, to, wall.a, wall.b)) lossDb += settings.wallDb[wall.kind];
  return Math.min(settings.mostWallDb, lossDb);
}
