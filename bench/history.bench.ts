// The cost of reading and writing history compared with the bare statements. HISTORY_ROWS=10000000 makes it 10 million rows
// (700 assets, a row a minute, ten days in as many months); the default is a tenth of that.
import { type Kysely, sql } from "kysely";
import type { Database } from "@pulse/server/platform/database/schema";
import { pastPositions } from "@pulse/server/resources/assets/lastPositions.repository";
import { positionHistory } from "@pulse/server/pipeline/history/positionHistory";
import { insertStays } from "@pulse/server/pipeline/history/positions.repository";
import { createPositionWriter, type PositionFix } from "@pulse/server/pipeline/history/positionWriter";
import { alternate, besideBare, medianOf, type Question, report, sized } from "./harness.ts";
import { bareDriver } from "./load/bareDriver.ts";
import { benchDatabase } from "./load/benchDatabase.ts";
import { dayMs, fillPositions, fillThings, idOf } from "./load/historyRows.ts";
import { months } from "./load/coldMonths.ts";

const assets = sized(700, 7);
const days = Math.max(1, Math.round(sized(Number(process.env["HISTORY_ROWS"] || 1_008_000), 1) / assets / 1440));
const database = await benchDatabase();
const { db, background, kind } = database;

await writing();
await sql`truncate positions, latest_positions`.execute(db);
await reading();
await database.close();

async function reading(): Promise<void> {
  await fillThings(db, assets);
  const starts = await fillPositions(background, { trackers: assets, days, minutes: 1440 });
  const bare = await bareDriver(database);
  const history = positionHistory(db, months);
  const random = numbers();
  const picks = Array.from({ length: 10_000 }, () => ({ asset: random(assets), from: starts[random(days)]! }));
  const pick = (nth: number) => {
    const { asset, from } = picks[nth % picks.length]!;
    return { asset, from: new Date(from), to: new Date(from + dayMs - 1) };
  };
  // With what the answer tells of smoothed places.
  const columns = `p.tracker_id, p.ts, p.end_ts, p.asset_id, p.site_id, p.floor_id, p.lat, p.lon, p.elevation, p.accuracy,
    p.accuracy_outer, p.mechanism, p.moving, p.nearest_hardware_id, p.nearest_dis, p.room_id, p.room_name,
    p.room_probability, p.shown, s.lat as smoothed_lat, s.lon as smoothed_lon, s.accuracy as smoothed_accuracy`;
  const rows = "positions p left join smoothed_positions s on s.tracker_id = p.tracker_id and s.ts = p.ts";
  const bareDay = (column: "asset_id" | "tracker_id", limit: number) => async (nth: number) => {
    const { asset, from, to } = pick(nth);
    const of = column === "asset_id" ? idOf.asset(asset) : idOf.tracker(asset);
    const text = `select ${columns} from ${rows} where p.${column} = $1 and p.ts >= $2 and p.ts <= $3 order by p.ts limit $4`;
    return (await bare.rows(text, [of, from, to, limit])).length;
  };
  const find = (of: "asset" | "tracker", limit: number, maxPoints?: number) => async (nth: number) => {
    const { asset, from, to } = pick(nth);
    const whose = of === "asset" ? { assetId: idOf.asset(asset) } : { trackerId: idOf.tracker(asset) };
    return (await history.find({ of: whose, from, to, order: "asc", page: 1, limit, maxPoints })).rows.length;
  };
  const many = Array.from({ length: Math.min(200, assets) }, (_, nth) => idOf.asset(nth));
  const moment = (nth: number): Date => new Date(pick(nth).from.getTime() + dayMs / 2);

  const short: Question[] = [
    { name: "an asset's day", ours: find("asset", 10_000), bare: bareDay("asset_id", 10_000) },
    { name: "an asset's day, thinned to 500", ours: find("asset", 10_000, 500), bare: bareDay("asset_id", 10_000) },
    { name: "a tracker's day", ours: find("tracker", 10_000), bare: bareDay("tracker_id", 10_000) },
    {
      name: "the first 1,000 of an asset's day, and how many there are",
      ours: find("asset", 1000),
      bare: async (nth) => {
        const { asset, from, to } = pick(nth);
        const of = "where p.asset_id = $1 and p.ts >= $2 and p.ts <= $3";
        await bare.rows(`select count(*) from positions p ${of}`, [idOf.asset(asset), from, to]);
        const text = `select ${columns} from ${rows} ${of} order by p.ts limit 1000`;
        return (await bare.rows(text, [idOf.asset(asset), from, to])).length;
      },
    },
  ];
  const assetsAtOnce = 20;
  const long: Question[] = [
    {
      name: `${many.length} assets' day, each thinned to 1,000`,
      ours: async (nth) => (await history.ofAssets(many, pick(nth), 1000)).size,
      bare: async (nth) => {
        const { from, to } = pick(nth);
        const text = `select ${columns} from ${rows} where p.asset_id = any($1) and p.ts >= $2 and p.ts <= $3
          order by p.asset_id, p.ts`;
        let count = 0;
        // In parts, because the embedded database has no cursor and cannot return so much at once.
        for (let start = 0; start < many.length; start += assetsAtOnce)
          count += (await bare.rows(text, [many.slice(start, start + assetsAtOnce), from, to])).length;
        return count;
      },
    },
    {
      name: "all days of an asset in turns of 2,000, as a file is read",
      ours: async (nth) => {
        let count = 0;
        const span = { from: new Date(starts[0]!), to: new Date(starts.at(-1)! + dayMs) };
        const turns = positionHistory(background, months).batches({ assetId: idOf.asset(pick(nth).asset) }, span, 2000);
        for await (const turn of turns) count += turn.length;
        return count;
      },
      bare: async (nth) => {
        const text = `select ${columns} from ${rows} where p.asset_id = $1 order by p.ts`;
        return (await bare.rows(text, [idOf.asset(pick(nth).asset)])).length;
      },
    },
    {
      name: `where ${many.length} assets were at a moment`,
      ours: async (nth) => (await pastPositions(db, idOf.site(1), many, moment(nth), months)).size,
      bare: async (nth) => {
        const text = `select p.* from unnest($1::uuid[]) as a (id), lateral (
          select * from positions where asset_id = a.id and ts <= $2 order by ts desc limit 1) as p`;
        return (await bare.rows(text, [many, moment(nth)])).length;
      },
    },
  ];
  const all = [
    await besideBare(short, { calls: 200, atMost: 1.5 }),
    await besideBare(long, { calls: 20, atMost: 1.5 }),
  ];
  await bare.close();
  report({
    bench: `history-read-${kind}`,
    unit: "ms a question",
    measured: all.flatMap(({ measured }) => measured),
    aims: all.flatMap(({ aims }) => aims),
    notes: [
      `${(assets * days * 1440).toLocaleString("en-US")} rows of ${assets} assets, a day has 1,440, the days in as many months as there are; ${kind}`,
      "bare: the one statement for the rows themselves, on the driver alone; ours adds what held when the span began, counts, thins",
    ],
  });
}

/** Numbers below a bound, the same in every run. */
function numbers(): (below: number) => number {
  let seed = 1;
  return (below) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
}

async function writing(): Promise<void> {
  const trackers = sized(1000, 20);
  const batches = sized(20, 2);
  const base = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth());
  let minute = 0;
  const fix = (tracker: number): PositionFix => ({
    trackerId: idOf.tracker(tracker),
    assetId: idOf.asset(tracker),
    siteId: idOf.site(1),
    buildingId: null,
    floorId: idOf.floor(1),
    atMs: base + minute * 1000,
    lat: 59 + (minute % 1000) * 1e-4,
    lon: 18 + tracker * 1e-6,
    elevation: 1.2,
    accuracy: 1.5,
    accuracyOuter: 3,
    mechanism: "TRILATERATED",
    moving: true,
    nearestHardwareId: idOf.gateway(1),
    nearestDis: 2,
    signalStrength: -60,
    room: null,
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
      Array.from({ length: trackers }, (_, nth) => ({ fix: fix(nth), endMs: base + minute * 1000, moving: true })),
    );
  // Two tables as they would be without monthly partitions: one with only the key, one with every index.
  for (const [schema, like] of [
    ["key_alone", "defaults, primary key (tracker_id, ts)"],
    ["whole", "defaults including indexes"],
  ] as const) {
    await sql`create schema ${sql.ref(schema)}`.execute(db);
    await sql`create table ${sql.table(`${schema}.positions`)} (like public.positions including ${sql.raw(like)})`.execute(
      db,
    );
  }
  const insertInto = (schema: string) => () =>
    db.connection().execute(async (connection) => {
      await sql`set search_path = ${sql.ref(schema)}, public`.execute(connection);
      const reached = await rate(insert(connection));
      await sql`set search_path = public`.execute(connection);
      return reached;
    });
  const writer = createPositionWriter({ db, now: () => base, log: { warn: () => undefined }, flushMs: 3_600_000 });
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
  const ratio = (of: string, to: string): number => medianOf(measured, of) / medianOf(measured, to);
  report({
    bench: `history-write-${kind}`,
    unit: "rows/s",
    measured,
    aims: [
      {
        what: "bare insert by the month ÷ into one table",
        value: ratio("bare insert by the month", "bare insert, all indexes"),
        atLeast: 0.9,
      },
      {
        what: "writer ÷ bare insert, key alone",
        value: ratio("the writer, latest rows too", "bare insert, key alone"),
      },
      {
        what: "writer ÷ bare insert, all indexes",
        value: ratio("the writer, latest rows too", "bare insert, all indexes"),
      },
    ],
    notes: [`${batches} batches of ${trackers} moving trackers, one flush each; ${kind}`],
  });
}
