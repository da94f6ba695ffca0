import { AuditAction, type AuditEntry } from "@pulse/contract/audit";
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "../database/schema.ts";
import type { AuditEntriesTable } from "../database/tables/events.ts";
import { readPage, keywordCondition, ordering, type SearchQuery, window } from "../database/listing.ts";
import type { WriteTransaction } from "../writes/record.ts";
import type { AuditPerson, AuditRow } from "./auditRow.ts";

/** Which entries of a customer are asked for. */
export interface AuditQuery extends SearchQuery {
  siteId?: string | undefined;
  userId?: string | undefined;
  action?: AuditAction | undefined;
  entityKind?: string | undefined;
  entityId?: string | undefined;
  /** Both ends inclusive. */
  start: Date;
  end: Date;
}

const sortColumns = { id: sql`id`, name: sql`lower(entity_name)`, created_at: sql`ts` };
const searchColumns = { name: sql`entity_name` };

export type AuditRepository = ReturnType<typeof auditRepository>;

export function auditRepository(db: Kysely<Database>) {
  return {
    /** Writes entries in the transaction of the change that they describe. */
    append: async (trx: WriteTransaction, rows: AuditRow[]): Promise<void> => {
      await trx.insertInto("audit_entries").values(rows).execute();
    },

    /** Writes entries that have waited. One that exists already was written before a crash. */
    insert: async (rows: AuditRow[]): Promise<void> => {
      await db
        .insertInto("audit_entries")
        .values(rows)
        .onConflict((conflict) => conflict.columns(["id", "ts"]).doNothing())
        .execute();
    },

    /** Everybody whom one of these names; e-mails in lower case. */
    people: async (
      by: { ids: string[]; subs: string[]; emails: string[] },
      of: Kysely<Database> = db,
    ): Promise<AuditPerson[]> =>
      of
        .selectFrom("users")
        .select(["id", "identity_sub", "identity_pool", "email", "customer_id"])
        .where((eb) =>
          eb.or([
            ...(by.ids.length > 0 ? [eb("id", "in", by.ids)] : []),
            ...(by.subs.length > 0 ? [eb("identity_sub", "in", by.subs)] : []),
            ...(by.emails.length > 0 ? [eb(eb.fn<string>("lower", ["email"]), "in", by.emails)] : []),
          ]),
        )
        .execute(),

    /** Entries of a customer, newest first by default. `siteIds` leaves out those about other sites. */
    search: async (customerId: string, siteIds: ReadonlySet<string> | null, query: AuditQuery) => {
      const page = window(query, "list");
      const { siteId, userId, action, entityKind, entityId, start, end } = query;
      const matching = db
        .selectFrom("audit_entries")
        .where("customer_id", "=", customerId)
        .where(keywordCondition(query, searchColumns))
        .$if(siteIds !== null, (rows) =>
          rows.where((eb) =>
            eb.or([
              eb("site_id", "is", null),
              ...(siteIds !== null && siteIds.size > 0 ? [eb("site_id", "in", [...siteIds])] : []),
            ]),
          ),
        )
        .$if(siteId !== undefined, (rows) => rows.where("site_id", "=", siteId!))
        .$if(userId !== undefined, (rows) => rows.where("user_id", "=", userId!))
        .$if(action !== undefined, (rows) => rows.where("action", "=", action!))
        .$if(entityKind !== undefined, (rows) => rows.where("entity_kind", "=", entityKind!))
        .$if(entityId !== undefined, (rows) => rows.where("entity_id", "=", entityId!))
        .where("ts", ">=", start)
        .where("ts", "<=", end);
      const { rows, metadata } = await readPage(
        matching,
        (total) => matching.selectAll().select(total).orderBy(orderOf(query)),
        page,
      );
      return { content: rows.map(entryOf), metadata };
    },
  };
}

function orderOf(query: SearchQuery): RawBuilder<unknown> {
  const [field = "id", ...more] = query.sortFields ?? [];
  if (field === "name" || more.length > 0) return ordering(query, sortColumns, ["name"]);
  // An entry's id starts with its time. The condition repeats the index word for word, since the planner does not know
  // that a time is never null.
  return query.sortOrder?.[0] === "asc" ? sql`ts asc, id asc` : sql`ts desc, id desc`;
}

function entryOf(row: Selectable<AuditEntriesTable>): AuditEntry {
  return {
    id: row.id,
    timestamp: row.ts.toISOString(),
    customerId: row.customer_id,
    siteId: row.site_id,
    userId: row.user_id,
    userEmail: row.user_email,
    ip: row.ip,
    userAgent: row.user_agent,
    action: AuditAction.parse(row.action),
    entity: row.entity_kind === null ? null : { kind: row.entity_kind, id: row.entity_id, name: row.entity_name ?? "" },
    changes: row.changes,
    outcome: row.outcome,
    requestId: row.request_id,
  };
}
