import { type Random, seededRandom } from "@pulse/positioning/model/seededRandom";
import { gaussian, pick } from "../random.ts";
import { clearLine } from "../walls.ts";
import type { Behaviour, DemoAsset, DemoFloor, DemoGateway, FloorPoint, TrackerModel } from "./model.ts";

/** Some assets of one type with the same behaviour. */
export interface AssetGroup {
  type: string;
  code: string;
  /** Digits of the number in the name. */
  digits: number;
  model: TrackerModel;
  count: number;
  /** Where they are, or go: places by the floor's key. Each asset gets its own share of them in turn. */
  at: readonly { floor: string; places: readonly string[] }[];
  roaming?: { speedMps: number; dwellS: readonly [number, number]; carried: boolean };
}

interface Numbering {
  /** The first number of each code; counts on from there in steps of one or two. */
  first: Readonly<Record<string, number>>;
  /** Distinguishes the sites' MAC addresses. */
  siteByte: number;
}

const STILL_SPREAD_M = 0.9;
const LOW_BATTERY_EACH = 29;

/** The assets of a site from its groups, always the same for the same seed. */
export function populate(
  floors: readonly DemoFloor[],
  groups: readonly AssetGroup[],
  numbering: Numbering,
  seed: number,
): DemoAsset[] {
  const random = seededRandom(seed);
  const next = new Map(Object.entries(numbering.first));
  const assets: DemoAsset[] = [];
  for (const group of groups)
    for (let index = 0; index < group.count; index++) {
      const number = next.get(group.code) ?? 1;
      next.set(group.code, number + (random() < 0.6 ? 1 : 2));
      const serial = assets.length + 1;
      assets.push({
        name: `${group.code}-${String(number).padStart(group.digits, "0")}`,
        type: group.type,
        trackerName: `T-${numbering.siteByte.toString(16).toUpperCase()}${String(serial).padStart(3, "0")}`,
        trackerMac: `DD:34:${byte(numbering.siteByte)}:7A:${byte(serial >> 8)}:${byte(serial)}`,
        trackerModel: group.model,
        batteryMv: batteryMv(random, serial),
        behaviour: group.roaming ? roaming(group, group.roaming) : still(floors, group, index, random),
      });
    }
  return assets;
}

/** Gateways of one floor, numbered from `first`, installed at `z` metres or at their own height. */
export function gatewaysOf(
  floor: DemoFloor,
  siteByte: number,
  first: number,
  positions: readonly (FloorPoint & { z?: number })[],
  z: number,
): DemoGateway[] {
  return positions.map((position, index) => ({
    name: `G-${String(first + index).padStart(2, "0")}`,
    mac: `68:B9:D3:${byte(siteByte)}:00:${byte(first + index)}`,
    floor: floor.key,
    x: position.x,
    y: position.y,
    z: position.z ?? z,
  }));
}

function roaming(group: AssetGroup, how: NonNullable<AssetGroup["roaming"]>): Behaviour {
  const stops = group.at.flatMap(({ floor, places }) => places.map((place) => ({ floor, place })));
  return { kind: "roaming", stops, ...how };
}

/** Near a stop of its place, and on the same side of every wall as that stop. */
function still(floors: readonly DemoFloor[], group: AssetGroup, index: number, random: Random): Behaviour {
  const spots = group.at.flatMap(({ floor, places }) => places.map((place) => ({ floor, place })));
  const spot = spots[index % spots.length];
  const floor = floors.find((each) => each.key === spot?.floor);
  const stops = floor?.walk.nodes.filter((node) => node.place === spot?.place) ?? [];
  if (!floor || stops.length === 0) throw new RangeError(`no place "${spot?.place}" on ${spot?.floor}`);
  const stop = pick(random, stops);
  for (let spreadM = STILL_SPREAD_M; ; spreadM /= 2) {
    const point = { x: stop.x + gaussian(random) * spreadM, y: stop.y + gaussian(random) * spreadM * 0.6 };
    if (spreadM < 0.01 || clearLine(floor.walls, stop, point))
      return { kind: "still", floor: floor.key, ...rounded(point) };
  }
}

function batteryMv(random: Random, serial: number): number {
  const low = serial % LOW_BATTERY_EACH === 17;
  return Math.round(low ? 2480 + random() * 160 : 2790 + random() * 230);
}

function rounded({ x, y }: FloorPoint): FloorPoint {
  return { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 };
}

function byte(value: number): string {
  return (value & 0xff).toString(16).padStart(2, "0").toUpperCase();
}
