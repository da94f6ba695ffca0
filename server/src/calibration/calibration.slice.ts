import type { Parts } from "../parts.ts";
import { calibrationRoutes } from "./calibration.routes.ts";

/** What a site has learned about its own radio; the learning itself goes on in the live path. */
export function calibrationSlice(parts: Pick<Parts, "context" | "located">): void {
  calibrationRoutes(parts.context, parts.located.calibration);
}
