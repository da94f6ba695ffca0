import type { Asset } from "@pulse/contract/assets";
import type { CsvValue } from "../../platform/http/csv.ts";
import { siteListFile, type SiteListFile } from "../../platform/http/siteListFile.ts";
import type { AssetsRepository } from "./assets.repository.ts";
import type { ListFilters } from "./assetFilters.repository.ts";

export type AssetFile = SiteListFile<ListFilters>;

const columns = [
  "id",
  "name",
  "type",
  "external_id",
  "description",
  "archived",
  "trackers",
  "last_location",
  "lat",
  "lon",
  "last_elevation",
  "location_updated",
] as const;

/** The list of a site's assets as CSV. */
export function assetFile(assets: Pick<AssetsRepository, "search" | "siteName">, now: () => number): AssetFile {
  return siteListFile({ kind: "assets", columns, valuesOf }, assets, now);
}

function valuesOf(asset: Asset): Record<(typeof columns)[number], CsvValue> {
  return {
    id: asset.id,
    name: asset.name,
    type: asset.type,
    external_id: asset.externalId,
    description: asset.description,
    archived: asset.archived,
    trackers: asset.linkedTrackers.map(({ name }) => name).join("; "),
    last_location: asset.lastLocation?.location ?? null,
    lat: asset.lastLocation?.lat ?? null,
    lon: asset.lastLocation?.lon ?? null,
    last_elevation: asset.lastElevation ?? null,
    location_updated: asset.locationUpdated === null ? null : new Date(asset.locationUpdated),
  };
}
