import type { CoveredTime, Dwell, Flow, Heatmap, Occupancy } from "@pulse/contract/analytics";
import { AppError } from "@pulse/contract/errors";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { AnalyticsQuery } from "./analyticsQuery.ts";
import { coveredTimes } from "./coveredTimes.ts";
import { coveredHours, firstPositionMs, packedCells } from "./heat.repository.ts";
import { addPacked, cellGrid, type Cells, rectangleOf } from "./heatCells.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
import { hourMs, hourOf } from "../../pipeline/history/hours.ts";
import { assetsWithTrackers, heatOrigins } from "./hourSums.repository.ts";
import { occupied, stepsOf } from "./occupancy.ts";
import type { SumHours } from "./sumHours.ts";
import { dwellSums, flowSums, type PlaceStay, type Visit, visitsOf } from "./dwellAndFlows.ts";
import { assetsInQuery, roomsOfSite, fenceStays, isFloorOf, roomStays, fencesOfSite } from "./dwell.repository.ts";

export type AnalyticsService = ReturnType<typeof analyticsService>;
export type By = "room" | "geofence";

/** How many assets' visits are read at a time, so that others wait for 30,000 stays at most. */
const assetsAtOnce = 20;
const maxDays = 366;
/** The most rows of an answer by hours or days. */
const maxRows = 100_000;

/** Where things spend their time, from the sums of hours. */
export function analyticsService(parts: {
  db: Kysely<Database>;
  sums: SumHours;
  months: ColdHistory;
  now: () => number;
}) {
  const { db, sums, now } = parts;

  /** Checks what is asked, and has the sums of its hours made. */
  const prepared = async (query: AnalyticsQuery): Promise<{ to: Date; hours: { from: Date; to: Date } }> => {
    if (query.to.getTime() - query.from.getTime() > maxDays * 24 * hourMs)
      throw outOfRange("start_time_utc", `A span has at most ${maxDays} days`);
    if (query.floorId !== null && !(await isFloorOf(db, query.siteId, query.floorId))) throw new AppError("not_found");
    // Nothing is known about the future, so nothing is missing there.
    const to = new Date(Math.max(query.from.getTime(), Math.min(query.to.getTime(), now())));
    const hours = {
      from: new Date(hourOf(query.from.getTime())),
      to: new Date(Math.ceil(to.getTime() / hourMs) * hourMs),
    };
    await sums.ofSpan(query.siteId, hours.from, hours.to);
    return { to, hours };
  };
  const assetFilter = (query: AnalyticsQuery): Promise<string[]> | null =>
    query.assetIds === null && query.type === null ? null : assetsInQuery(db, query);

  async function* visits(query: AnalyticsQuery, to: Date, by: By): AsyncGenerator<Visit[]> {
    const span = { fromMs: query.from.getTime(), toMs: to.getTime() };
    const ids = await assetsInQuery(db, query);
    for (let start = 0; start < ids.length; start += assetsAtOnce) {
      const some = ids.slice(start, start + assetsAtOnce);
      const stays: PlaceStay[] =
        by === "room" ? await roomStays(db, query, some) : await fenceStays(db, query, some, new Date(now()));
      for (const ofAsset of Map.groupBy(stays, ({ assetId }) => assetId).values())
        yield visitsOf(ofAsset, span, by === "room");
    }
  }

  return {
    heatmap: async (query: AnalyticsQuery & { floorId: string }): Promise<Heatmap> => {
      const { hours } = await prepared(query);
      const assetIds = await assetFilter(query);
      const cells: Cells = new Map();
      for (const packed of await packedCells(db, query.siteId, query.floorId, assetIds, hours))
        addPacked(cells, packed);
      const covered = await coveredHours(db, query.siteId, assetIds, hours);
      const origin = (await heatOrigins(db, [query.floorId])).get(query.floorId) ?? { lat: 0, lon: 0 };
      const all = (hours.to.getTime() - hours.from.getTime()) / hourMs;
      return {
        ...rectangleOf(cellGrid(origin), cells),
        hoursCovered: covered.size,
        hoursMissing: all - covered.size,
      };
    },

    /** When the site has positions. The sums know hours; where the newest stretch begins is looked up. */
    coverage: async (query: AnalyticsQuery): Promise<CoveredTime[]> => {
      const { to, hours } = await prepared(query);
      const covered = await coveredHours(db, query.siteId, null, hours);
      const times = coveredTimes(covered, { fromMs: query.from.getTime(), toMs: to.getTime() });
      const newest = times.at(-1);
      if (newest !== undefined) {
        const first = { from: new Date(newest.fromMs), to: new Date(Math.min(newest.toMs, newest.fromMs + hourMs)) };
        const assetIds = await assetsWithTrackers(db, query.siteId, first.from);
        newest.fromMs = (await firstPositionMs(db, query.siteId, assetIds, first, parts.months)) ?? newest.fromMs;
      }
      return times.map(({ fromMs, toMs }) => ({
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
      }));
    },

    dwell: async (query: AnalyticsQuery, by: By): Promise<Dwell[]> => {
      const { to } = await prepared(query);
      const dwell = dwellSums();
      for await (const some of visits(query, to, by)) dwell.add(some);
      return dwell.content();
    },

    flows: async (query: AnalyticsQuery, by: By): Promise<Flow[]> => {
      const { to } = await prepared(query);
      const flows = flowSums();
      for await (const some of visits(query, to, by)) flows.add(some);
      return flows.content();
    },

    /** @param dayOf names the day of a moment; null: by the hour */
    occupancy: async (query: AnalyticsQuery, by: By, dayOf: ((ms: number) => string) | null): Promise<Occupancy[]> => {
      const { to, hours } = await prepared(query);
      const covered = await coveredHours(db, query.siteId, await assetFilter(query), hours);
      const steps = stepsOf({ fromMs: query.from.getTime(), toMs: to.getTime() }, covered, dayOf);
      const known = await (by === "room" ? roomsOfSite(db, query) : fencesOfSite(db, query));
      const places = new Map(known.map((place) => [place.id, { place, visits: new Array<Visit>() }]));
      for await (const some of visits(query, to, by))
        for (const visit of some) {
          const of = places.get(visit.place.id) ?? { place: visit.place, visits: [] };
          places.set(visit.place.id, of);
          of.visits.push(visit);
        }
      if (places.size * steps.length > maxRows)
        throw outOfRange("step", `At most ${maxRows} rows; ask for days or for a shorter span`);
      const rows = [...places.values()].map(({ place, visits: ofPlace }) => ({
        place,
        steps: occupied(ofPlace, steps),
      }));
      return steps.flatMap(({ atMs }, nth) =>
        rows.map(({ place, steps: ofPlace }) => ({ at: new Date(atMs).toISOString(), ...place, ...ofPlace[nth]! })),
      );
    },
  };
}

const outOfRange = (path: string, message: string): AppError =>
  new AppError("out_of_range", { details: [{ path, code: "out_of_range", message }] });
