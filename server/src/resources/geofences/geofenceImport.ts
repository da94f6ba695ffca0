import { AppError, errorMessage } from "@pulse/contract/errors";
import type { KmlPlace } from "@pulse/contract/geofences";
import { limits } from "@pulse/contract/limits";
import type { FormFiles } from "../../platform/http/formRoute.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { GeofencesRepository } from "./geofences.repository.ts";
import type { Created, GeofenceWriting, SentGeofence } from "./geofenceWriting.ts";
import { kmlFences } from "./kmlFences.ts";
import { kmlPlacemarks } from "./kmlPlacemarks.ts";
import { kmlText } from "./kmlText.ts";

export type GeofenceImport = ReturnType<typeof geofenceImport>;

/** Geofences of KML and KMZ files. */
export function geofenceImport(parts: {
  stored: Pick<GeofencesRepository, "names">;
  writing: Pick<GeofenceWriting, "createAll">;
}) {
  const read = async (
    files: FormFiles,
    name: string | undefined,
    usedNames: ReadonlySet<string>,
  ): Promise<KmlPlace[]> => kmlFences(await kmlPlacemarks(kmlText(receivedPath(files))), { name, taken: usedNames });

  return {
    /** What a file would make, and which parts of it are refused and why. */
    preview: async (site: SiteScope, sent: SentGeofence, files: FormFiles): Promise<KmlPlace[]> =>
      read(files, sent.name, await parts.stored.names(site.siteId)),

    /**
     * Makes a geofence of every polygon, all or none.
     * @throws {AppError} `shape_required` with the reasons, if the file has no polygon that can be used
     */
    load: async (write: Write<Created>, site: SiteScope, sent: SentGeofence, files: FormFiles): Promise<Created> => {
      const places = await read(files, sent.name, await parts.stored.names(site.siteId));
      const [first, ...others] = places
        .filter(({ accepted }) => accepted)
        .map(({ name, shape }) => ({ ...sent, name, type: "kml" as const, shape, vertices: undefined }));
      if (first === undefined) throw withoutPolygon(places);
      return parts.writing.createAll(write, site, [first, ...others]);
    },

    /** The one polygon of a file, in place of a geofence's shape. */
    only: async (files: FormFiles): Promise<Pick<SentGeofence, "type" | "shape">> => {
      const places = await read(files, undefined, new Set());
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
