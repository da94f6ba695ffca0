import { AppError, errorMessage } from "@pulse/contract/errors";
import type { KmlPlace } from "@pulse/contract/geofences";
import { limits } from "@pulse/contract/limits";
import type { Kysely } from "kysely";
import { nameCharacters } from "../../platform/access/nameCharacters.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { FormFiles } from "../../platform/http/formRoute.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { GeofencesRepository } from "./geofences.repository.ts";
import type { Created, GeofenceWriting, SentGeofence } from "./geofenceWriting.ts";
import { type FenceSite, kmlFences } from "./kml/kmlFences.ts";
import { kmlFile } from "./kml/kmlFile.ts";

export type GeofenceImport = ReturnType<typeof geofenceImport>;

/** How a file is read: with latitude and longitude swapped, and with the floors that its folders name. */
export interface ReadingChoice {
  swap?: boolean | undefined;
  floorsByFolder?: boolean | undefined;
}

const nowhere: FenceSite = { existingNames: new Set(), place: null, floors: [], nameCharacters: "" };

/** Geofences of KML, KMZ and GeoJSON files. */
export function geofenceImport(parts: {
  db: Kysely<Database>;
  stored: Pick<GeofencesRepository, "fenceSite">;
  writing: Pick<GeofenceWriting, "createAll">;
}) {
  const known = async ({ siteId, customerId }: SiteScope): Promise<FenceSite> => ({
    ...(await parts.stored.fenceSite(siteId)),
    nameCharacters: await nameCharacters(parts.db, customerId),
  });
  const read = async (
    files: FormFiles,
    name: string | undefined,
    site: FenceSite,
    isSwapped = false,
  ): Promise<KmlPlace[]> => kmlFences(await kmlFile(receivedPath(files)), { ...site, name, isSwapped });

  return {
    /** What a file would make, and which parts of it are refused and why. */
    preview: async (
      site: SiteScope,
      sent: SentGeofence,
      files: FormFiles,
      { swap }: ReadingChoice,
    ): Promise<KmlPlace[]> => read(files, sent.name, await known(site), swap),

    /**
     * Makes a geofence of every place with polygons, all or none.
     * @throws {AppError} `shape_required` with the reasons, if the file has no polygon that can be used
     */
    load: async (
      write: Write<Created>,
      site: SiteScope,
      sent: SentGeofence,
      files: FormFiles,
      { swap, floorsByFolder = false }: ReadingChoice,
    ): Promise<Created> => {
      const places = await read(files, sent.name, await known(site), swap);
      const [first, ...others] = places
        .filter(({ accepted }) => accepted)
        .map(({ name, shape, suggestedFloorId }) => ({
          ...sent,
          name,
          type: "kml" as const,
          shape,
          vertices: undefined,
          ...(floorsByFolder && suggestedFloorId !== null ? { floorIds: [suggestedFloorId] } : {}),
        }));
      if (first === undefined) throw withoutPolygon(places);
      return parts.writing.createAll(write, site, [first, ...others]);
    },

    /** The one polygon of a file, in place of a geofence's shape. */
    only: async (files: FormFiles, { swap }: ReadingChoice): Promise<Pick<SentGeofence, "type" | "shape">> => {
      const places = await read(files, undefined, nowhere, swap);
      const polygons = places.filter(({ reasonCode }) => reasonCode !== "link" && reasonCode !== "no_ground");
      const [place] = polygons;
      if (polygons.length > 1) throw atFile("invalid_parameter", "must contain exactly one polygon");
      if (place?.accepted !== true) throw withoutPolygon(places);
      return { type: "kml", shape: place.shape };
    },
  };
}

function receivedPath(files: FormFiles): string {
  const file = files.get("file");
  if (file === undefined) throw atFile("field_required");
  if (file === "too large") {
    const max = `${limits.kmlBytes / 1024 / 1024} MB`;
    const message = errorMessage("file_too_large", { max });
    throw new AppError("file_too_large", {
      values: { max },
      details: [{ path: "file", code: "file_too_large", message }],
    });
  }
  return file.path;
}

const maxReported = 20;

function withoutPolygon(places: readonly KmlPlace[]): AppError {
  const reasons = places.filter(({ reason }) => reason !== null).slice(0, maxReported);
  return new AppError("shape_required", {
    details:
      reasons.length === 0
        ? [{ path: "file", code: "shape_required", message: errorMessage("shape_required") }]
        : reasons.map(({ name, reason, reasonCode }) => ({
            path: "file",
            code: reasonCode ?? "shape_required",
            message: `${name}: ${reason}`,
          })),
  });
}

function atFile(code: "field_required" | "invalid_parameter", message = errorMessage(code)): AppError {
  return new AppError(code, { details: [{ path: "file", code, message }] });
}
