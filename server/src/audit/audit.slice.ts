import type { Parts } from "../parts.ts";
import { auditList } from "./auditList.ts";
import { auditRepository } from "./audit.repository.ts";
import { auditRoutes } from "./audit.routes.ts";

/** The audit log as it is read; what is written of it comes from every write. */
export function auditSlice(parts: Pick<Parts, "context" | "db">): void {
  auditRoutes(parts.context, auditList(auditRepository(parts.db)));
}
