import { centreOf, closedRing } from "@pulse/geo/fenceShape";
import type { LatLon } from "@pulse/geo/latLon";
import type { Database } from "@pulse/server/platform/database/schema";
import type { DemoSite, FloorPoint } from "@pulse/simulator/demo/model";
import { floorOfKey, floorToLatLon } from "@pulse/simulator/demo/placing";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";

/** Where nothing belongs without somebody knowing of it. */
const restricted: ReadonlySet<string> = new Set(["Quarantine area", "Pharmacy access"]);

/** The geofences of a site. */
export async function seedGeofences(
  db: Kysely<Database>,
  customerId: string,
  siteId: string,
  site: DemoSite,
  floorIds: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = site.geofences.map(({ name, floor, shape, exitTimeoutMin }) => {
    const { building } = floorOfKey(site, floor);
    const placed = (point: FloorPoint): LatLon => floorToLatLon(site, building, point);
    return {
      id: uuidv7(),
      guid: uuidv7(),
      customer_id: customerId,
      site_id: siteId,
      name,
      floor_ids: [floorIds.get(floor)!],
      geofence_exit_timeout: exitTimeoutMin,
      sensitivity: "normal" as const,
      restricted: restricted.has(name),
      ...("area" in shape
        ? polygon(shape.area.map(placed))
        : { type: "circle" as const, shape: null, ...placed(shape.centre), radius: shape.radiusM }),
    };
  });
  if (rows.length > 0) await db.insertInto("geofences").values(rows).execute();
}

function polygon(corners: readonly LatLon[]) {
  const shape = { type: "Polygon" as const, coordinates: [closedRing(corners.map(({ lat, lon }) => [lon, lat]))] };
  return { type: "polygon" as const, shape: JSON.stringify(shape), ...centreOf(shape), radius: null };
}
