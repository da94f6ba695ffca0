import {
  addCalibrationPoint,
  deleteCalibrationPoint,
  fitCalibration,
  getCalibration,
  setActiveCalibration,
} from "@pulse/contract/calibration";
import { originOf } from "../http/origin.ts";
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
    async ({ viewer, params, body, request }) => ({
      content: await calibration.addPoint(params.id, body, { viewer, origin: originOf(request) }),
    }),
    reach,
  );
  route(
    context,
    deleteCalibrationPoint,
    async ({ viewer, params, request }) => ({
      content: await calibration.removePoint(params.id, params.pointId, { viewer, origin: originOf(request) }),
    }),
    reach,
  );
  route(
    context,
    fitCalibration,
    async ({ viewer, params, request }) => ({
      content: await calibration.fit(params.id, { viewer, origin: originOf(request) }),
    }),
    reach,
  );
  route(
    context,
    setActiveCalibration,
    async ({ viewer, params, body, request }) => ({
      content: await calibration.use(params.id, body.version, body.selfCalibrating ?? false, {
        viewer,
        origin: originOf(request),
      }),
    }),
    reach,
  );
}
