import { localFrame } from "@pulse/geo/localFrame";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import type { StoredPosition } from "../../src/pipeline/history/positionHistory.ts";
import { arrayOf } from "../../src/platform/database/unnest.ts";
import { aGateway, anAsset, aSite, type TestAsset, type TestSite } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

/** History of one site over months: a walker, a thing at rest, and a tracker that changed its asset. */
export interface ColdSite {
  site: TestSite;
  walker: TestAsset;
  sitter: TestAsset;
  /** Had `swapped`'s tracker before. */
  former: TestAsset;
  swapped: TestAsset;
}

const at = (time: string): number => Date.parse(`${time}Z`);
/** When the walker walks for 20 minutes: by day, over the ends of months, and in months that stay in the database. */
export const walks = [
  "2026-02-10T08:00",
  "2026-02-28T23:50",
  "2026-03-15T12:00",
  "2026-04-30T23:50",
  "2026-06-03T09:00",
  "2026-10-02T09:00",
];
const walkS = 1200;

/** Writes it. Months before May 2026 are meant to be cold. */
export async function coldSite(pulse: Pick<TestPulse, "db">, customer: NewCustomer): Promise<ColdSite> {
  const site = await aSite(pulse, customer);
  const gateway = await aGateway(pulse, customer, site, { x: 5, y: 5 });
  const [walker, sitter, former, swapped] = [
    await anAsset(pulse, customer, site),
    await anAsset(pulse, customer, site),
    await anAsset(pulse, customer, site),
    await anAsset(pulse, customer, site, { linked: false }),
  ];
  const frame = localFrame(site.origin);
  const rooms = [uuidv7(), uuidv7()];
  const row = (asset: TestAsset, ms: number, more: Partial<StoredPosition> & { x?: number; y?: number } = {}) => {
    const { x = 3, y = 4, ...changes } = more;
    return {
      tracker_id: asset.trackerId,
      asset_id: asset.id,
      site_id: site.id,
      floor_id: site.floorId,
      ts: new Date(ms),
      end_ts: new Date(ms),
      ...frame.toLatLon({ x, y: -y }),
      elevation: 1.2,
      accuracy: 1.1 + (ms % 7777) / 7777,
      accuracy_outer: 2.3 + (ms % 3333) / 3333,
      mechanism: "TRILATERATED",
      moving: true,
      nearest_hardware_id: gateway.id,
      nearest_dis: 0.1 + (ms % 999) / 100,
      room_id: null,
      room_name: null,
      room_probability: null,
      shown: true,
      ...changes,
    } satisfies StoredPosition;
  };
  const rows: StoredPosition[] = [];
  for (const walk of walks)
    for (let second = 0; second < walkS; second += 2) {
      const room = Math.floor(second / 180) % 2;
      const [angle, ms] = [second / 60, at(`${walk}:00`) + second * 1000 + (second % 14) * 10];
      rows.push(
        row(walker, ms, {
          x: 20 + 15 * Math.cos(angle),
          y: 12 + 9 * Math.sin(angle),
          end_ts: new Date(ms + (second % 10 === 0 ? 1500 : 0)),
          shown: second % 46 !== 0,
          moving: second % 60 === 0 ? null : second % 18 !== 0,
          room_id: rooms[room]!,
          room_name: `Room, "${room}" ä`,
          room_probability: 0.3 + (second % 100) / 300,
          elevation: second % 34 === 0 ? null : 1.3,
        }),
      );
    }
  // A month and more in one place, and another stay that is still going on in a month that is not cold.
  rows.push(row(sitter, at("2026-02-12T00:00:00"), { end_ts: new Date(at("2026-03-20T10:00:00")), moving: false }));
  rows.push(row(sitter, at("2026-03-20T10:00:10"), { x: 9, end_ts: new Date(at("2026-03-21T06:00:00")) }));
  rows.push(row(sitter, at("2026-03-22T10:00:10"), { x: 9.5, end_ts: new Date(at("2026-06-03T09:10:00")) }));
  for (let minute = 0; minute < 60; minute += 1) {
    rows.push(row(former, at("2026-03-15T12:00:00") + minute * 60_000, { x: minute / 2 }));
    rows.push(
      row({ ...swapped, trackerId: former.trackerId }, at("2026-04-12T12:00:00") + minute * 60_000, { y: minute / 3 }),
    );
    rows.push(row(former, at("2026-04-13T12:00:00") + minute * 60_000, { x: 2 }));
  }
  rows.push(
    ...Array.from({ length: 30 }, (_, nth) =>
      row(swapped, at("2026-03-15T12:00:00") + nth * 40_000, { asset_id: null }),
    ),
  );
  await insertRows(pulse, rows);
  await smoothSome(
    pulse,
    rows.filter((_, nth) => nth % 3 === 0),
  );
  await pulse.db
    .insertInto("links")
    .values({
      id: uuidv7(),
      asset_id: swapped.id,
      tracker_id: former.trackerId,
      linked_at: new Date(at("2026-04-01T00:00:00")),
      unlinked_at: new Date(at("2026-04-13T00:00:00")),
      linked_by: "test",
    })
    .execute();
  return { site, walker, sitter, former, swapped };
}

async function insertRows({ db }: Pick<TestPulse, "db">, rows: readonly StoredPosition[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 500)
    await db
      .insertInto("positions")
      .values(rows.slice(start, start + 500))
      .execute();
}

/** Gives rows a smoothed place, some of them in another room or in none. */
async function smoothSome({ db }: Pick<TestPulse, "db">, rows: readonly StoredPosition[]): Promise<void> {
  await sql`insert into smoothed_positions (tracker_id, ts, lat, lon, accuracy, accuracy_outer, has_room, room_id, room_name,
      room_probability)
    select p.tracker_id, p.ts, p.lat + 0.000001, p.lon - 0.000002, p.accuracy / 3, p.accuracy_outer / 3,
      extract(second from p.ts)::int % 4 <> 0, p.room_id, p.room_name, p.room_probability / 2
    from unnest(${arrayOf("uuid", rows, (row) => row.tracker_id)},
      ${arrayOf("timestamptz", rows, (row) => row.ts.toISOString())}) as n (id, ts)
    join positions p on p.tracker_id = n.id and p.ts = n.ts`.execute(db);
}
