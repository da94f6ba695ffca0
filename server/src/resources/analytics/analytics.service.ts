import type { Dwell, Flow, Heatmap, Occupancy } from "@pulse/contract/analytics";
import { AppError } from "@pulse/contract/errors";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { AskedTime } from "./askedTime.ts";
import { coveredHours, packedCells } from "./heat.repository.ts";
import { addPacked, cellGrid, type Cells, rectangleOf } from "./heatCells.ts";
import { hourMs, hourOf } from "../../pipeline/history/hours.ts";
import { heatOrigins } from "./hourSums.repository.ts";
import { occupied, stepsOf } from "./occupancy.ts";
import type { SumHours } from "./sumHours.ts";
import { dwellSums, flowSums, type PlaceStay, type Visit, visitsOf } from "./visits.ts";
import { askedAssets, drawnRooms, fenceStays, isFloorOf, roomStays, standingFences } from "./visits.repository.ts";

export type AnalyticsService = ReturnType<typeof analyticsService>;
export type By = "room" | "geofence";

/** How many assets' visits are read at a time, so that others wait for 30,000 stays at most. */
const assetsAtOnce = 20;
const maxDays = 366;
/** The most rows of an answer by hours or days. */
const maxRows = 100_000;

/** Where things spend their time, from the sums of hours. */
export function analyticsService(parts: { db: Kysely<Database>; sums: SumHours; now: () => number }) {
  const { db, sums, now } = parts;

  /** Checks what is asked, and has the sums of its hours made. */
  const prepared = async (asked: AskedTime): Promise<{ to: Date; hours: { from: Date; to: Date } }> => {
    if (asked.to.getTime() - asked.from.getTime() > maxDays * 24 * hourMs)
      throw outOfRange("start_time_utc", `A span has at most ${maxDays} days`);
    if (asked.floorId !== null && !(await isFloorOf(db, asked.siteId, asked.floorId))) throw new AppError("not_found");
    // Nothing is known about the future, so nothing is missing there.
    const to = new Date(Math.max(asked.from.getTime(), Math.min(asked.to.getTime(), now())));
    const hours = {
      from: new Date(hourOf(asked.from.getTime())),
      to: new Date(Math.ceil(to.getTime() / hourMs) * hourMs),
    };
    await sums.ofSpan(asked.siteId, hours.from, hours.to);
    return { to, hours };
  };
  const someAssets = (asked: AskedTime): Promise<string[]> | null =>
    asked.assetIds === null && asked.type === null ? null : askedAssets(db, asked);

  async function* visits(asked: AskedTime, to: Date, by: By): AsyncGenerator<Visit[]> {
    const span = { fromMs: asked.from.getTime(), toMs: to.getTime() };
    const ids = await askedAssets(db, asked);
    for (let start = 0; start < ids.length; start += assetsAtOnce) {
      const some = ids.slice(start, start + assetsAtOnce);
      const stays: PlaceStay[] =
        by === "room" ? await roomStays(db, asked, some) : await fenceStays(db, asked, some, new Date(now()));
      for (const ofAsset of Map.groupBy(stays, ({ assetId }) => assetId).values())
        yield visitsOf(ofAsset, span, by === "room");
    }
  }

  return {
    heatmap: async (asked: AskedTime & { floorId: string }): Promise<Heatmap> => {
      const { hours } = await prepared(asked);
      const assetIds = await someAssets(asked);
      const cells: Cells = new Map();
      for (const packed of await packedCells(db, asked.siteId, asked.floorId, assetIds, hours))
        addPacked(cells, packed);
      const covered = await coveredHours(db, asked.siteId, assetIds, hours);
      const origin = (await heatOrigins(db, [asked.floorId])).get(asked.floorId) ?? { lat: 0, lon: 0 };
      const all = (hours.to.getTime() - hours.from.getTime()) / hourMs;
      return {
        ...rectangleOf(cellGrid(origin), cells),
        hoursCovered: covered.size,
        hoursMissing: all - covered.size,
      };
    },

    dwell: async (asked: AskedTime, by: By): Promise<Dwell[]> => {
      const { to } = await prepared(asked);
      const dwell = dwellSums();
      for await (const some of visits(asked, to, by)) dwell.add(some);
      return dwell.content();
    },

    flows: async (asked: AskedTime, by: By): Promise<Flow[]> => {
      const { to } = await prepared(asked);
      const flows = flowSums();
      for await (const some of visits(asked, to, by)) flows.add(some);
      return flows.content();
    },

    /** @param dayOf names the day of a moment; null: by the hour */
    occupancy: async (asked: AskedTime, by: By, dayOf: ((ms: number) => string) | null): Promise<Occupancy[]> => {
      const { to, hours } = await prepared(asked);
      const covered = await coveredHours(db, asked.siteId, await someAssets(asked), hours);
      const steps = stepsOf({ fromMs: asked.from.getTime(), toMs: to.getTime() }, covered, dayOf);
      const known = await (by === "room" ? drawnRooms(db, asked) : standingFences(db, asked));
      const places = new Map(known.map((place) => [place.id, { place, visits: new Array<Visit>() }]));
      for await (const some of visits(asked, to, by))
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
