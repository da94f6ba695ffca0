import {
  createReportSchedule,
  deleteReportSchedule,
  getReportSchedule,
  listReportSchedules,
  updateReportSchedule,
} from "@pulse/contract/reportSchedules";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { SchedulesService } from "./schedules.service.ts";

/** Scheduled reports, each customer's own. */
export function schedulesRoutes(context: RouteContext, schedules: SchedulesService): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => schedules.reachable(viewer, id);

  route(context, listReportSchedules, ({ viewer, customerId, query }) => schedules.of(viewer, customerId, query));
  route(context, createReportSchedule, async ({ customerId, body, write }) => ({
    content: await schedules.create(write, customerId, body),
  }));
  route(context, getReportSchedule, async ({ viewer, params }) => ({
    content: await schedules.get(viewer, params.id),
  }));
  route(
    context,
    updateReportSchedule,
    async ({ params, body, write }) => ({ content: await schedules.change(write, params.id, body) }),
    reach,
  );
  route(
    context,
    deleteReportSchedule,
    async ({ viewer, params, write }) => ({
      content: await schedules.remove(write, await schedules.reachable(viewer, params.id)),
    }),
    reach,
  );
}
