import { type ErrorCode, errorMessage } from "@pulse/contract/errors";
import { BuildingBody, FloorBody } from "@pulse/contract/sites";
import { placePlan } from "@pulse/geo/floorPlan";
import { z } from "zod";
import { Place } from "./siteInfo.ts";

/** The sides of a plan are at least this long, m. */
const shortestM = 0.1;

const issue = (code: ErrorCode) => ({ message: errorMessage(code), params: { code } });

const FloorRule = FloorBody.extend({
  northWest: Place,
  southEast: Place,
  rotationDeg: z.number().min(-360).max(360),
  image: z
    .string()
    .nullable()
    .refine((image) => image !== null, issue("layout_image_required")),
});

const BuildingRule = BuildingBody.extend({
  floors: z.array(FloorRule).refine(({ length }) => length > 0, issue("building_needs_floor")),
});
type Building = z.output<typeof BuildingRule>;
type AddError = (path: (string | number)[], code: string, message?: string) => void;

/** The rule of a site's buildings and floors: the server's refusals, reported before anything is sent. */
export const LayoutRule = z.object({
  buildings: z
    .array(BuildingRule)
    .max(200)
    .superRefine((buildings, context) => {
      const error: AddError = (path, code, message = "") =>
        context.addIssue({ code: "custom", path, message, params: { code } });
      const repeated = repeats(buildings.map(({ name }) => name.toLowerCase()));
      for (const nth of repeated) error([nth, "name"], "building_name_invalid", errorMessage("building_name_invalid"));
      for (const [nth, building] of buildings.entries()) reportFloorErrors(building, nth, error);
    }),
});

/** The server's sentence, which the catalogue of reasons has in each language. */
const crossed = "The south-east corner must lie to the right of and below the north-west corner";

function reportFloorErrors({ floors }: Building, nth: number, error: AddError): void {
  for (const at of repeats(floors.map(({ name }) => name.toLowerCase())))
    error([nth, "floors", at, "name"], "must_be_unique");
  for (const at of repeats(floors.map(({ level }) => level))) error([nth, "floors", at, "level"], "must_be_unique");
  for (const [at, { northWest, southEast, rotationDeg }] of floors.entries()) {
    const { widthM, heightM } = placePlan({ northWest, southEast, rotationDeg });
    if (!(widthM >= shortestM && heightM >= shortestM))
      error([nth, "floors", at, "southEast"], "invalid_parameter", crossed);
  }
}

/** The indexes of values that occurred before. */
function repeats(values: readonly unknown[]): number[] {
  return values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));
}
