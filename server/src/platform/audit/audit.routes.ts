import { listAudit } from "@pulse/contract/audit";
import { route, type RouteContext } from "../http/route.ts";
import type { AuditList } from "./auditList.ts";

/** Reading the audit log. */
export function auditRoutes(context: RouteContext, list: AuditList): void {
  route(context, listAudit, ({ viewer, customerId, query }) => list.search(viewer, customerId, query));
}
