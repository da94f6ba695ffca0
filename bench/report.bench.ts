// How fast a report of positions is written compared with COPY of the same query, how much memory it takes, and how it
// affects the live path. REPORT_ROWS=10000000 makes it 10 million rows; the default is a tenth of that.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Database } from "@pulse/server/platform/database/schema";
import { diskByteStore } from "@pulse/server/platform/files/diskByteStore";
import { reportFiles } from "@pulse/server/resources/reports/reportFiles";
import { reportTables } from "@pulse/server/resources/reports/reportTables";
import type { ListedReport } from "@pulse/server/resources/reports/reports.repository";
import { alternate, medianOf, measured, quantile, report, sized } from "./harness.ts";
import { benchDatabase } from "./load/benchDatabase.ts";
import { fillThings, dayMs, fillPositions, idOf } from "./load/historyRows.ts";
import { runPulse } from "./load/runningPulse.ts";
import { socketLatency } from "./load/socketLatency.ts";
import { startFleet } from "./load/startFleet.ts";
import { months } from "./load/coldMonths.ts";

const assets = sized(700, 7);
const days = Math.max(1, Math.round(sized(Number(process.env["REPORT_ROWS"] || 1_008_000), 1) / assets / 1440));
const megabyte = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "pulse-report-"));
const files = reportFiles(folder, diskByteStore(folder));

await throughput();
if (!process.env["PULSE_BENCH_DATABASE_URL"]) await besideLive();
rmSync(folder, { recursive: true, force: true });

async function throughput(): Promise<void> {
  const database = await benchDatabase();
  const { db, background, kind } = database;
  await fillThings(db, assets);
  const starts = await fillPositions(background, { trackers: assets, days, minutes: 1440 });
  const span = { from: new Date(starts[0]!), to: new Date(starts.at(-1)! + dayMs) };
  const rows = assets * days * 1440;
  const wanted = aReport(idOf.site(1), idOf.customer(1), span);
  /** Peak memory growth of each report, MB. */
  const grownMb: number[] = [];
  const rates = await alternate(
    [
      {
        name: "the report",
        run: async () => {
          const before = process.memoryUsage().rss;
          const nth = grownMb.push(0) - 1;
          const began = performance.now();
          const written = await files.write(
            wanted,
            await reportTables({ db: background, months }, wanted, kind === "postgres"),
            async () => {
              grownMb[nth] = Math.max(grownMb[nth]!, (process.memoryUsage().rss - before) / megabyte);
            },
          );
          if (written.rows !== rows) throw new Error(`${written.rows} rows instead of ${rows}`);
          return (rows * 1000) / (performance.now() - began);
        },
      },
      {
        name: "COPY of the same query",
        run: async () => {
          const began = performance.now();
          await sql
            .raw(
              `copy (select a.name, a.type, t.name, t.mac, p.floor_id, p.lat, p.lon, p.elevation, p.accuracy,
                p.nearest_hardware_id, p.ts, p.end_ts, extract(epoch from p.end_ts - p.ts)
              from positions p join assets a on a.id = p.asset_id left join trackers t on t.id = p.tracker_id
              where a.site_id = '${idOf.site(1)}' and p.end_ts >= '${span.from.toISOString()}'
                and p.ts <= '${span.to.toISOString()}' order by p.end_ts, p.tracker_id) to '/dev/null' with csv`,
            )
            .execute(background);
          return (rows * 1000) / (performance.now() - began);
        },
      },
    ],
    { rounds: 3, warmUps: 1 },
  );
  const bytes = statSync(join(folder, wanted.id)).size;
  await database.close();
  report({
    bench: `report-${kind}`,
    unit: "rows/s",
    measured: rates,
    aims: [
      {
        what: "the report ÷ COPY",
        value: medianOf(rates, "the report") / medianOf(rates, "COPY of the same query"),
        atLeast: 0.4,
      },
      {
        what: "memory grown at its peak by a report after the first, MB",
        value: Math.max(...grownMb.slice(1)),
        atMost: 64,
      },
    ],
    notes: [
      `${rows.toLocaleString("en-US")} rows of ${assets} assets on ${days} days, ${Math.round(bytes / megabyte)} MB of CSV; ${kind}`,
      `the first report, by which V8 takes its heap, grew by ${Math.round(grownMb[0]!)} MB`,
      "COPY writes to /dev/null, without times in a zone, places in words and quoting against formulas",
      kind === "pglite" ? "the database is in this process: its memory counts" : "the memory is that of this process",
    ],
  });
}

/** The latency of the live path alone, and while reports are written continuously from the same database. */
async function besideLive(): Promise<void> {
  const trackers = sized(1000, 20);
  const running = await runPulse({ gateways: sized(50, 6), trackers });
  const { db } = running.pulse;
  const { id: siteId, customer_id: customerId } = await db
    .selectFrom("sites")
    .select(["id", "customer_id"])
    .executeTakeFirstOrThrow();
  const span = { from: new Date(Date.now() - 9 * dayMs), to: new Date(Date.now() - 7 * dayMs) };
  // A few hours at a time, because a statement on people's own database may not take long.
  const stepMs = dayMs / 8;
  for (let fromMs = span.from.getTime(); fromMs < span.to.getTime(); fromMs += stepMs)
    await sql`insert into positions (tracker_id, asset_id, ts, end_ts, site_id, lat, lon, accuracy, accuracy_outer,
        mechanism, moving, shown)
      select l.tracker_id, l.asset_id, at, at, ${siteId}, 59, 18, 1, 3, 'TRILATERATED', true, true
      from (select tracker_id, asset_id from links order by id limit ${sized(200, 5)}) as l,
        generate_series(${new Date(fromMs)}::timestamptz, ${new Date(fromMs + stepMs - 1)},
          make_interval(mins => ${sized(1, 60)}::int)) as at`.execute(db);
  const wanted = aReport(siteId, customerId, span);
  const fleet = await startFleet({
    url: running.mqttUrl,
    gateways: running.site.gateways,
    trackers: running.site.trackers,
    advertsPerMessage: 20,
  });
  const latency = await socketLatency(running);
  const roundS = sized(10, 1);
  const perSecond = sized(100, 20);
  const p99 = async (): Promise<number> =>
    quantile(await latency.during(() => fleet.send(roundS * perSecond, perSecond)), 0.99);
  await fleet.send(sized(1000, 4), perSecond);
  const [alone, beside]: [number[], number[]] = [[], []];
  let reports = 0;
  for (let round = 0; round < sized(3, 1); round++) {
    alone.push(await p99());
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted) {
        await writeOnce(db, wanted);
        reports += 1;
      }
    })();
    beside.push(await p99());
    over.abort();
    await writing;
  }
  latency.close();
  await fleet.stop();
  await running.stop();
  const [without, withReport] = [measured("p99 alone", alone), measured("p99 while reports are written", beside)];
  report({
    bench: "report-live",
    unit: "ms",
    measured: [without, withReport],
    aims: [{ what: "p99 beside ÷ alone", value: withReport.median / without.median, atMost: 1.5 }],
    notes: [`2,000 adverts/s, ${trackers} trackers, embedded defaults in one process; ${reports} reports were written`],
  });
}

async function writeOnce(db: Kysely<Database>, wanted: ListedReport): Promise<void> {
  await files.write(wanted, await reportTables({ db, months }, wanted, false), async () => undefined);
}

function aReport(siteId: string, customerId: string, { from, to }: { from: Date; to: Date }): ListedReport {
  const now = new Date();
  return {
    id: "01990000-0000-7000-8fff-000000000002",
    kind: "asset-history",
    customer_id: customerId,
    site_id: siteId,
    site_name: "Hall",
    user_id: "01990000-0000-7000-8fff-000000000001",
    user_email: "bench@pulse.test",
    start_at: from,
    end_at: to,
    zone: "Europe/Berlin",
    is_newest_first: false,
    is_split: false,
    sees_elevation: true,
    state: "running",
    progress: 0,
    row_count: null,
    file_name: null,
    file_size: null,
    expires_at: null,
    attempts: 1,
    next_try_at: now,
    claimed_until: null,
    requested_at: now,
    completed_at: null,
    mailed_at: null,
    mail_attempts: 0,
    link_hashes: [],
    reason: null,
    schedule_id: null,
    run_at: null,
    title: null,
    mail_reason: null,
    mail_lease: null,
    mail_leased_until: null,
  };
}
