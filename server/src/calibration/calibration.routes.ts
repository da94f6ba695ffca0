import {
  addCalibrationPoint,
  deleteCalibrationPoint,
  fitCalibration,
  getCalibration,
  setActiveCalibration,
} from "@pulse/contract/calibration";
import { route, type RouteContext } from "../http/route.ts";
import type { Viewer } from "../http/viewer.ts";
import type { CalibrationService } from "./calibration.service.ts";

/** What a site learns of its own radio, and the walk tests it learns from. */
export function calibrationRoutes(context: RouteContext, calibration: CalibrationService): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => context.enterSite(viewer, id);
  route(context, getCalibration, async ({ params }) => ({ content: await calibration.state(params.id) }), reach);
  route(
    context,
    addCalibrationPoint,
    async ({ viewer, params, body }) => ({ content: await calibration.addPoint(params.id, body, viewer.email) }),
    reach,
  );
  route(
    context,
    deleteCalibrationPoint,
    async ({ params }) => ({ content: await calibration.removePoint(params.id, params.pointId) }),
    reach,
  );
  route(
    context,
    fitCalibration,
    async ({ viewer, params }) => ({ content: await calibration.fit(params.id, viewer.email) }),
    reach,
  );
  route(
    context,
    setActiveCalibration,
    async ({ params, body }) => ({
      content: await calibration.use(params.id, body.version, body.selfCalibrating ?? false),
    }),
    reach,
  );
}
