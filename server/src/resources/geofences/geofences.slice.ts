import type { AssetsService } from "../assets/assets.service.ts";
import type { Dependencies } from "../dependencies.ts";
import { sendGeofenceFile } from "./geofenceFile.ts";
import { geofenceImport } from "./geofenceImport.ts";
import { geofencesRepository } from "./geofences.repository.ts";
import { geofencesRoutes } from "./geofences.routes.ts";
import { geofencesService } from "./geofences.service.ts";
import { geofenceStaysRoutes } from "./geofenceStays.routes.ts";
import { geofenceStays } from "./geofenceStays.ts";
import { geofenceWriting } from "./geofenceWriting.ts";

type GeofencesParts = Pick<Dependencies, "context" | "db" | "background" | "files" | "freshness" | "now"> & {
  assets: Pick<AssetsService, "reachable">;
};

/** Geofences: the places that assets enter and leave. */
export async function geofencesSlice(parts: GeofencesParts): Promise<void> {
  const { context, db, background, now } = parts;
  const geofences = geofencesService(db);
  const writing = geofenceWriting({ geofences, now });
  await geofencesRoutes(context, {
    geofences,
    writing,
    kml: geofenceImport({ db, stored: geofencesRepository(db), writing }),
    uploads: parts.files,
    file: (reply, request) => sendGeofenceFile(background, reply, request),
    now,
  });
  const stays = geofenceStays({ db, background, processedMs: parts.freshness.processedMs });
  geofenceStaysRoutes(context, { geofences, asset: parts.assets.reachable, stays, now });
}
