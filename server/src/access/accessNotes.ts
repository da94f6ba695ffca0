import { AppError } from "@pulse/contract/errors";
import type { AuditChange, AuditLog, AuditNote } from "../audit/audit.service.ts";
import type { Origin } from "../http/origin.ts";
import type { Viewer } from "../http/viewer.ts";

/** Who acts, and from where. */
export interface Actor {
  viewer: Viewer;
  origin: Origin;
}

interface Noted {
  action: "create" | "update" | "delete" | "credentials_reset";
  customerId: string;
  /** Null: it was not made. */
  id: string | null;
  name: string;
}

/** The audit log of one kind of thing. */
export function accessNotes(audit: AuditLog, kind: "role" | "group" | "user") {
  const note = (
    { action, customerId, id, name }: Noted,
    { viewer, origin }: Actor,
    changes: AuditChange[] = [],
    outcome: NonNullable<AuditNote["outcome"]> = "ok",
  ): void => {
    audit.note({ action, origin, person: viewer, customerId, entity: { kind, id, name }, changes, outcome });
  };
  return {
    note,
    /** Does a write; one that asks for more than the actor has is noted as refused. */
    noteRefusal: async <T>(about: Noted, actor: Actor, write: () => Promise<T>): Promise<T> => {
      try {
        return await write();
      } catch (error) {
        if (error instanceof AppError && error.code === "operation_not_allowed")
          note(
            about,
            actor,
            error.details.map(({ path, message }) => ({ field: path, before: null, after: message })),
            "refused",
          );
        throw error;
      }
    },
  };
}
