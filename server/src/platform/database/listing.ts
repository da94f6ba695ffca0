import { AppError } from "@pulse/contract/errors";
import { limits } from "@pulse/contract/limits";
import { type PageMetadata, pageMetadata } from "@pulse/contract/page";
import { type AliasedRawBuilder, type Expression, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";

/** The query parameters of shapes S2 as the contract parses them. */
export interface SearchQuery {
  page?: number | undefined;
  limit?: number | undefined;
  sortFields?: string[] | undefined;
  sortOrder?: ("asc" | "desc")[] | undefined;
  searchFields?: string[] | undefined;
  searchKeyword?: string | undefined;
}

const combiningMarks = /[\u0300-\u036f]/g;

/** Folds a keyword as `folded` folds columns: lower case, without accents. */
export function fold(text: string): string {
  return text.normalize("NFD").replace(combiningMarks, "").toLowerCase();
}

/** A column folded for comparison with a folded keyword. */
export function folded(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(lower(normalize(coalesce(${column}::text, ''), NFD)), '[\\u0300-\\u036f]', '', 'g')`;
}

/** Whether any of the columns contains the keyword; `%` and `_` in it have no special meaning. */
export function keywordCondition(
  query: SearchQuery,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<boolean> {
  const keyword = query.searchKeyword?.trim();
  if (!keyword) return sql<boolean>`true`;
  const names = query.searchFields?.length ? query.searchFields : Object.keys(columns);
  const conditions = names.map((name) => sql`position(${fold(keyword)} in ${folded(columns[name]!)}) > 0`);
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/**
 * The fields to sort by, and in which direction; the default is newest id first. `id` is always included, so that the
 * order is stable.
 */
export function sortTerms(query: SearchQuery): { field: string; direction: "asc" | "desc" }[] {
  const fields = query.sortFields?.length ? query.sortFields : ["id"];
  const orders = query.sortOrder ?? [];
  if (orders.length > 1 && orders.length !== fields.length) {
    const message = "must be one for all, or one for each of sort_fields";
    throw new AppError("invalid_parameter", { details: [{ path: "sort_order", code: "invalid_parameter", message }] });
  }
  const directionOf = (index: number): "asc" | "desc" => orders[orders.length === 1 ? 0 : index] ?? "desc";
  const terms = fields.map((field, index) => ({ field, direction: directionOf(index) }));
  return fields.includes("id") ? terms : [...terms, { field: "id", direction: directionOf(0) }];
}

/**
 * The `order by` of the requested fields. Names are compared without case.
 * @param nullable fields that may be null and then come last; it is not written for the others, since no index would
 * serve it
 */
export function ordering(
  query: SearchQuery,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
  nullable: readonly string[] = [],
): RawBuilder<unknown> {
  return sql.join(
    sortTerms(query).map(
      ({ field, direction }) =>
        sql`${columns[field]!} ${sql.raw(`${direction}${nullable.includes(field) ? " nulls last" : ""}`)}`,
    ),
  );
}

/** A statement that counts. */
type Count = Pick<SelectQueryBuilder<never, never, { count: number }>, "executeTakeFirstOrThrow"> & Expression<unknown>;

/**
 * Reads a page and the total number of rows in one statement.
 * @param count the statement that counts
 * @param read reads the page's rows, each with the total as `total_count`
 */
export async function countedPage<Row extends { total_count: number }>(
  count: Count,
  read: (total: RawBuilder<number>) => Promise<Row[]>,
  page: { offset: number },
): Promise<{ rows: Row[]; count: number }> {
  const rows = await read(sql<number>`(${count})`);
  const [first] = rows;
  if (first !== undefined) return { rows, count: first.total_count };
  // A page past the end has no row to carry the total.
  return { rows, count: page.offset === 0 ? 0 : (await count.executeTakeFirstOrThrow()).count };
}

/** A statement without limit and offset. */
interface Pageable<Row> {
  limit(count: number): { offset(count: number): { execute(): Promise<Row[]> } };
}

/**
 * The same for rows that one statement selects.
 * @param matching the rows, without columns and order
 * @param ordered adds these, and the total
 */
export async function readPage<Tables, Names extends keyof Tables, Row extends { total_count: number }>(
  matching: SelectQueryBuilder<Tables, Names, object>,
  ordered: (total: AliasedRawBuilder<number, "total_count">) => Pageable<Row>,
  page: { page: number; limit: number; offset: number },
): Promise<{ rows: Row[]; metadata: PageMetadata }> {
  const { rows, count } = await countedPage<Row>(
    // The types of a statement over any tables do not say what it selects.
    matching.select(sql<number>`count(*)`.as("count")).$castTo<{ count: number }>(),
    (total) => ordered(total.as("total_count")).limit(page.limit).offset(page.offset).execute(),
    page,
  );
  return { rows, metadata: metadataOf(count, page) };
}

/** Offset and length of a page. A plain list without `page` and `limit` is one page of up to 10,000 rows. */
export function window(query: SearchQuery, kind: "list" | "search"): { page: number; limit: number; offset: number } {
  const isUnpaged = kind === "list" && query.page === undefined && query.limit === undefined;
  const limit = isUnpaged ? limits.listRowsMax : (query.limit ?? limits.pageLimit);
  const page = query.page ?? 1;
  return { page, limit, offset: (page - 1) * limit };
}

/** The requested page of rows that are few enough to be read as a whole. */
export function pageOf<Row>(rows: readonly Row[], query: SearchQuery): { content: Row[]; metadata: PageMetadata } {
  const page = window(query, "list");
  return { content: rows.slice(page.offset, page.offset + page.limit), metadata: metadataOf(rows.length, page) };
}

/** The metadata that goes with `window`. */
export function metadataOf(totalCount: number, { page, limit }: { page: number; limit: number }): PageMetadata {
  return pageMetadata(totalCount, page, limit);
}
