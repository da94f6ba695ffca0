import type { PipelineDependencies } from "../dependencies.ts";
import { calibrationRoutes } from "./calibration.routes.ts";

/** What a site has learned about its own radio; the learning from traffic goes on in the live path. */
export function calibrationSlice({
  context,
  located,
  job,
}: Pick<PipelineDependencies, "context" | "located" | "job">): void {
  // Four times a day, so that the beacons of busy and of quiet hours are heard.
  job({ name: "beacon-refits", cron: "43 */6 * * *", withinS: 2 * 3600, run: located.refit });
  calibrationRoutes(context, located.calibration);
}
