import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { CommaList, Id, LatLon, QueryBoolean, Ref, Time, TimeInput } from "./fields.ts";
import { limits } from "./limits.ts";
import { list } from "./list.ts";
import { TimeZone } from "./timeZone.ts";

/** How long things were in each cell of a floor (additions A7). */
export const Heatmap = z
  .object({
    cellM: z.number(),
    /** The south-western corner of the first cell. */
    origin: LatLon,
    columns: z.number().int(),
    rows: z.number().int(),
    /** Row by row from the south, each from the west. */
    seconds: z.array(z.number()),
    /** Hours of the span in which at least one of the things was located, wherever on the site. */
    hoursCovered: z.number().int(),
    hoursMissing: z.number().int(),
  })
  .meta({ id: "Heatmap" });
export type Heatmap = z.infer<typeof Heatmap>;

/** How often and how long things were in a place. */
export const Dwell = z
  .object({
    id: Id,
    name: z.string(),
    visits: z.number().int(),
    secondsTotal: z.number(),
    secondsMedian: z.number(),
    secondsP90: z.number(),
  })
  .meta({ id: "Dwell" });
export type Dwell = z.infer<typeof Dwell>;

/** How many things were in a place during an hour or a day; nulls: unknown, because nothing was located then. */
export const Occupancy = z
  .object({
    at: Time,
    id: Id,
    name: z.string(),
    min: z.number().int().nullable(),
    mean: z.number().nullable(),
    max: z.number().int().nullable(),
  })
  .meta({ id: "Occupancy" });
export type Occupancy = z.infer<typeof Occupancy>;

/** How often things went from one place to the next, and how long they were on the way. */
export const Flow = z
  .object({ from: Ref, to: Ref, count: z.number().int(), secondsMedian: z.number() })
  .meta({ id: "Flow" });
export type Flow = z.infer<typeof Flow>;

/** A stretch of time for which positions exist. */
export const CoveredTime = z.object({ from: Time, to: Time }).meta({ id: "CoveredTime" });
export type CoveredTime = z.infer<typeof CoveredTime>;

const query = z.object({
  siteId: Id.optional(),
  floorId: Id.optional(),
  startTimeUtc: TimeInput.optional(),
  endTimeUtc: TimeInput.optional(),
  assetIds: CommaList.pipe(list(Id).min(1).max(limits.historyAssetsMax)).optional(),
  type: z.string().max(200).optional(),
  returnFile: QueryBoolean.optional(),
  convertToTimezone: TimeZone.optional(),
});
const byPlace = query.extend({ by: z.enum(["room", "geofence"]).optional() });

const about = {
  method: "GET",
  tag: "Analytics",
  access: { all: [{ area: "asset_management", letter: "r" }] },
  scope: "site",
  file: ["text/csv"],
} as const;

export const getHeatmap = endpoint({
  ...about,
  id: "getHeatmap",
  path: "/api/v3/analytics/heatmap",
  summary: "How long things were in each cell of a floor, over the whole hours of a span; as CSV with return_file",
  query: query.extend({ floorId: Id }),
  content: Heatmap,
});

export const getDwell = endpoint({
  ...about,
  id: "getDwell",
  path: "/api/v3/analytics/dwell",
  summary: "How often and how long things were in rooms or geofences; as CSV with return_file",
  query: byPlace,
  content: z.array(Dwell),
});

export const getOccupancy = endpoint({
  ...about,
  id: "getOccupancy",
  path: "/api/v3/analytics/occupancy",
  summary: "How many things were in rooms or geofences, hour by hour or day by day; as CSV with return_file",
  query: byPlace.extend({ step: z.enum(["hour", "day"]).optional() }),
  content: z.array(Occupancy),
});

export const getFlows = endpoint({
  ...about,
  id: "getFlows",
  path: "/api/v3/analytics/flows",
  summary: "How often things went from one room or geofence to the next; as CSV with return_file",
  query: byPlace,
  content: z.array(Flow),
});

export const getCoverage = endpoint({
  id: "getCoverage",
  method: "GET",
  path: "/api/v3/analytics/coverage",
  tag: "Analytics",
  summary: "When a site has positions, hour by hour; the newest stretch begins with its first position",
  access: about.access,
  scope: "site",
  query: z.object({ siteId: Id.optional(), startTimeUtc: TimeInput.optional(), endTimeUtc: TimeInput.optional() }),
  content: z.array(CoveredTime),
});
