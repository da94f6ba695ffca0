import { listAudit } from "@pulse/contract/audit";
import { route, type RouteContext } from "../http/route.ts";
import type { AuditList } from "./auditList.ts";

/** The audit log as it is read. */
export function auditRoutes(context: RouteContext, list: AuditList): void {
  route(context, listAudit, ({ viewer, customerId, query }) => list.search(viewer, customerId, query));
}
