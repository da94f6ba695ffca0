import { AppError } from "@pulse/contract/errors";
import type { AuditChange, AuditLog } from "../audit/audit.service.ts";
import type { WriteRecord } from "../writes/record.ts";
import type { Actor } from "../writes/write.ts";

/** A requested write. */
interface RequestedWrite {
  action: "create" | "update" | "delete" | "credentials_reset";
  customerId: string;
  /** Null: it does not exist yet. */
  id: string | null;
  name: string;
}

/** The audit records of roles, groups, users or API keys. */
export function accessRecords(audit: Pick<AuditLog, "record">, kind: "role" | "group" | "user" | "api_key") {
  return {
    /** The record that a write leaves in the audit log. */
    recordOf: (
      { action, customerId, id, name }: RequestedWrite & { id: string },
      changes: AuditChange[] = [],
    ): WriteRecord => ({ kind, action, customerId, entity: { id, name }, changes }),

    /** Runs a write. If it asks for more than the actor has, it is noted as refused. */
    withRefusalAudit: async <T>(
      requested: RequestedWrite,
      { viewer, origin }: Actor,
      write: () => Promise<T>,
    ): Promise<T> => {
      try {
        return await write();
      } catch (error) {
        if (error instanceof AppError && error.code === "operation_not_allowed") {
          const { action, customerId, id, name } = requested;
          const changes = error.details.map(({ path, message }) => ({ field: path, before: null, after: message }));
          const entity = { kind, id, name };
          audit.record({ action, origin, person: viewer, customerId, entity, changes, outcome: "refused" });
        }
        throw error;
      }
    },
  };
}
