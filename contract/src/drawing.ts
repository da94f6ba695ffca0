import { z } from "zod";
import { Id, LatLon } from "./fields.ts";
import { Name } from "./names.ts";
import { list } from "./list.ts";

/** A place in a request: WGS 84, degrees. */
export const LatLonGiven = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });

const Area = z.array(LatLon);

/** What is drawn on a floor (additions A3). Areas are polygons whose last corner is joined to the first. */
export const drawnFields = {
  /** Where a tag can be; null: nobody has drawn it, so the engine guesses one within the plan's rectangle. */
  outline: Area.nullable(),
  /** `lossDb`: how much weaker a signal is behind it; null: unknown. */
  walls: z.array(z.object({ id: Id, points: z.array(LatLon), lossDb: z.number().nullable() })),
  doors: z.array(z.object({ id: Id, at: z.tuple([LatLon, LatLon]) })),
  lifts: z.array(z.object({ id: Id, name: z.string(), area: Area })),
  rooms: z.array(z.object({ id: Id, name: z.string(), kind: z.string().nullable(), area: Area })),
};
export const Drawing = z.object(drawnFields);
export type Drawing = z.infer<typeof Drawing>;

/** How much may be drawn on one floor. */
export const drawingLimits = { corners: 500, walls: 2000, wallPoints: 200, doors: 1000, lifts: 100, rooms: 1000 };

// The title names the items in the message about too few or too many of them.
const AreaGiven = list(LatLonGiven).min(3).max(drawingLimits.corners).meta({ title: "corners" });
const EndsGiven = z.tuple([LatLonGiven, LatLonGiven]).meta({ title: "ends" });
/** Left out: a new one. */
const drawnId = { id: Id.optional() };

/** A part left out stays as it is; a part given replaces all of it. */
export const DrawingBody = z.object({
  outline: AreaGiven.nullable().optional(),
  walls: list(
    z.object({
      ...drawnId,
      points: list(LatLonGiven).min(2).max(drawingLimits.wallPoints),
      lossDb: z.number().min(0).max(60).nullable().default(null),
    }),
  )
    .max(drawingLimits.walls)
    .optional(),
  doors: list(z.object({ ...drawnId, at: EndsGiven }))
    .max(drawingLimits.doors)
    .optional(),
  lifts: list(z.object({ ...drawnId, name: Name, area: AreaGiven }))
    .max(drawingLimits.lifts)
    .optional(),
  rooms: list(z.object({ ...drawnId, name: Name, kind: Name.nullable().default(null), area: AreaGiven }))
    .max(drawingLimits.rooms)
    .optional(),
});
export type DrawingBody = z.output<typeof DrawingBody>;
