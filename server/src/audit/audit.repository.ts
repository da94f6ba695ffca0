import type { Insertable, Kysely } from "kysely";
import type { AuditEntriesTable, Database } from "../adapters/database/schema.ts";

export interface AuditPerson {
  id: string;
  identity_sub: string | null;
  email: string;
  customer_id: string | null;
}

export type AuditRow = Omit<Insertable<AuditEntriesTable>, "changes"> & { changes: string };
export type AuditRepository = ReturnType<typeof auditRepository>;

export function auditRepository(db: Kysely<Database>) {
  return {
    insert: async (rows: AuditRow[]): Promise<void> => {
      await db.insertInto("audit_entries").values(rows).execute();
    },

    /** Everybody who is named by one of these; e-mails in lower case. */
    people: async (by: { ids: string[]; subs: string[]; emails: string[] }): Promise<AuditPerson[]> =>
      db
        .selectFrom("users")
        .select(["id", "identity_sub", "email", "customer_id"])
        .where((eb) =>
          eb.or([
            ...(by.ids.length > 0 ? [eb("id", "in", by.ids)] : []),
            ...(by.subs.length > 0 ? [eb("identity_sub", "in", by.subs)] : []),
            ...(by.emails.length > 0 ? [eb(eb.fn<string>("lower", ["email"]), "in", by.emails)] : []),
          ]),
        )
        .execute(),
  };
}
