// The cost of lists and the map's first load compared with the bare statements for the same rows. LISTS_ASSETS=100000 and
// LISTS_POSITIONS=100 make it 100,000 assets with 10 million positions; the defaults are a fifth and a tenth of that.
import { assetsRepository } from "@pulse/server/resources/assets/assets.repository";
import { auditRepository } from "@pulse/server/platform/audit/audit.repository";
import { usersRepository } from "@pulse/server/resources/users/users.repository";
import { sql } from "kysely";
import { besideBare, type Question, report, sized } from "./harness.ts";
import { bareDriver } from "./load/bareDriver.ts";
import { benchDatabase } from "./load/benchDatabase.ts";
import { dayMs, fillPositions, idOf } from "./load/historyRows.ts";
import { fillSites } from "./load/listRows.ts";
import { months } from "./load/coldMonths.ts";

const assets = sized(Number(process.env["LISTS_ASSETS"] || 20_000), 200);
const positions = sized(Number(process.env["LISTS_POSITIONS"] || 10), 1);
// Half of all assets are at one site, the others at sites of a thousand.
const small = sized(1000, 20);
const large = assets / 2;
const days = Math.min(10, positions);

const database = await benchDatabase();
const { db, background, kind } = database;
await fillSites(background, { assets, large, small });
const starts = await fillPositions(background, { trackers: assets, days, minutes: Math.ceil(positions / days) });
const bare = await bareDriver(database);
const list = assetsRepository(db);

const [site, smallSite, customer] = [idOf.site(0), idOf.site(1), idOf.customer(1)];
const moments = starts.map((startMs) => new Date(startMs + dayMs / 2));

const there = "site_id = $1 and deleted_at is null and not archived";
/** An asset's row with everything in its answer, joined by hand. */
const joined = (page: string) => `select a.*, t.id as tid, t.guid as tguid, t.name as tname, t.type as ttype, t.mac,
    s.battery_level, l.linked_at, p.lat, p.lon, p.elevation, p.end_ts, p.floor_id, f.name as floor, b.id as bid, b.name as building
  from (${page}) a left join links l on l.asset_id = a.id and l.unlinked_at is null left join trackers t on t.id = l.tracker_id
  left join tracker_status s on s.tracker_id = t.id left join latest_positions p on p.asset_id = a.id and p.shown
  left join floors f on f.id = p.floor_id left join buildings b on b.id = f.building_id`;
const bareCount = (condition: string, values: readonly unknown[]) =>
  bare.rows(`select count(*) from assets where ${condition}`, values);
const barePage = async (order: string, offset: number): Promise<number> => {
  await bareCount(there, [site]);
  const page = `select * from assets where ${there} order by ${order} limit 25 offset ${offset}`;
  return (await bare.rows(joined(page), [site])).length;
};
const search = async (query: Parameters<typeof list.search>[1]): Promise<number> =>
  (await list.search(site, query, "search")).content.length;

const questions: Question[] = [
  {
    name: "a page of assets",
    ours: () => search({}),
    bare: () => barePage("id desc", 0),
  },
  {
    name: "a page of assets by name",
    ours: () => search({ sortFields: ["name"], sortOrder: ["asc"] }),
    bare: () => barePage("lower(name), id", 0),
  },
  {
    name: "a page from their middle",
    ours: () => search({ sortFields: ["name"], sortOrder: ["asc"], page: Math.floor(large / 50) }),
    bare: () => barePage("lower(name), id", large / 2),
  },
  {
    name: "a page by when they were last seen",
    ours: () => search({ sortFields: ["location_updated"], sortOrder: ["desc"] }),
    bare: async () => {
      await bareCount(there, [site]);
      const page = `select a.* from assets a left join (select asset_id, max(end_ts) as at from latest_positions
        where site_id = $1 and shown group by asset_id) s on s.asset_id = a.id where ${there.replaceAll(/site_id/g, "a.site_id")}
        order by s.at desc nulls last, a.id desc limit 25`;
      return (await bare.rows(joined(page), [site])).length;
    },
  },
  {
    name: "a page of those that a keyword finds",
    ours: (nth) => search({ searchKeyword: `cart 1${nth % 10}` }),
    bare: async (nth) => {
      const found = `${there} and (lower(name) like $2 or lower(type) like $2 or lower(external_id) like $2
        or lower(description) like $2 or exists (select 1 from links l join trackers t on t.id = l.tracker_id
        where l.asset_id = a.id and l.unlinked_at is null and (lower(t.name) like $2 or lower(t.mac) like $2)))`;
      const values = [site, `%cart 1${nth % 10}%`];
      await bare.rows(`select count(*) from assets a where ${found.replaceAll(/\bsite_id/g, "a.site_id")}`, values);
      const page = `select * from assets a where ${found} order by id desc limit 25`;
      return (await bare.rows(joined(page), values)).length;
    },
  },
  {
    name: `a site of ${small.toLocaleString("en-US")} on the map`,
    ours: async () => (await list.live(smallSite, { at: null, ids: null }, months)).length,
    bare: async () =>
      (await bare.rows(joined(`select * from assets where ${there} order by name`), [smallSite])).length,
  },
  {
    name: `a site of ${small.toLocaleString("en-US")} at a moment`,
    ours: async (nth) => (await list.live(smallSite, { at: moments[nth % moments.length]!, ids: null }, months)).length,
    bare: async (nth) => {
      const text = `select a.*, t.*, p.* from assets a left join links l on l.asset_id = a.id and l.unlinked_at is null
        left join trackers t on t.id = l.tracker_id left join lateral (select * from positions p
          where p.asset_id = a.id and p.shown and p.ts <= $2 order by p.ts desc limit 1) p on true
        where a.${there.replaceAll(/ and /g, " and a.").replace("a.not ", "not a.")} order by a.name`;
      return (await bare.rows(text, [smallSite, moments[nth % moments.length]!])).length;
    },
  },
  {
    name: "a page of people",
    ours: async () =>
      (await usersRepository(db).search(customer, { sortFields: ["email"], sortOrder: ["asc"], page: 1, limit: 25 }))
        .content.length,
    bare: async () => {
      const theirs = "u.customer_id = $1 and not u.is_superadmin";
      await bare.rows(`select count(*) from users u where ${theirs}`, [customer]);
      const text = `select u.*, r.name as role, g.name as "group" from users u left join roles r on r.id = u.role_id
        left join user_groups g on g.id = u.user_group_id where ${theirs} order by lower(u.email), u.id limit 25`;
      return (await bare.rows(text, [customer])).length;
    },
  },
  {
    name: "a page of the audit log",
    ours: async () =>
      (await auditRepository(db).search(customer, null, { start: new Date(0), end: new Date(), page: 1, limit: 25 }))
        .content.length,
    bare: async () => {
      const asked = "customer_id = $1 and ts >= $2 and ts <= $3";
      const values = [customer, new Date(0), new Date()];
      await bare.rows(`select count(*) from audit_entries where ${asked}`, values);
      return (await bare.rows(`select * from audit_entries where ${asked} order by ts desc, id desc limit 25`, values))
        .length;
    },
  },
];
const { measured, aims } = await besideBare(questions, { calls: 100, atMost: 1.5 });
const { rows } = await sql<{ positions: number }>`select count(*) as positions from positions`.execute(background);
await bare.close();
await database.close();
report({
  bench: `lists-${kind}`,
  unit: "ms a question",
  measured,
  aims,
  notes: [
    `${assets.toLocaleString("en-US")} assets, half of them at one site, with ${rows[0]!.positions.toLocaleString("en-US")} positions in ${days} months; ${kind}`,
    "pages of 25 of the large site; bare: the count and the rows with all that their answer tells, joined by hand, on the driver alone",
  ],
});
