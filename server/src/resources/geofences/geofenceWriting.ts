import { AppError, type ErrorCode, errorMessage } from "@pulse/contract/errors";
import type { createGeofence, Geofence, GeofenceBody, GeofenceChange } from "@pulse/contract/geofences";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { withConstraintRefusals, notUnique, invalidValues } from "../../platform/access/refusals.ts";
import type { AuditChange } from "../../platform/audit/auditRow.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import { refuseStale } from "../../platform/http/staleVersion.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { PlacedGeofence } from "./geofences.repository.ts";
import type { GeofencesService } from "./geofences.service.ts";
import { verticesOf } from "./geofenceView.ts";
import * as stored from "./geofenceWrites.repository.ts";
import { geometryOf } from "./fenceGeometry.ts";

type Body = z.output<typeof GeofenceBody>;
type Change = z.output<typeof GeofenceChange>;
/** A body for a new geofence; a file provides what is missing. */
export type SentGeofence = Omit<Body, "name" | "type"> & {
  [Key in "name" | "type"]?: Body[Key] | undefined;
};
/** What making geofences answers with. */
export type Created = z.output<(typeof createGeofence)["content"]>;

export type GeofenceWriting = ReturnType<typeof geofenceWriting>;

/** Making, changing and deleting geofences. */
export function geofenceWriting(parts: { geofences: Pick<GeofencesService, "shownIn">; now(): number }) {
  const { geofences, now } = parts;
  const refuseForeignFloors = async (
    trx: WriteTransaction,
    siteId: string,
    floorIds: readonly string[],
  ): Promise<void> => {
    const known = await stored.floorsAmong(trx, siteId, floorIds);
    const foreign = floorIds.flatMap((id, nth) => (known.has(id) ? [] : [nth]));
    if (foreign.length > 0)
      throw invalidValues(
        foreign.map((nth) => ({
          path: `floor_ids[${nth}]`,
          code: "not_found",
          message: "is not a floor of this site",
        })),
      );
  };

  return {
    create: (write: Write<Created>, site: SiteScope, body: SentGeofence): Promise<Created> => {
      const created = newFence(write.viewer, site, completeBody(body));
      return unique(() =>
        write.commit(async (trx) => {
          await refuseForeignFloors(trx, site.siteId, created.floorIds);
          await stored.insertGeofence(trx, created);
          return { content: await geofences.shownIn(trx, created.id), records: [recordOfNew(created)] };
        }),
      );
    },

    /** Several at once, all or none. */
    createAll: (write: Write<Created>, site: SiteScope, bodies: readonly [Body, ...Body[]]): Promise<Created> => {
      const created = bodies.map((body) => newFence(write.viewer, site, body));
      return unique(() =>
        write.commit(async (trx) => {
          await refuseForeignFloors(trx, site.siteId, created[0]?.floorIds ?? []);
          const content: Geofence[] = [];
          for (const fence of created) {
            await stored.insertGeofence(trx, fence);
            content.push(await geofences.shownIn(trx, fence.id));
          }
          const [first, ...others] = created.map(recordOfNew);
          return { content, records: [first!, ...others] };
        }),
      );
    },

    change: (write: Write<Geofence>, place: PlacedGeofence, { version, ...body }: Change): Promise<Geofence> => {
      refuseElevation(write.viewer, body);
      return unique(() =>
        write.commit(async (trx) => {
          const changed = await stored.changeGeofence(trx, place.id, (before, itsVersion) => {
            const inBody = { ...before, vertices: verticesOf(before) };
            refuseStale(version, { version: itsVersion, ...inBody }, body);
            return fieldsAfter(before, body);
          });
          if (changed === null) throw new AppError("not_found");
          const { before, after } = changed;
          if (body.floorIds !== undefined) await refuseForeignFloors(trx, place.siteId, after.floorIds);
          return {
            content: await geofences.shownIn(trx, place.id),
            records: [
              recordOf(
                "update",
                { ...place, name: after.name },
                changesBetween(auditFields(before), auditFields(after)),
              ),
            ],
          };
        }),
      );
    },

    /** The stays in it end without an event of their own; past stays remain in the history. */
    remove: (write: Write<{ id: string }>, place: PlacedGeofence): Promise<{ id: string }> =>
      write.commit(async (trx) => {
        if (!(await stored.removeGeofence(trx, place.id, new Date(now())))) throw new AppError("not_found");
        return { content: { id: place.id }, records: [recordOf("delete", place)] };
      }),
  };
}

function newFence(viewer: Viewer, { siteId, customerId }: SiteScope, body: Body): stored.NewGeofence {
  refuseElevation(viewer, body);
  return { id: uuidv7(), guid: uuidv7(), customerId, siteId, ...fieldsAfter(null, body) };
}

function recordOfNew({ id, name, siteId, customerId, guid: _guid, ...fields }: stored.NewGeofence): WriteRecord {
  return recordOf("create", { id, name, siteId, customerId }, changesBetween({}, auditFields({ name, ...fields })));
}

/** A body that comes without a file has a name and a type of its own. */
function completeBody({ name, type, ...body }: SentGeofence): Body {
  if (name !== undefined && type !== undefined) return { name, type, ...body };
  const code = "field_required";
  const missing = [...(name === undefined ? ["name"] : []), ...(type === undefined ? ["type"] : [])];
  throw new AppError(code, { details: missing.map((path) => ({ path, code, message: errorMessage(code) })) });
}

const unique = <T>(write: () => Promise<T>): Promise<T> =>
  withConstraintRefusals(
    {
      geofences_name_key: () => notUnique("name", "Geofence"),
      geofences_site_id_fkey: () => new AppError("not_found"),
    },
    write,
  );

function refuseElevation(viewer: Viewer, { elevationLowerBound, elevationUpperBound }: Change): void {
  const isSent = elevationLowerBound !== undefined || elevationUpperBound !== undefined;
  if (isSent && !viewer.access.location_elevation.includes("u")) throw new AppError("operation_not_allowed");
}

/** What is left out stays as it was; for a new geofence it is the default. */
function fieldsAfter(before: stored.GeofenceFields | null, body: Change): stored.GeofenceFields {
  const fieldAfter = <Key extends keyof stored.GeofenceFields & keyof Change>(
    key: Key,
    otherwise: stored.GeofenceFields[Key],
  ): stored.GeofenceFields[Key] =>
    body[key] === undefined ? (before?.[key] ?? otherwise) : (body[key] as stored.GeofenceFields[Key]);
  const after: stored.GeofenceFields = {
    name: body.name ?? before!.name,
    ...geometryOf(before, body),
    elevationLowerBound: fieldAfter("elevationLowerBound", null),
    elevationUpperBound: fieldAfter("elevationUpperBound", null),
    floorIds: [...new Set(fieldAfter("floorIds", []))],
    geofenceExitTimeout: fieldAfter("geofenceExitTimeout", null),
    sensitivity: fieldAfter("sensitivity", "normal"),
    hiddenOnMap: fieldAfter("hiddenOnMap", false),
  };
  refuseBounds(after);
  return after;
}

function refuseBounds({ elevationLowerBound: lower, elevationUpperBound: upper }: stored.GeofenceFields): void {
  const fault = (path: string, code: ErrorCode): AppError =>
    new AppError(code, { details: [{ path, code, message: errorMessage(code) }] });
  if ((lower === null) !== (upper === null))
    throw fault(lower === null ? "elevation_lower_bound" : "elevation_upper_bound", "elevation_bound_missing");
  if (lower !== null && upper !== null && lower >= upper) throw fault("elevation_lower_bound", "elevation_bounds");
}

/** A geofence as the audit log shows it. */
function auditFields({ shape, ...fields }: stored.GeofenceFields) {
  return { ...fields, shape: shape && { type: shape.type, corners: verticesOf({ shape }).length, of: shape } };
}

function recordOf(
  action: WriteRecord["action"],
  { id, name, customerId, siteId }: PlacedGeofence,
  changes: AuditChange[] = [],
): WriteRecord {
  return { kind: "geofence", action, customerId, siteId, entity: { id, name }, changes };
}
