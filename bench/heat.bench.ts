// How long "Dwell and flows" takes for a month of a site, from the hourly sums; and how long it takes to sum an hour.
import { packCells } from "@pulse/server/resources/analytics/heatCells";
import { sumHours } from "@pulse/server/resources/analytics/sumHours";
import { analyticsService } from "@pulse/server/resources/analytics/analytics.service";
import { sql } from "kysely";
import { alternate, report, sized } from "./harness.ts";
import { benchDatabase } from "./load/benchDatabase.ts";
import { fillPositions, fillThings, idOf, sqlId } from "./load/historyRows.ts";
import { months } from "./load/coldMonths.ts";

const assets = sized(1000, 5);
const hours = sized(720, 6);
const hourMs = 3_600_000;
const toMs = Math.floor(Date.now() / hourMs) * hourMs;
const { db, background, kind, close } = await benchDatabase();
await fillThings(db, assets);
await aMonth();
// Two hours with positions every minute, in a month of their own.
const [positionsMs] = await fillPositions(background, { trackers: assets, days: 1, minutes: sized(120, 5) });

const now = (): number => toMs;
const sums = sumHours(db, months, now);
const service = analyticsService({ db, sums, months, now });
const month = {
  siteId: idOf.site(1),
  from: new Date(toMs - hours * hourMs),
  to: new Date(toMs),
  assetIds: null,
  type: null,
  floorId: idOf.floor(1),
};
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
const results = await alternate(
  [
    { name: "heat of a floor", run: () => timed(() => service.heatmap(month)) },
    { name: "heat of a type (all assets)", run: () => timed(() => service.heatmap({ ...month, type: "Cart" })) },
    { name: "dwell by room", run: () => timed(() => service.dwell(month, "room")) },
    {
      name: "occupancy by room and day",
      run: () => timed(() => service.occupancy(month, "room", (ms) => new Date(ms).toISOString().slice(0, 10))),
    },
    { name: "flows between rooms", run: () => timed(() => service.flows(month, "room")) },
    { name: "summing an hour of the site", run: () => timed(anHour) },
  ],
  { rounds: 5 },
);
await close();
const medianOf = (name: string): number => results.find((result) => result.name === name)!.median;
report({
  bench: `heat-${kind}`,
  unit: "ms",
  measured: results,
  aims: [{ what: "heat of a floor, a month", value: medianOf("heat of a floor"), atMost: 2000 }],
  notes: [
    `${assets} assets, ${hours} hours; of each hour 1,500 cells of the site, 15 of each asset, 2 stays in rooms; ${kind}`,
    `an hour has ${(assets * 60).toLocaleString("en-US")} positions`,
  ],
});

async function anHour(): Promise<void> {
  const hour = new Date(positionsMs!);
  await db
    .insertInto("changed_hours")
    .values({ site_id: idOf.site(1), hour })
    .execute();
  await sums.ofSpan(idOf.site(1), hour, new Date(hour.getTime() + hourMs - 1));
}

/** Sums of a month, as for things that move about. */
async function aMonth(): Promise<void> {
  const cells = (count: number) =>
    Buffer.from(
      packCells(
        new Map(
          Array.from({ length: count }, (_, nth) => [
            (0x8000 + (nth % 50)) * 0x1_0000 + 0x8000 + Math.floor(nth / 50),
            30,
          ]),
        ),
      ),
    );
  const site = sql`${idOf.site(1)}::uuid`;
  const floor = sql`${idOf.floor(1)}::uuid`;
  const first = sql`${new Date(toMs - hours * hourMs)}::timestamptz`;
  const each = sql`generate_series(0, ${hours - 1}::int) as h`;
  const asset = sql.raw(sqlId("asset", "n"));
  await db
    .insertInto("heat_origins")
    .values({ floor_id: idOf.floor(1), lat: 59, lon: 18 })
    .execute();
  await sql`insert into buildings (id, site_id, name) values (${idOf.building(1)}, ${site}, 'Hall')`.execute(
    background,
  );
  await sql`insert into floors (id, site_id, building_id, name, level, nw_lat, nw_lon, se_lat, se_lon, ceiling_height_m)
    values (${floor}, ${site}, ${idOf.building(1)}, 'Ground', 0, 59.001, 18, 59, 18.001, 4)`.execute(background);
  await sql`insert into site_heat (site_id, hour, floor_id, cells)
    select ${site}, ${first} + make_interval(hours => h), ${floor}, ${cells(sized(1500, 50))}::bytea from ${each}`.execute(
    db,
  );
  await sql`insert into asset_heat (asset_id, hour, floor_id, site_id, cells)
    select ${asset}, ${first} + make_interval(hours => h), ${floor}, ${site}, ${cells(15)}::bytea
    from ${each}, generate_series(0, ${assets - 1}::int) as n`.execute(background);
  await sql`insert into room_stays (asset_id, from_at, to_at, hour, site_id, floor_id, room_id, room_name)
    select ${asset}, at + make_interval(mins => 30 * part), at + make_interval(mins => 30 * part + 29), at, ${site}, ${floor},
      ${sql.raw(sqlId("gateway", "(n + h + part) % 30"))}, 'Room ' || (n + h + part) % 30
    from ${each}, generate_series(0, ${assets - 1}::int) as n, generate_series(0, 1) as part,
      lateral (select ${first} + make_interval(hours => h)) as moment (at)`.execute(background);
  await sql`analyze`.execute(background);
}
