// A day of one asset out of ten million stored positions, through the product and as a bare query on the same database.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type OpenDatabase } from "@pulse/server/adapters/database/database";
import { assetHistory } from "@pulse/server/assets/assetHistory";
import { sql } from "kysely";
import { alternate, medianOf, report } from "./harness.ts";
import { seedBenchSite, uuid } from "./load/benchSite.ts";

const wantedRows = Number(process.env["PULSE_BENCH_ROWS"] ?? 10_000_000);
const rowsPerDay = 1440;
const days = 10;
const trackers = Math.ceil(wantedRows / (rowsPerDay * days));
const firstDayMs = Date.UTC(2026, 0, 1);
const reads = 40;

// Ten million rows take minutes to write: they are kept for the next run.
const folder = join(import.meta.dirname, "results", `history-${trackers * days * rowsPerDay}`);
const filled = join(folder, "filled");
if (!existsSync(filled)) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const database = await openDatabase({ dataDir: folder, databaseUrl: null });
const { db } = database;
if (!existsSync(filled)) {
  await fill(database);
  writeFileSync(filled, "");
}

const history = assetHistory(db);
let nth = 0;
/** Another asset and another day each time, so that no page is in memory for the others' sake. */
function next(): { assetId: string; start: Date; end: Date } {
  nth++;
  const start = firstDayMs + (nth % days) * 86_400_000;
  return { assetId: uuid(7, (nth * 97) % trackers), start: new Date(start), end: new Date(start + 86_400_000 - 1) };
}

async function timed(read: (of: ReturnType<typeof next>) => Promise<number>): Promise<number> {
  const started = performance.now();
  for (let done = 0; done < reads; done++) {
    const rows = await read(next());
    if (rows < rowsPerDay) throw new Error(`read ${rows} rows instead of ${rowsPerDay}`);
  }
  return (performance.now() - started) / reads;
}

const names = { bare: "bare query", service: "asset history, as the API answers it" };
const measured = await alternate(
  [
    {
      name: names.bare,
      run: () =>
        timed(async ({ assetId, start, end }) => {
          const { rows } =
            await sql`select * from positions where asset_id = ${assetId} and ts >= ${start} and ts <= ${end}
            order by ts`.execute(db);
          return rows.length;
        }),
    },
    {
      name: names.service,
      run: () =>
        timed(async ({ assetId, start, end }) => {
          const asset = { id: assetId, siteId: uuid(2, 1), name: "A" };
          const page = await history.page(asset, { start, end }, { limit: rowsPerDay + 10 });
          return page.content.length;
        }),
    },
  ],
  { rounds: 7, warmUps: 1 },
);
await database.close();
report({
  bench: "history",
  unit: "ms a read",
  measured,
  aims: [
    {
      what: "asset history ÷ bare query",
      value: medianOf(measured, names.service) / medianOf(measured, names.bare),
      atMost: 2,
    },
  ],
  notes: [
    `${rowsPerDay} rows (a day, one a minute) of one asset out of ${(trackers * days * rowsPerDay).toLocaleString("en-US")}, another asset and day each time`,
    "embedded PGlite in a worker thread, on disk; rows written in the order of time, as they arrive in life",
  ],
});

/** Writes the rows hour by hour, indexes last: an index kept up row by row would take an hour. */
async function fill({ db: empty }: OpenDatabase): Promise<void> {
  await seedBenchSite(empty, { gateways: 50, trackers });
  const { rows: indexes } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where tablename = 'positions' and indexname <> 'positions_pkey'`.execute(empty);
  await sql`drop index positions_asset, positions_ts`.execute(empty);
  await sql`alter table positions drop constraint positions_pkey`.execute(empty);
  const hours = days * 24;
  for (let hour = 0; hour < hours; hour++) {
    const from = new Date(firstDayMs + hour * 3_600_000);
    await sql`
      insert into positions (tracker_id, ts, end_ts, asset_id, site_id, floor_id, lat, lon, elevation, accuracy, accuracy_outer,
        mechanism, moving, nearest_hardware_id, nearest_dis, shown)
      select ('01990000-0000-7000-8006-' || lpad(to_hex(t), 12, '0'))::uuid, ${from}::timestamptz + m * interval '1 minute',
        ${from}::timestamptz + m * interval '1 minute' + interval '59 seconds',
        ('01990000-0000-7000-8007-' || lpad(to_hex(t), 12, '0'))::uuid, ${uuid(2, 1)}::uuid, ${uuid(4, 1)}::uuid,
        53.54 + (t % 997) / 1e6, 9.98 + (m % 60) / 1e6, 1.2, 2.5, 4.9, 'TRILATERATED', true, ${uuid(5, 1)}::uuid, 3.1, true
      from generate_series(0, 59) as m, generate_series(0, ${trackers - 1}::int) as t`.execute(empty);
    process.stderr.write(`\rwriting ${hour + 1} of ${hours} hours `);
  }
  process.stderr.write("\nindexing ...\n");
  await sql`alter table positions add primary key (tracker_id, ts)`.execute(empty);
  for (const { indexdef } of indexes) await sql.raw(indexdef).execute(empty);
}
