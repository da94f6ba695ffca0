import { type RawBuilder, sql } from "kysely";
import { wholeLog } from "../log/partitions.ts";

/**
 * Whether a site is in a partition of the log, as `partitionOf` says it; no site is in the first one.
 * @param siteId the column, or an expression
 */
export function isSiteInPartition(siteId: string | RawBuilder<unknown>, partition: number): RawBuilder<boolean> {
  if (partition === wholeLog) return sql<boolean>`true`;
  const digit = (partition - 1).toString(16);
  const value = typeof siteId === "string" ? sql.ref(siteId) : siteId;
  return sql<boolean>`coalesce(right(${value}::text, 1), '0') = ${digit}`;
}
