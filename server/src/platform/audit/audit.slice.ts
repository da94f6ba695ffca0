import type { PlatformDependencies } from "../dependencies.ts";
import { auditList } from "./auditList.ts";
import { auditRepository } from "./audit.repository.ts";
import { auditRoutes } from "./audit.routes.ts";

/** Reading the audit log; its entries come from every write. */
export function auditSlice(parts: Pick<PlatformDependencies, "context" | "db">): void {
  auditRoutes(parts.context, auditList(auditRepository(parts.db)));
}
