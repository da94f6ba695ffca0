// What reading and writing history costs against the bare statements. HISTORY_ROWS=10080000 makes it 10 million rows
// (700 assets, a row a minute); the default is a tenth of it.
import { type Kysely, sql } from "kysely";
import { alternate, medianOf, report, sized } from "./harness.ts";
import { benchDatabase } from "./load/benchDatabase.ts";
import type { Database } from "../server/src/adapters/database/schema.ts";
import { insertStays } from "../server/src/history/positionStatements.ts";
import { createPositionWriter, type PositionFix } from "../server/src/history/positionWriter.ts";
import { positionHistory } from "../server/src/history/positionHistory.ts";

const wanted = sized(Number(process.env["HISTORY_ROWS"] || 1_008_000), 1);
const assets = sized(700, 7);
const dayRows = 1440;
const days = Math.max(1, Math.round(wanted / assets / dayRows));
const rows = days * assets * dayRows;
const base = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth());
const dayMs = 86_400_000;
const id = (kind: number, number: number): string =>
  `01990000-0000-7000-${8000 + kind}-${String(number).padStart(12, "0")}`;

const database = await benchDatabase();
const { db, kind } = database;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Rows as they come in life: in the order of time, all trackers interleaved. */
async function fill(): Promise<void> {
  const started = performance.now();
  const chunk = 500_000;
  for (let first = 0; first < rows; first += chunk) {
    const last = Math.min(first + chunk, rows) - 1;
    await sql`insert into positions
      select ('01990000-0000-7000-8001-' || lpad((g % ${assets}::int)::text, 12, '0'))::uuid, at, at,
        ('01990000-0000-7000-8002-' || lpad((g % ${assets}::int)::text, 12, '0'))::uuid, ${id(3, 1)}::uuid, ${id(4, 1)}::uuid,
        59 + random() * 1e-3, 18 + random() * 1e-3, 1.2, 1 + random(), 3 + random(), 'TRILATERATED', true, ${id(5, 1)}::uuid,
        random() * 5, true
      from generate_series(${first}::int, ${last}::int) as g,
        lateral (select ${new Date(base)}::timestamptz + make_interval(mins => g / ${assets}::int)) as moment (at)`.execute(
      db,
    );
    say(`${(last + 1).toLocaleString("en-US")} rows after ${Math.round((performance.now() - started) / 1000)} s`);
  }
  await sql`vacuum (analyze) positions`.execute(db);
  await sql`checkpoint`.execute(db);
}

async function reading(): Promise<void> {
  await fill();
  const history = positionHistory(db);
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const perRound = sized(20, 2);
  const timed = async (read: (number: number, from: Date, to: Date) => Promise<number>): Promise<number> => {
    const started = performance.now();
    for (let nth = 0; nth < perRound; nth += 1) {
      const from = base + random(days) * dayMs;
      const count = await read(random(assets), new Date(from), new Date(from + dayMs - 1));
      if (count === 0) throw new Error("nothing was read");
    }
    return (performance.now() - started) / perRound;
  };
  const bare = (column: "asset_id" | "tracker_id", kindOfId: number) => (number: number, from: Date, to: Date) =>
    sql`select * from positions where ${sql.ref(column)} = ${id(kindOfId, number)} and ts >= ${from} and ts <= ${to} order by ts`
      .execute(db)
      .then((result) => result.rows.length);
  const find = (of: { assetId: string } | { trackerId: string }, from: Date, to: Date, maxPoints?: number) =>
    history.find({ of, from, to, order: "asc", page: 1, limit: 10_000, maxPoints }).then((page) => page.rows.length);
  const measured = await alternate(
    [
      { name: "bare, an asset's day", run: () => timed(bare("asset_id", 2)) },
      {
        name: "find, an asset's day",
        run: () => timed((number, from, to) => find({ assetId: id(2, number) }, from, to)),
      },
      {
        name: "find, thinned to 500",
        run: () => timed((number, from, to) => find({ assetId: id(2, number) }, from, to, 500)),
      },
      { name: "bare, a tracker's day", run: () => timed(bare("tracker_id", 1)) },
      {
        name: "find, a tracker's day",
        run: () => timed((number, from, to) => find({ trackerId: id(1, number) }, from, to)),
      },
    ],
    { rounds: 7, warmUps: 2 },
  );
  const ratio = (name: string, to: string): number => medianOf(measured, name) / medianOf(measured, to);
  report({
    bench: `history-read-${kind}`,
    unit: "ms a query",
    measured,
    aims: [
      { what: "an asset's day / bare", value: ratio("find, an asset's day", "bare, an asset's day"), atMost: 2 },
      { what: "thinned / bare", value: ratio("find, thinned to 500", "bare, an asset's day"), atMost: 2 },
      { what: "a tracker's day / bare", value: ratio("find, a tracker's day", "bare, a tracker's day"), atMost: 2 },
    ],
    notes: [`${rows.toLocaleString("en-US")} rows of ${assets} assets, a day has ${dayRows}; ${kind}`],
  });
}

async function writing(): Promise<void> {
  const trackers = sized(1000, 20);
  const batches = sized(20, 2);
  const quiet = { warn: () => undefined };
  let minute = 0;
  const fix = (tracker: number): PositionFix => ({
    trackerId: id(6, tracker),
    assetId: id(7, tracker),
    siteId: id(3, 1),
    buildingId: null,
    floorId: id(4, 1),
    atMs: base + minute * 1000,
    lat: 59 + (minute % 1000) * 1e-4,
    lon: 18 + tracker * 1e-6,
    elevation: 1.2,
    accuracy: 1.5,
    accuracyOuter: 3,
    mechanism: "TRILATERATED",
    moving: true,
    nearestHardwareId: id(5, 1),
    nearestDis: 2,
    signalStrength: -60,
    shown: true,
  });
  const rate = async (work: () => Promise<void>): Promise<number> => {
    const started = performance.now();
    for (let batch = 0; batch < batches; batch += 1) {
      minute += 1;
      await work();
    }
    return (batches * trackers * 1000) / (performance.now() - started);
  };
  const insert = (into: Kysely<Database>) => () =>
    insertStays(
      into,
      Array.from({ length: trackers }, (_, tracker) => ({
        fix: fix(tracker),
        endMs: base + minute * 1000,
        moving: true,
      })),
    );
  // Two tables as they would be without months: one with the key alone, one with every index.
  await sql`create schema key_alone`.execute(db);
  await sql`create table key_alone.positions (like public.positions including defaults, primary key (tracker_id, ts))`.execute(
    db,
  );
  await sql`create schema whole`.execute(db);
  await sql`create table whole.positions (like public.positions including defaults including indexes)`.execute(db);
  const insertInto = (schema: string) => () =>
    db.connection().execute(async (connection) => {
      await sql`set search_path = ${sql.ref(schema)}, public`.execute(connection);
      const reached = await rate(insert(connection));
      await sql`set search_path = public`.execute(connection);
      return reached;
    });
  const writer = createPositionWriter({ db, now: () => base, log: quiet, flushMs: 3_600_000 });
  const measured = await alternate(
    [
      { name: "bare insert, key alone", run: insertInto("key_alone") },
      { name: "bare insert, all indexes", run: insertInto("whole") },
      { name: "bare insert by the month", run: insertInto("public") },
      {
        name: "the writer, latest rows too",
        run: () =>
          rate(async () => {
            for (let tracker = 0; tracker < trackers; tracker += 1) writer.add(fix(tracker));
            await writer.flush();
          }),
      },
    ],
    { rounds: 5, warmUps: 1 },
  );
  await writer.close();
  report({
    bench: `history-write-${kind}`,
    unit: "rows/s",
    measured,
    aims: [
      {
        what: "bare insert by the month / into one table",
        value: medianOf(measured, "bare insert by the month") / medianOf(measured, "bare insert, all indexes"),
        atLeast: 0.9,
      },
      {
        what: "writer / bare insert with the key alone",
        value: medianOf(measured, "the writer, latest rows too") / medianOf(measured, "bare insert, key alone"),
      },
      {
        what: "writer / bare insert with all indexes",
        value: medianOf(measured, "the writer, latest rows too") / medianOf(measured, "bare insert, all indexes"),
      },
    ],
    notes: [`${batches} batches of ${trackers} moving trackers, one flush each; ${kind}`],
  });
}

await writing();
await sql`truncate positions, latest_positions`.execute(db);
await reading();
await database.close();
