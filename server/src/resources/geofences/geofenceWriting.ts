import { AppError, type ErrorCode, errorMessage } from "@pulse/contract/errors";
import type { createGeofence, Geofence, GeofenceBody, GeofenceChange } from "@pulse/contract/geofences";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { withConstraintRefusals, notUnique, invalidValues } from "../../platform/access/refusals.ts";
import { shapeOfArea } from "../../pipeline/fencing/shapeOfArea.ts";
import type { AuditChange } from "../../platform/audit/auditRow.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import { isSame, refuseStale } from "../../platform/http/staleVersion.ts";
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
      refuseElevation(write.viewer, body);
      return unique(() =>
        write.commit(async (trx) => {
          const room = await roomOf(trx, site.siteId, body.roomId);
          const sent = room === null ? body : { ...body, ...roomGround(room), name: body.name ?? room.name };
          const created = newFence(write.viewer, site, completeBody(sent));
          await refuseForeignFloors(trx, site.siteId, created.floorIds);
          await stored.insertGeofence(trx, created);
          return { content: await geofences.shownIn(trx, created.id), records: [recordOfNew(created)] };
        }),
      );
    },

    /** Several at once, all or none. */
    createAll: (write: Write<Created>, site: SiteScope, bodies: readonly [Body, ...Body[]]): Promise<Created> => {
      const created = bodies.map((body) => newFence(write.viewer, site, { ...body, roomId: null }));
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
          // The site is locked before the geofence, as by a change of its rooms: two changes cannot wait for each other.
          if (body.floorIds !== undefined) await refuseForeignFloors(trx, place.siteId, body.floorIds);
          const room = await roomOf(trx, place.siteId, body.roomId);
          const changed = await stored.changeGeofence(trx, place.id, (before, itsVersion) => {
            const inBody = { ...before, vertices: verticesOf(before) };
            refuseStale(version, { version: itsVersion, ...inBody }, body);
            const isNewRoom = room !== null && room.id !== before.roomId;
            return fieldsAfter(before, isNewRoom ? { ...body, ...roomGround(room) } : body);
          });
          if (changed === null) throw new AppError("not_found");
          const { before, after } = changed;
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

/**
 * The room that a body names; null: it names none.
 * @throws {AppError} if it is no room of the site
 */
async function roomOf(
  trx: WriteTransaction,
  siteId: string,
  roomId: string | null | undefined,
): Promise<stored.DrawnRoom | null> {
  if (roomId === undefined || roomId === null) return null;
  const room = await stored.lockRoom(trx, siteId, roomId);
  if (room !== null) return room;
  throw invalidValues([{ path: "room_id", code: "not_found", message: "is not a room of this site" }]);
}

/** The area and the floor of a room, as a body has them. */
function roomGround({ area, floorId }: stored.DrawnRoom) {
  return { type: "polygon" as const, shape: shapeOfArea(area), vertices: undefined, floorIds: [floorId] };
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
    roomId: null,
    restricted: fieldAfter("restricted", false),
  };
  refuseBounds(after);
  return { ...after, roomId: roomIdAfter(before, after, body.roomId) };
}

/** The room that a geofence follows after a change: none any more once it has another area or other floors. */
function roomIdAfter(
  before: stored.GeofenceFields | null,
  after: stored.GeofenceFields,
  sent: string | null | undefined,
): string | null {
  const stays = before?.roomId ?? null;
  if (sent !== undefined && sent !== stays) return sent;
  if (before === null || stays === null) return null;
  const groundOf = ({ type, shape, lat, lon, radius, floorIds }: stored.GeofenceFields) => {
    return { type, shape, lat, lon, radius, floorIds };
  };
  return isSame(groundOf(before), groundOf(after)) ? stays : null;
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
