import { randomBytes } from "node:crypto";
import { AppError } from "@pulse/contract/errors";
import type { BuildingBody, FloorPlan, Site } from "@pulse/contract/sites";
import type { FenceShape } from "@pulse/geo/fenceShape";
import { placePlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { v7 as uuidv7 } from "uuid";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { unusedMqttPair } from "../../platform/devices/secrets.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import * as stored from "./floorCopies.repository.ts";
import type { BuildingToStore } from "./layoutToStore.ts";

/** Who copies things along with a floor may make such things. */
export function refuseCopies(viewer: Viewer, buildings: readonly BuildingBody[]): void {
  const copies = buildings.flatMap(({ floors }) => floors.flatMap(({ id, copyOf }) => (id ? [] : (copyOf ?? []))));
  const { hardware_management: gateways, geofence_management: geofences } = viewer.access;
  const isRefused =
    (copies.some((copy) => copy.gateways) && !gateways.includes("c")) ||
    (copies.some((copy) => copy.geofences) && !geofences.includes("c"));
  if (isRefused) throw new AppError("operation_not_allowed");
}

/** Copies the gateways and geofences of floors to the new floors that were made of them, as far as that is wanted. */
export async function copyFloorContents(
  trx: WriteTransaction,
  site: Site,
  layout: readonly BuildingToStore[],
): Promise<WriteRecord[]> {
  const records: WriteRecord[] = [];
  for (const { id, copyOf } of layout.flatMap(({ floors }) => floors)) {
    if (copyOf === null) continue;
    const to = site.floorPlans.find((floor) => floor.id === id)!;
    if (copyOf.gateways) records.push(...(await copyGateways(trx, site, copyOf.floor, to)));
    if (copyOf.geofences) records.push(...(await copyGeofences(trx, site, copyOf.floor, to)));
  }
  return records;
}

async function copyGateways(trx: WriteTransaction, site: Site, from: FloorPlan, to: FloorPlan): Promise<WriteRecord[]> {
  const usedNames = await stored.usedNames(trx, "hardwares", site.id);
  const records: WriteRecord[] = [];
  for (const gateway of await stored.gatewaysOf(trx, from.id)) {
    const id = uuidv7();
    const created = {
      name: copiedName(gateway.name, from.name, to.name, usedNames),
      mac: placeholderMac(),
      floor_id: to.id,
      ...moved(gateway, from, to),
    };
    await stored.insertGatewayCopy(trx, gateway, {
      id,
      guid: uuidv7(),
      mqtt_guid: uuidv7(),
      ...unusedMqttPair("gateway"),
      ...created,
    });
    records.push({
      kind: "gateway",
      action: "create",
      customerId: site.customerId,
      siteId: site.id,
      entity: { kind: "hardware", id, name: created.name },
      changes: changesBetween({}, { ...created, copyOf: gateway.name }),
    });
  }
  return records;
}

async function copyGeofences(
  trx: WriteTransaction,
  site: Site,
  from: FloorPlan,
  to: FloorPlan,
): Promise<WriteRecord[]> {
  const usedNames = await stored.usedNames(trx, "geofences", site.id);
  const risenM = (to.elevation ?? 0) - (from.elevation ?? 0);
  const raised = (boundM: number | null): number | null => (boundM === null ? null : boundM + risenM);
  const records: WriteRecord[] = [];
  for (const fence of await stored.geofencesOf(trx, from.id)) {
    const id = uuidv7();
    const created = {
      name: copiedName(fence.name, from.name, to.name, usedNames),
      shape: movedShape(fence.shape, from, to),
      ...moved(fence, from, to),
      floorIds: [to.id],
      elevation_lower_bound: raised(fence.elevation_lower_bound),
      elevation_upper_bound: raised(fence.elevation_upper_bound),
    };
    await stored.insertGeofenceCopy(trx, fence, { id, guid: uuidv7(), ...created });
    records.push({
      kind: "geofence",
      action: "create",
      customerId: site.customerId,
      siteId: site.id,
      entity: { id, name: created.name },
      changes: changesBetween({}, { ...created, copyOf: fence.name }),
    });
  }
  return records;
}

/** The same spot of the plan, where the other floor's plan is placed. */
function moved({ lat, lon }: LatLon, from: FloorPlan, to: FloorPlan): LatLon {
  if (isSamePlace(from, to)) return { lat, lon };
  const [plan, other] = [placePlan(from), placePlan(to)];
  const { x, y } = plan.toImage({ lat, lon });
  return other.toLatLon({ x: (x / plan.widthM) * other.widthM, y: (y / plan.heightM) * other.heightM });
}

function movedShape(shape: FenceShape | null, from: FloorPlan, to: FloorPlan): FenceShape | null {
  if (shape === null || isSamePlace(from, to)) return shape;
  const ring = (places: readonly (readonly number[])[]): [number, number][] =>
    places.map(([lon, lat]) => {
      const place = moved({ lat: lat!, lon: lon! }, from, to);
      return [place.lon, place.lat];
    });
  return shape.type === "Polygon"
    ? { type: "Polygon", coordinates: shape.coordinates.map(ring) }
    : { type: "MultiPolygon", coordinates: shape.coordinates.map((part) => part.map(ring)) };
}

const isSamePlace = (a: FloorPlan, b: FloorPlan): boolean =>
  a.rotationDeg === b.rotationDeg &&
  a.northWest.lat === b.northWest.lat &&
  a.northWest.lon === b.northWest.lon &&
  a.southEast.lat === b.southEast.lat &&
  a.southEast.lon === b.southEast.lon;

/** An address from the range that no maker assigns; whoever mounts the gateway enters the real one. */
function placeholderMac(): string {
  const bytes = [0x02, ...randomBytes(5)];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(":");
}

/** As long as a name may be (contract/src/names.ts). */
const longest = 100;

/**
 * The name of a copy: the original's with the new floor in brackets, in place of the old floor if that was there, and
 * with a number if it is taken. The name is added to `taken`, which contains names without case.
 */
function copiedName(name: string, from: string, to: string, usedNames: Set<string>): string {
  const suffix = ` (${from})`;
  const bare = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  for (let nth = 1; ; nth++) {
    const floor = nth === 1 ? ` (${to})` : ` (${to} ${nth})`;
    const end = floor.slice(-longest / 2);
    const copy = `${bare.slice(0, longest - end.length).trimEnd()}${end}`;
    const folded = copy.toLowerCase();
    if (usedNames.has(folded)) continue;
    usedNames.add(folded);
    return copy;
  }
}
