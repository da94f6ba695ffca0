import { AppError } from "@pulse/contract/errors";
import { type Geofence, insideListed } from "@pulse/contract/geofences";
import type { PageMetadata } from "@pulse/contract/page";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { metadataOf, window } from "../../platform/database/listing.ts";
import { canEnter, type Viewer } from "../../platform/http/viewer.ts";
import { type GeofenceQuery, geofencesRepository, type PlacedGeofence } from "./geofences.repository.ts";
import { geofenceView } from "./geofenceView.ts";

export type { GeofenceQuery } from "./geofences.repository.ts";
export type GeofencesService = ReturnType<typeof geofencesService>;

/** Geofences, visible to whoever may enter their site; for everybody else they do not exist (404). */
export function geofencesService(db: Kysely<Database>) {
  const geofences = geofencesRepository(db);
  const shownIn = async (of: Kysely<Database>, id: string): Promise<Geofence> => {
    const row = await geofencesRepository(of).find(id);
    if (row === undefined) throw new AppError("not_found");
    return geofenceView(row);
  };
  return {
    reachable: async (viewer: Viewer, id: string): Promise<PlacedGeofence> => {
      const place = await geofences.place(id);
      if (place === undefined || !canEnter(viewer, place)) throw new AppError("not_found");
      return place;
    },

    search: async (
      siteId: string,
      query: GeofenceQuery,
      kind: "list" | "search",
    ): Promise<{ content: Geofence[]; metadata: PageMetadata }> => {
      const page = window(query, kind);
      const { rows, count } = await geofences.page(siteId, query, page, insideListed);
      return { content: rows.map(geofenceView), metadata: metadataOf(count, page) };
    },

    detail: (id: string): Promise<Geofence> => shownIn(db, id),
    /** As a transaction has written it. */
    shownIn,
  };
}
