import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { serverMigrations } from "../../../migrations/migrations.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { id } from "../../../test/support/fixes.ts";
import { eventCursorRepository } from "../events/eventCursor.repository.ts";
import { eventsRepository } from "../events/events.repository.ts";
import type { WriteTransaction } from "../writes/record.ts";
import { closeEventPart, dropEventParts } from "./eventParts.ts";
import { transaction } from "./transaction.ts";

const { db, kind, reset } = await testDatabase();
const dayMs = 24 * 3_600_000;
const month = (nth: number): number => Date.UTC(2026, nth);

/** Rolls back everything that a test does to the parts. */
async function undone(work: (trx: typeof db) => Promise<void>): Promise<void> {
  const enough = new Error("enough");
  const all = transaction(db, async (trx) => {
    await work(trx);
    throw enough;
  });
  await expect(all).rejects.toBe(enough);
}

const happen = (trx: typeof db, name: string, atMs: number): Promise<void> =>
  eventsRepository(trx).append(trx as WriteTransaction, [
    {
      record: {
        kind: "asset",
        action: "create",
        customerId: id(1),
        siteId: id(2),
        entity: { id: id(3), name },
        changes: [],
      },
      person: null,
      atMs,
    },
  ]);
const names = async (trx: typeof db, after = 0): Promise<string[]> => {
  const reach = { kinds: ["asset"], crossings: true, customerId: id(1), siteIds: null, userId: null } as const;
  const { events } = await eventCursorRepository(trx).read(reach, { after, limit: 500 });
  return events.map(({ entity }) => entity.name);
};
const parts = async (trx: typeof db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass
    order by inhrelid`.execute(trx);
  return rows.map((row) => row.name);
};

beforeEach(() => reset());

describe(`events in parts (${kind})`, () => {
  it("events begin a new part each month, and each event is read once and in order across parts", async () => {
    await undone(async (trx) => {
      const [before] = await parts(trx);
      expect(await closeEventPart(trx, month(3))).toBeNull();
      await happen(trx, "March", month(2) + dayMs);
      await happen(trx, "Late in March", month(3) - 1);
      expect(await closeEventPart(trx, month(3) - 1)).toBeNull();
      const made = await closeEventPart(trx, month(3));
      expect(await parts(trx)).toEqual([before, made]);
      await happen(trx, "April", month(3) + 1);
      // A clock that was set back does not change the order.
      await happen(trx, "March again", month(3) - 1);
      expect(await closeEventPart(trx, month(3) + 2)).toBeNull();
      expect(await names(trx)).toEqual(["March", "Late in March", "April", "March again"]);
      const [first] = await eventsRepository(trx).after(0, 1);
      expect(await names(trx, first!.seq)).toEqual(["Late in March", "April", "March again"]);
      expect(await eventsRepository(trx).newest()).toBe(first!.seq + 3);
    });
  });

  it("events are dropped by the part once all in it are old, but never the part being written to", async () => {
    await undone(async (trx) => {
      for (const nth of [0, 1, 2]) {
        await happen(trx, `Month ${nth}`, month(nth) + dayMs);
        await happen(trx, `End of month ${nth}`, month(nth + 1) - dayMs);
        await closeEventPart(trx, month(nth + 1));
      }
      const [first, second] = await parts(trx);
      expect(await dropEventParts(trx, month(1) - 2 * dayMs)).toEqual([]);
      expect(await dropEventParts(trx, month(2))).toEqual([first, second]);
      expect(await names(trx)).toEqual(["Month 2", "End of month 2"]);
      const newest = await eventsRepository(trx).newest();
      expect(await dropEventParts(trx, month(12))).toHaveLength(1);
      expect(await names(trx)).toEqual([]);
      await happen(trx, "New", month(12));
      // A reader that has read up to the newest of the dropped events continues from there.
      expect(await names(trx, newest)).toEqual(["New"]);
    });
  });

  it("events are read only from the part that a reader has reached", async () => {
    await undone(async (trx) => {
      for (const nth of [0, 1, 2]) {
        await happen(trx, `Month ${nth}`, month(nth));
        await closeEventPart(trx, month(nth + 1));
      }
      await happen(trx, "Now", month(3));
      const newest = await eventsRepository(trx).newest();
      const { rows } = await sql<{ "QUERY PLAN": string }>`
        explain select * from events where seq > ${sql.lit(newest)} order by seq limit 200`.execute(trx);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan.match(/on events_from_\d+/g)).toHaveLength(1);
    });
  });
});

describe("the migration of events to parts", () => {
  it("the migration of events to parts keeps old events and their numbers without copying them, and continues counting", async () => {
    await undone(async (trx) => {
      await sql`create schema before_parts`.execute(trx);
      await sql`set local search_path = before_parts, public`.execute(trx);
      for (const name of Object.keys(serverMigrations).toSorted())
        if (name < "0041") await serverMigrations[name]!.up(trx);
      for (const nth of [1, 2, 3]) await happen(trx, `Event ${nth}`, month(0) + nth);
      const stored = await eventsRepository(trx).after(0, 10);
      const files = async (table: string) => {
        const { rows } = await sql<{ file: number; indexes: string[] }>`
          select pg_relation_filenode(${table}::regclass) as file,
            array(select pg_relation_filenode(indexrelid) from pg_index where indrelid = ${table}::regclass
              order by 1) as indexes`.execute(trx);
        return rows[0]!;
      };
      const before = await files("before_parts.events");
      await serverMigrations["0041_event_parts"]!.up(trx);
      const after = await files("before_parts.events_from_1");
      expect(after.file).toBe(before.file);
      // One is new, to look up ids, which are not unique in a partitioned table.
      expect(after.indexes.filter((file) => !before.indexes.includes(file))).toHaveLength(1);
      expect(await eventsRepository(trx).after(0, 10)).toEqual(stored);
      await happen(trx, "Event 4", month(0) + 4);
      const all = await eventsRepository(trx).after(0, 10);
      expect(all.map(({ seq }) => seq)).toEqual([...stored.map(({ seq }) => seq), stored.at(-1)!.seq + 1]);
      expect(await closeEventPart(trx, month(1))).toBe(`events_from_${all.at(-1)!.seq + 1}`);
    });
  });
});
