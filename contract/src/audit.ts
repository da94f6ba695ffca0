import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, queryInt, Time, TimeInput } from "./fields.ts";
import { limits } from "./limits.ts";
import { searchQuery } from "./page.ts";

export const auditActions = [
  "create",
  "update",
  "delete",
  "archive",
  "unarchive",
  "link",
  "unlink",
  "sign_in",
  "sign_in_failed",
  "sign_out",
  "password_reset",
  "device_request",
  "report",
  "import",
  "credentials_reset",
] as const;
export const AuditAction = z.enum(auditActions);
export type AuditAction = z.infer<typeof AuditAction>;

/** Who did what, from where, when (shapes S14). */
export const AuditEntry = z
  .object({
    id: Id,
    timestamp: Time,
    customerId: Id.nullable(),
    siteId: Id.nullable(),
    userId: Id.nullable(),
    userEmail: z.string().nullable(),
    ip: z.string(),
    userAgent: z.string(),
    action: AuditAction,
    entity: z.object({ kind: z.string(), id: Id.nullable(), name: z.string() }).nullable(),
    /** Never a secret. */
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    outcome: z.enum(["ok", "refused"]),
    requestId: z.string(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditSortFields = ["id", "name", "created_at"] as const;
export const auditSearchFields = ["name"] as const;

export const listAudit = endpoint({
  id: "listAudit",
  method: "GET",
  path: "/api/v3/audit",
  tag: "Audit",
  summary:
    "Every write and every sign-in of the last 24 hours or the span asked for, newest first; `name` is the name of the affected item",
  access: { any: [{ area: "role_management", letter: "r" }] },
  scope: "customer",
  query: searchQuery(auditSortFields, auditSearchFields).extend({
    siteId: Id.optional(),
    userId: Id.optional(),
    action: AuditAction.optional(),
    entityKind: z.string().max(50).optional(),
    entityId: Id.optional(),
    startTimeUtc: TimeInput.optional(),
    endTimeUtc: TimeInput.optional(),
    limit: queryInt(1, limits.pageLimitMax).optional(),
  }),
  content: z.array(AuditEntry),
  paged: true,
});
