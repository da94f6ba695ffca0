import { type RawBuilder, sql } from "kysely";
import { type LogScope, shareDigits } from "../log/logScope.ts";
import { wholeLog } from "../log/partitions.ts";

const expressionOf = (column: string | RawBuilder<unknown>): RawBuilder<unknown> =>
  typeof column === "string" ? sql.ref(column) : column;

/**
 * Whether a site is in a partition of the log, as `partitionOf` says it; no site is in the first one.
 * @param siteId the column, or an expression
 */
export function isSiteInPartition(siteId: string | RawBuilder<unknown>, partition: number): RawBuilder<boolean> {
  if (partition === wholeLog) return sql<boolean>`true`;
  const digit = (partition - 1).toString(16);
  return sql<boolean>`coalesce(right(${expressionOf(siteId)}::text, 1), '0') = ${digit}`;
}

/** The share that an id says, as `shareOfId` says it. */
export function idShare(id: string | RawBuilder<unknown>, shares: number): RawBuilder<number> {
  const bits = sql.raw(`bit(${4 * shareDigits})`);
  return sql<number>`(('x' || right(${expressionOf(id)}::text, ${sql.lit(shareDigits)}))::${bits}::int % ${sql.lit(shares)})`;
}

/**
 * Whether an asset is worked on in a scope, as `isInScope` says it.
 * @param siteId of its site: the column, or an expression
 * @param assetId of the asset
 */
export function isAssetInScope(siteId: string, assetId: string, scope: LogScope): RawBuilder<boolean> {
  const share = (
    shares: number,
  ): RawBuilder<number> => sql<number>`coalesce((select of_asset.share from asset_shares of_asset
    where of_asset.asset_id = ${sql.ref(assetId)}), ${idShare(assetId, shares)})`;
  const isOf = (site: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(siteId)} = ${site}::uuid`;
  if (scope.part !== null) {
    const { siteId: site, share: own } = scope.part;
    return sql<boolean>`(${isOf(site)} and ${share(scope.divided.get(site) ?? 1)} = ${sql.lit(own)})`;
  }
  const home = isSiteInPartition(siteId, scope.home);
  const elsewhere = [...scope.divided].map(([site, shares]) => sql`(${isOf(site)} and ${share(shares)} <> 0)`);
  return elsewhere.length === 0 ? home : sql<boolean>`(${home} and not (${sql.join(elsewhere, sql` or `)}))`;
}
