import type { Section } from "@pulse/contract/fields";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { fencesOfAssets } from "./stayPlaces.repository.ts";

/** In which fences the assets of a site, or some of them, are or were at a moment, for other slices. */
export function fencesInside(
  db: Kysely<Database>,
  siteId: string,
  at: Date | null,
  assetIds?: readonly string[],
): Promise<ReadonlyMap<string, Section[]>> {
  return fencesOfAssets(db, siteId, at, assetIds);
}
