import { z } from "zod";
import { limits } from "./limits.ts";
import { CommaList, queryInt, TimeInput } from "./fields.ts";
import { list } from "./list.ts";

/** The metadata of every list (shapes S2). */
export const PageMetadata = z
  .object({
    totalCount: z.number().int(),
    currentPage: z.number().int(),
    maxPage: z.number().int().min(1),
    limit: z.number().int(),
  })
  .meta({ id: "PageMetadata" });
export type PageMetadata = z.infer<typeof PageMetadata>;

/** The metadata of a stream. */
export const CursorMetadata = z
  .object({
    /** The `after` of the next call. */
    next: z.string(),
    limit: z.number().int(),
  })
  .meta({ id: "CursorMetadata" });
export type CursorMetadata = z.infer<typeof CursorMetadata>;

/** Metadata of page `currentPage` of `totalCount` rows; an empty list still has one page. */
export function pageMetadata(totalCount: number, currentPage: number, limit: number): PageMetadata {
  return { totalCount, currentPage, maxPage: Math.max(1, Math.ceil(totalCount / limit)), limit };
}

/** The page of a list that is neither searched nor sorted. */
export const pageQuery = z.object({
  page: queryInt(1, 1_000_000).optional(),
  limit: queryInt(1, limits.pageLimitMax).optional(),
});

/** The search parameters of shapes S2 for a list with these columns. */
export function searchQuery(sortFields: readonly string[], searchFields: readonly string[]) {
  const oneOf = (names: readonly string[]) =>
    CommaList.pipe(
      list(z.enum(names as [string, ...string[]], { message: `must be one of ${names.join(", ")}` })).max(100),
    );
  return pageQuery.extend({
    sortFields: oneOf(sortFields).optional(),
    sortOrder: CommaList.pipe(list(z.enum(["asc", "desc"])).max(100)).optional(),
    searchFields: oneOf(searchFields).optional(),
    searchKeyword: z.string().max(200).optional(),
  });
}

/** The span and paging of a history route. */
export const spanQuery = z.object({
  startTimeUtc: TimeInput.optional(),
  endTimeUtc: TimeInput.optional(),
  page: queryInt(1, 1_000_000).optional(),
  limit: queryInt(1, limits.historyLimitMax).optional(),
});
