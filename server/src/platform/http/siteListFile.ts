import type { PageMetadata } from "@pulse/contract/page";
import type { FastifyReply } from "fastify";
import type { SearchQuery } from "../database/listing.ts";
import { csvName, type CsvValue, sendCsv, zonedTime } from "./csv.ts";
import { limits } from "@pulse/contract/limits";

/** Answers with the things that a search of a site finds, as CSV. */
export type SiteListFile<Filters> = (
  reply: FastifyReply,
  siteId: string,
  query: SearchQuery & Filters & { convertToTimezone?: string | undefined },
  elevations: boolean,
) => Promise<FastifyReply>;

/** A site's things by a search, and the site's name. */
interface SiteLists<Row, Filters> {
  search(
    siteId: string,
    query: SearchQuery & Filters,
    kind: "search",
  ): Promise<{ content: Row[]; metadata: PageMetadata }>;
  siteName(siteId: string): Promise<string>;
}

/**
 * The list of a site's things as CSV (shapes S15), read page by page while it is downloaded. The column `last_elevation`
 * is left out for those who may not read elevations.
 * @param kind the beginning of the file's name
 */
export function siteListFile<Row, Filters, Column extends string>(
  file: { kind: string; columns: readonly Column[]; valuesOf(row: Row): Record<Column, CsvValue> },
  lists: SiteLists<Row, Filters>,
  now: () => number,
): SiteListFile<Filters> {
  return async (reply, siteId, query, elevations) => {
    const time = zonedTime(query.convertToTimezone ?? "UTC");
    const shown = file.columns.filter((column) => elevations || column !== "last_elevation");
    const today = new Date(now());
    const rows = async function* (): AsyncGenerator<CsvValue[]> {
      for await (const row of pageByPage((part) => lists.search(siteId, { ...query, ...part }, "search"))) {
        const values = file.valuesOf(row);
        yield shown.map((column) => values[column]);
      }
    };
    const name = csvName(file.kind, await lists.siteName(siteId), today, today);
    return sendCsv(reply, { name, columns: shown, time }, rows());
  };
}

/** All rows of a search, read page by page while they are written to a file. */
async function* pageByPage<Row>(
  search: (part: { page: number; limit: number }) => Promise<{ content: Row[]; metadata: PageMetadata }>,
): AsyncGenerator<Row> {
  for (let page = 1; ; page += 1) {
    const { content, metadata } = await search({ page, limit: limits.listRowsMax / 5 });
    yield* content;
    if (page >= metadata.maxPage) return;
  }
}
