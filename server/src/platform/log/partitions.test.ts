import fc from "fast-check";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { isSiteInPartition } from "../database/sitePartition.ts";
import { isHomeOf, undividedScope } from "./logScope.ts";
import { partitionOf, sitePartitions, wholeLog } from "./partitions.ts";

test("each site is in one partition, and in the whole log", () => {
  fc.assert(
    fc.property(fc.uuid(), (siteId) => {
      expect(sitePartitions.filter((partition) => isHomeOf(undividedScope(partition), siteId))).toEqual([
        partitionOf(siteId),
      ]);
      expect(isHomeOf(undividedScope(wholeLog), siteId)).toBe(true);
    }),
  );
});

test("the sites of a large installation divide about equally", () => {
  const counts = new Map<number, number>();
  for (let nth = 0; nth < 1600; nth++) {
    const partition = partitionOf(uuidv7());
    counts.set(partition, (counts.get(partition) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([...sitePartitions]);
  for (const count of counts.values()) expect(count).toBeGreaterThan(40);
});

test("the database knows the same partition of a site", async () => {
  const { db } = await testDatabase();
  for (const siteId of Array.from({ length: 40 }, () => uuidv7())) {
    const { rows } = await sql<{ there: boolean; elsewhere: boolean; whole: boolean }>`
      select ${isSiteInPartition("s.id", partitionOf(siteId))} as there,
        ${isSiteInPartition("s.id", (partitionOf(siteId) % sitePartitions.length) + 1)} as elsewhere,
        ${isSiteInPartition("s.id", wholeLog)} as whole
      from (select ${siteId}::uuid as id) as s`.execute(db);
    expect(rows).toEqual([{ there: true, elsewhere: false, whole: true }]);
  }
});
