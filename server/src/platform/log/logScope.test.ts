import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { aCustomer, anAsset, aSite, type TestAsset } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { isAssetInScope } from "../database/sitePartition.ts";
import { isHomeOf, isInScope, type LogScope, readsSite, type Shared, shareAt, undividedScope } from "./logScope.ts";
import { partitionOf } from "./partitions.ts";

/** The scopes of a site that is divided into so many shares, its home first. */
function scopesOf(siteId: string, shares: number): LogScope[] {
  const home = partitionOf(siteId);
  const divided = new Map([[siteId, shares]]);
  return Array.from({ length: shares }, (_, share) =>
    share === 0
      ? { partition: home, home, part: null, divided }
      : { partition: 16 + share, home, part: { siteId, share }, divided },
  );
}

test("each tracker of a divided site is in one share at each position of the log, and all shares read the site", () => {
  const share = fc.nat({ max: 4 });
  const stored = fc.option(fc.record({ share, since: fc.option(fc.nat()), before: fc.option(share) }));
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), stored, fc.nat(), (siteId, id, of, position) => {
      const scopes = scopesOf(siteId, 5);
      expect(scopes.filter((scope) => isInScope(scope, siteId, { id, share: of }, position))).toHaveLength(1);
      expect(scopes.every((scope) => readsSite(scope, siteId))).toBe(true);
      expect(scopes.filter((scope) => isHomeOf(scope, siteId))).toEqual([scopes[0]]);
    }),
  );
});

test("a share says nothing of other sites, and an undivided site is in its partition alone whatever is stored", () => {
  const [siteId, other] = [uuidv7(), uuidv7()];
  const thing: Shared = { id: uuidv7(), share: { share: 3, since: null, before: null } };
  for (const scope of scopesOf(siteId, 4).slice(1)) expect(isInScope(scope, other, thing)).toBe(false);
  expect(isInScope(undividedScope(partitionOf(other)), other, thing)).toBe(true);
});

test("the trackers of a site divide about equally", () => {
  const counts = Array.from({ length: 5 }, () => 0);
  for (let nth = 0; nth < 1000; nth++) counts[shareAt({ id: uuidv7(), share: null }, 5)]!++;
  for (const count of counts) expect(count).toBeGreaterThan(150);
});

test("a tracker that has moved is in its share from that position on, and in the one before until then", () => {
  const thing = { id: uuidv7(), share: { share: 2, since: 100, before: 1 } };
  expect([99, 100, Infinity].map((position) => shareAt(thing, 4, position))).toEqual([1, 2, 2]);
});

test("the database knows the same scope of an asset", async () => {
  const database = await testDatabase();
  await database.reset();
  const { db } = database;
  const customer = await aCustomer(database);
  const [site, other] = [await aSite(database, customer), await aSite(database, customer)];
  const assets: TestAsset[] = [];
  for (let nth = 0; nth < 12; nth++) assets.push(await anAsset(database, customer, site));
  const elsewhere = await anAsset(database, customer, other);
  await db.insertInto("asset_shares").values({ asset_id: assets[0]!.id, share: 2 }).execute();
  const found = async (scope: LogScope): Promise<string[]> => {
    const rows = await db
      .selectFrom("assets as a")
      .select("a.id")
      .where(isAssetInScope("a.site_id", "a.id", scope))
      .orderBy("a.id")
      .execute();
    return rows.map(({ id }) => id);
  };
  const storedOf = (id: string) => (id === assets[0]!.id ? { share: 2, since: null, before: null } : null);
  for (const scope of scopesOf(site.id, 3)) {
    const own = assets.filter(({ id }) => isInScope(scope, site.id, { id, share: storedOf(id) })).map(({ id }) => id);
    const isOthers = isInScope(scope, other.id, { id: elsewhere.id, share: null });
    expect(await found(scope)).toEqual([...own, ...(isOthers ? [elsewhere.id] : [])].toSorted());
  }
});
