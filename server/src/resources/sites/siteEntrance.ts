import { AppError } from "@pulse/contract/errors";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { canEnter, type Viewer } from "../../platform/http/viewer.ts";
import { sitePlacesRepository } from "./sitePlaces.repository.ts";

interface SitePlace {
  siteId: string;
  customerId: string;
}

/** Checks access to a site, for everything that happens in one. */
export interface SiteEntrance {
  /** Null: there is no such site. */
  place(siteId: string): Promise<SitePlace | null>;
  /** Throws `not_found` for a site that is not there, and for one that the viewer may not enter. */
  enter(viewer: Viewer, siteId: string): Promise<SitePlace>;
}

export function siteEntrance(db: Kysely<Database>): SiteEntrance {
  const { place } = sitePlacesRepository(db);
  return {
    place,
    enter: async (viewer, siteId) => {
      const found = await place(siteId);
      if (found === null || !canEnter(viewer, found)) throw new AppError("not_found");
      return found;
    },
  };
}
