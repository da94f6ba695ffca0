import type { Asset } from "@pulse/contract/assets";
import type { FastifyReply } from "fastify";
import type { SearchQuery } from "../adapters/database/listing.ts";
import { csvName, type CsvValue, sendCsv, zonedTime } from "../http/csv.ts";
import { pageByPage } from "../http/pageByPage.ts";
import type { AssetsRepository } from "./assets.repository.ts";
import type { ThingFilters } from "./assetFilters.repository.ts";

export type AssetFile = ReturnType<typeof assetFile>;

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

/** The list of a site's assets as CSV (shapes S15), read page by page while it is downloaded. */
export function assetFile(assets: Pick<AssetsRepository, "search" | "siteName">, now: () => number) {
  return async (
    reply: FastifyReply,
    siteId: string,
    query: SearchQuery & ThingFilters & { convertToTimezone?: string | undefined },
    elevations: boolean,
  ): Promise<FastifyReply> => {
    const time = zonedTime(query.convertToTimezone ?? "UTC");
    const shown = columns.filter((column) => elevations || column !== "last_elevation");
    const today = new Date(now());
    const rows = async function* (): AsyncGenerator<CsvValue[]> {
      for await (const asset of pageByPage((part) => assets.search(siteId, { ...query, ...part }, "search")))
        yield shown.map((column) => valuesOf(asset)[column]);
    };
    const name = csvName("assets", await assets.siteName(siteId), today, today);
    return sendCsv(reply, { name, columns: shown, time }, rows());
  };
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
