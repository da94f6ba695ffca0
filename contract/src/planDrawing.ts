import { z } from "zod";
import { drawingLimits } from "./drawing.ts";
import { endpoint } from "./endpoint.ts";
import { LatLon, queryDecimal } from "./fields.ts";
import { limits } from "./limits.ts";

/** Where a plan's picture is to be, as in a floor's body: all four of its corners' coordinates, or none. */
const placement = z.object({
  northWestLat: queryDecimal(-90, 90).optional(),
  northWestLon: queryDecimal(-180, 180).optional(),
  southEastLat: queryDecimal(-90, 90).optional(),
  southEastLon: queryDecimal(-180, 180).optional(),
  /** Clockwise. */
  rotationDeg: queryDecimal(-360, 360).optional(),
});

/** What a CAD drawing contains besides its picture. */
export const PlanDrawing = z
  .object({
    /** The size in which it is stored as a plan, pixels. */
    width: z.number().int(),
    height: z.number().int(),
    /** The width of the picture on the ground by the drawing's unit, m; null: it has none. */
    widthM: z.number().nullable(),
    /** The lines on layers of walls, in shares of the picture's width and height from its top left. */
    walls: z.array(z.object({ points: z.array(z.object({ x: z.number(), y: z.number() })) })),
    /** The same as the `drawing` of a floor whose plan is placed at the given corners; null: none were given. */
    drawing: z
      .object({ walls: z.array(z.object({ points: z.array(LatLon), lossDb: z.number().nullable() })) })
      .nullable(),
  })
  .meta({ id: "PlanDrawing" });
export type PlanDrawing = z.infer<typeof PlanDrawing>;

export const readPlanDrawing = endpoint({
  id: "readPlanDrawing",
  method: "POST",
  path: "/api/v3/sites/plan-drawing",
  tag: "Sites",
  summary: `The walls and the size of a DXF plan, at most ${drawingLimits.walls} walls; stores nothing. With the corners that the plan will have, as a drawing that can be saved to its floor`,
  access: {
    any: [
      { area: "site_management", letter: "c" },
      { area: "site_management", letter: "u" },
    ],
  },
  query: placement,
  upload: { part: "file", types: ["image/vnd.dxf"], maxBytes: limits.imageBytes },
  content: PlanDrawing,
});
