import {
  addCalibrationPoint,
  deleteCalibrationPoint,
  fitCalibration,
  getCalibration,
  setActiveCalibration,
} from "@pulse/contract/calibration";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { CalibrationService } from "./calibration.service.ts";

/** What a site has learned about its radio, and the walk tests that it learns from. */
export function calibrationRoutes(context: RouteContext, calibration: CalibrationService): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => context.enterSite(viewer, id);
  route(context, getCalibration, async ({ params }) => ({ content: await calibration.state(params.id) }), reach);
  route(
    context,
    addCalibrationPoint,
    async ({ params, body, write }) => ({ content: await calibration.addPoint(write, params.id, body) }),
    reach,
  );
  route(
    context,
    deleteCalibrationPoint,
    async ({ params, write }) => ({ content: await calibration.removePoint(write, params.id, params.pointId) }),
    reach,
  );
  route(
    context,
    fitCalibration,
    async ({ params, write }) => ({ content: await calibration.fit(write, params.id) }),
    reach,
  );
  route(
    context,
    setActiveCalibration,
    async ({ params, body, write }) => ({
      content: await calibration.use(write, params.id, body.version, body.selfCalibrating ?? false),
    }),
    reach,
  );
}
