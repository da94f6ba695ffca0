import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { serverMigrations } from "../../../migrations/migrations.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { aFix, id, quiet, secondOf, start } from "../../../test/support/fixes.ts";
import { auditRepository } from "../audit/audit.repository.ts";
import { insertStays } from "../../pipeline/history/positions.repository.ts";
import { retention } from "../../pipeline/history/retention.ts";
import { dropMonths, makeMonths, shrinkMonths } from "./months.ts";
import { transaction } from "./transaction.ts";

const { db, kind, reset } = await testDatabase();
const dayMs = 24 * 3_600_000;
const name = (ms: number): string => `positions_${new Date(ms).toISOString().slice(0, 7).replace("-", "_")}`;
const inMonths = (ms: number, months: number): number => {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months);
};

/** Rolls back everything that a test does to the tables. */
async function undone(work: (trx: typeof db) => Promise<void>): Promise<void> {
  const enough = new Error("enough");
  const all = transaction(db, async (trx) => {
    await work(trx);
    throw enough;
  });
  await expect(all).rejects.toBe(enough);
}

const partsOf = async (trx: typeof db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'positions'::regclass order by 1`.execute(
    trx,
  );
  return rows.map((row) => row.name);
};
const write = (trx: typeof db, atMs: number, endMs = atMs, tracker = 5): Promise<void> => {
  const fix = aFix((atMs - start) / 1000, 0, { trackerId: id(tracker) });
  return insertStays(trx, [{ fix, endMs, moving: true }]);
};
/** The partition that each row is in, by time. */
const rowsIn = async (trx: typeof db): Promise<[part: string, atMs: number][]> => {
  const { rows } = await sql<{ part: string; ts: Date }>`
    select tableoid::regclass::text as part, ts from positions order by ts`.execute(trx);
  return rows.map(({ part, ts }) => [part, ts.getTime()]);
};

beforeEach(() => reset());

describe(`months of positions (${kind})`, () => {
  it("months of positions exist two months ahead from the first start, with one part each for the past and the future", async () => {
    const parts = await partsOf(db);
    expect(parts).toContain("positions_past");
    expect(parts).toContain("positions_future");
    expect(parts.length).toBeGreaterThanOrEqual(5);
  });

  it("months of positions are created ahead of time and take over rows that a wrong clock has dated in the future", async () => {
    await undone(async (trx) => {
      const nowMs = inMonths(Date.now(), 5);
      const ahead = inMonths(nowMs, 1) + 5 * dayMs;
      const far = inMonths(nowMs, 30);
      await write(trx, ahead);
      await write(trx, far, far, 6);
      const made = await makeMonths(trx, "positions", nowMs);
      expect(made.at(-1)).toBe(name(inMonths(nowMs, 2)));
      expect(await makeMonths(trx, "positions", nowMs)).toEqual([]);
      expect(await rowsIn(trx)).toEqual([
        [name(ahead), ahead],
        ["positions_future", far],
      ]);
    });
  });

  it("months of positions accept a row again that was written but never acknowledged, and only extend it", async () => {
    await undone(async (trx) => {
      await write(trx, start, start + 1000);
      await write(trx, start, start + 5000);
      const rows = await trx.selectFrom("positions").select("end_ts").execute();
      expect(rows.map((row) => secondOf(row.end_ts))).toEqual([5]);
    });
  });

  it("months of positions are dropped whole once all is old, except continuing stays, and can be written to again", async () => {
    await undone(async (trx) => {
      const nowMs = inMonths(Date.now(), 4) + 20 * dayMs;
      await makeMonths(trx, "positions", nowMs);
      const first = inMonths(Date.now(), 0);
      const beforeMs = inMonths(nowMs, -1) + dayMs;
      await write(trx, first - dayMs);
      await write(trx, first - dayMs + 1, beforeMs, 6);
      await write(trx, first + dayMs);
      await write(trx, first + dayMs + 1, beforeMs, 6);
      await write(trx, beforeMs - 1);
      const dropped = await dropMonths(trx, "positions", beforeMs, "end_ts");
      expect(dropped.slice(-3)).toEqual([0, 1, 2].map((months) => name(inMonths(first, months))));
      await write(trx, first + 2 * dayMs);
      expect(await rowsIn(trx)).toEqual([
        ["positions_past", first - dayMs + 1],
        ["positions_past", first + dayMs + 1],
        ["positions_past", first + 2 * dayMs],
        [name(beforeMs), beforeMs - 1],
      ]);
    });
  });

  it("an old part of positions most of whose rows are deleted gives back its space, and keeps the others", async () => {
    await sql`insert into positions (tracker_id, ts, end_ts, site_id, lat, lon, accuracy, accuracy_outer, mechanism, moving, shown)
      select ${id(5)}, at, at, ${id(1)}, 1, 2, 3, 4, 'GPS', true, true
      from generate_series(timestamptz '2020-01-01Z', timestamptz '2020-01-01Z' + interval '20000 s', interval '1 s') as at`.execute(
      db,
    );
    const bytes = async (): Promise<number> => {
      const { rows } = await sql<{ bytes: number }>`
        select pg_total_relation_size('positions_past')::float8 as bytes`.execute(db);
      return rows[0]!.bytes;
    };
    const before = await bytes();
    expect(await shrinkMonths(db, "positions", Date.now())).toEqual([]);
    await sql`delete from positions where extract(epoch from ts)::bigint % 4000 <> 0`.execute(db);
    // A transaction that began before the rows were deleted, of whoever else is at the database, keeps their space.
    const shrunk = async (): Promise<number> => {
      await shrinkMonths(db, "positions", Date.now());
      return bytes();
    };
    await expect.poll(shrunk, { timeout: 60_000 }).toBeLessThan(before / 10);
    expect(await rowsIn(db)).toHaveLength(5);
    expect(await shrinkMonths(db, "positions", Date.now())).toEqual([]);
  });

  it("retention drops months of positions whole, never row by row, and deletes rows from before them one by one", async () => {
    await undone(async (trx) => {
      const nowMs = inMonths(Date.now(), 3) + 20 * dayMs;
      const days = { positionsDay: 40, sightingsDay: 3, eventsDay: 40, auditDay: 1 };
      const old = retention({ db: trx, days, now: () => nowMs, log: quiet });
      await old.makeMonths();
      const first = inMonths(Date.now(), 0);
      const limitMs = nowMs - 40 * dayMs;
      for (const atMs of [first - 300 * dayMs, first - dayMs, first + dayMs, limitMs - dayMs, limitMs + dayMs, nowMs])
        await write(trx, atMs);
      // This one is still valid.
      await write(trx, first - 299 * dayMs, limitMs + 1, 6);
      await old.sweep();
      // Nothing was deleted from the month that contains the limit.
      expect((await rowsIn(trx)).map(([, atMs]) => atMs)).toEqual([
        first - 299 * dayMs,
        limitMs - dayMs,
        limitMs + dayMs,
        nowMs,
      ]);
    });
  });

  it("months of positions are read in time order, so that a tracker's last row is found without sorting", async () => {
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select * from positions where tracker_id = ${id(5)} order by ts desc limit 1`.execute(db);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/^Limit/);
    expect(plan).not.toMatch(/Sort|Merge/);
  });
});

describe("the migration to months", () => {
  it("the migration to months keeps old positions without copying them, and still finds them by their indexes", async () => {
    await undone(async (trx) => {
      await sql`create schema before_months`.execute(trx);
      await sql`set local search_path = before_months, public`.execute(trx);
      const names = Object.keys(serverMigrations).toSorted();
      for (const earlier of names.filter((each) => each < "0012")) await serverMigrations[earlier]!.up(trx);
      // Rows written by today's code have a room.
      await serverMigrations["0019_rooms"]!.up(trx);
      const newest = Date.now() - dayMs;
      const wrongClock = inMonths(Date.now(), 40);
      for (const atMs of [newest - 90 * dayMs, newest, wrongClock]) await write(trx, atMs);
      const files = async (table: string): Promise<{ file: number; indexes: number }> => {
        const { rows } = await sql<{ file: number; indexes: number }>`
          select pg_relation_filenode(${table}::regclass) as file,
            (select count(*) from pg_index where indrelid = ${table}::regclass) as indexes`.execute(trx);
        return rows[0]!;
      };
      const { file, indexes } = await files("before_months.positions");
      await serverMigrations["0012_months"]!.up(trx);
      expect(await files("before_months.positions_past")).toEqual({ file, indexes: indexes + 1 });
      expect(await rowsIn(trx)).toEqual([
        ["positions_past", newest - 90 * dayMs],
        ["positions_past", newest],
        ["positions_future", wrongClock],
      ]);
    });
  });
});

describe("the migration of the audit log to months", () => {
  it("the migration of the audit log to months keeps old entries without copying, ignores duplicates, and drops whole months", async () => {
    await undone(async (trx) => {
      await sql`create schema before_audit_months`.execute(trx);
      await sql`set local search_path = before_audit_months, public`.execute(trx);
      const names = Object.keys(serverMigrations).toSorted();
      for (const earlier of names.filter((each) => each < "0012")) await serverMigrations[earlier]!.up(trx);
      const newest = Date.now() - dayMs;
      const wrongClock = inMonths(Date.now(), 40);
      const entry = (nth: number, atMs: number) => ({
        id: id(nth),
        ts: new Date(atMs),
        customer_id: id(1),
        ip: "127.0.0.1",
        user_agent: "test",
        action: "create",
        changes: "[]",
        outcome: "ok" as const,
        request_id: "r",
      });
      for (const [nth, atMs] of [newest - 90 * dayMs, newest, wrongClock].entries())
        await trx.insertInto("audit_entries").values(entry(nth, atMs)).execute();
      const file = async (table: string) =>
        (await sql<{ file: number }>`select pg_relation_filenode(${table}::regclass) as file`.execute(trx)).rows[0]!;
      const before = await file("before_audit_months.audit_entries");
      await serverMigrations["0040_audit_months"]!.up(trx);
      expect(await file("before_audit_months.audit_entries_past")).toEqual(before);
      const kept = async () => {
        const { rows } = await sql<{ part: string; ts: Date }>`
          select tableoid::regclass::text as part, ts from audit_entries order by ts`.execute(trx);
        return rows.map(({ part, ts }) => [part, ts.getTime()]);
      };
      const all = [
        ["audit_entries_past", newest - 90 * dayMs],
        ["audit_entries_past", newest],
        ["audit_entries_future", wrongClock],
      ];
      expect(await kept()).toEqual(all);
      await auditRepository(trx).insert([entry(1, newest)]);
      expect(await kept()).toEqual(all);
      const nowMs = inMonths(Date.now(), 6);
      expect(await dropMonths(trx, "audit_entries", nowMs - 40 * dayMs, null)).not.toEqual([]);
      expect(await kept()).toEqual([["audit_entries_future", wrongClock]]);
    });
  });
});
