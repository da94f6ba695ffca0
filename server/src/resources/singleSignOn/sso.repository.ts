import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type {
  CustomerSsoTable,
  SsoAttemptsTable,
  SsoTicketsTable,
} from "../../platform/database/tables/singleSignOn.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type SsoRepository = ReturnType<typeof ssoRepository>;
export type SsoAttempt = Selectable<SsoAttemptsTable>;
export type SsoTicket = Selectable<SsoTicketsTable>;

/** A customer's settings with its domains and whether they are required. */
export interface StoredSso extends Selectable<CustomerSsoTable> {
  domains: string[];
  requiresSso: boolean;
  customerName: string;
}

/** What a change writes. */
export type SsoValues = Omit<Selectable<CustomerSsoTable>, "customer_id" | "version" | "created_at" | "updated_at">;

const requiring = sql<boolean>`coalesce((c.config ->> 'requiresSso')::boolean, false)`;

export function ssoRepository(db: Kysely<Database>) {
  const find = async (customerId: string, of: Kysely<Database> = db): Promise<StoredSso | null> => {
    const row = await of
      .selectFrom("customer_sso as s")
      .innerJoin("customers as c", "c.id", "s.customer_id")
      .selectAll("s")
      .select(["c.name as customerName", requiring.as("requiresSso")])
      .where("s.customer_id", "=", customerId)
      .executeTakeFirst();
    if (row === undefined) return null;
    const domains = await of
      .selectFrom("sso_domains")
      .select("domain")
      .where("customer_id", "=", customerId)
      .orderBy("domain")
      .execute();
    return { ...row, domains: domains.map(({ domain }) => domain) };
  };

  return {
    find,

    /** The customer that has a domain; null: none. */
    customerOf: async (domain: string): Promise<string | null> => {
      const row = await db
        .selectFrom("sso_domains")
        .select("customer_id")
        .where("domain", "=", domain)
        .executeTakeFirst();
      return row?.customer_id ?? null;
    },

    customerName: async (customerId: string): Promise<string | null> =>
      (await db.selectFrom("customers").select("name").where("id", "=", customerId).executeTakeFirst())?.name ?? null,

    /** Those of these domains that another customer has set up, or that people of another customer use. */
    domainsElsewhere: async (
      customerId: string,
      domains: readonly string[],
    ): Promise<{ claimed: Set<string>; used: Set<string> }> => {
      const claimed = await db
        .selectFrom("sso_domains")
        .select("domain")
        .where("customer_id", "<>", customerId)
        .where("domain", "in", [...domains])
        .execute();
      const domain = sql<string>`split_part(lower(email), '@', 2)`;
      const used = await db
        .selectFrom("users")
        .select(domain.as("domain"))
        .distinct()
        .where("customer_id", "<>", customerId)
        .where("is_superadmin", "=", false)
        .where(domain, "in", [...domains])
        .execute();
      return { claimed: new Set(claimed.map((row) => row.domain)), used: new Set(used.map((row) => row.domain)) };
    },

    /** The roles and groups of the people who have an address of these domains. */
    rightsIn: async (customerId: string, domains: readonly string[]) => {
      const rows = await db
        .selectFrom("users")
        .select(["role_id as roleId", "user_group_id as userGroupId"])
        .distinct()
        .where("customer_id", "=", customerId)
        .where("is_superadmin", "=", false)
        .where(sql<string>`split_part(lower(email), '@', 2)`, "in", [...domains])
        .execute();
      return rows;
    },

    /** Locks the customer, so that two changes take turns. */
    lock: async (trx: WriteTransaction, customerId: string): Promise<StoredSso | null> => {
      await trx.selectFrom("customers").select("id").where("id", "=", customerId).forUpdate().execute();
      return find(customerId, trx);
    },

    put: async (trx: WriteTransaction, customerId: string, values: SsoValues, domains: readonly string[]) => {
      const { role_map: roleMap, group_map: groupMap, ...rest } = values;
      const row = { ...rest, role_map: JSON.stringify(roleMap), group_map: JSON.stringify(groupMap) };
      await trx
        .insertInto("customer_sso")
        .values({ customer_id: customerId, ...row })
        .onConflict((conflict) =>
          conflict
            .column("customer_id")
            .doUpdateSet({ ...row, version: sql`customer_sso.version + 1`, updated_at: new Date() }),
        )
        .execute();
      await trx.deleteFrom("sso_domains").where("customer_id", "=", customerId).execute();
      await trx
        .insertInto("sso_domains")
        .values(domains.map((domain) => ({ domain, customer_id: customerId })))
        .execute();
      return (await find(customerId, trx))!;
    },

    remove: async (trx: WriteTransaction, customerId: string): Promise<void> => {
      await trx.deleteFrom("customer_sso").where("customer_id", "=", customerId).execute();
    },

    setRequired: async (trx: WriteTransaction, customerId: string, isRequired: boolean): Promise<void> => {
      await trx
        .updateTable("customers")
        .set({
          config: sql`config || jsonb_build_object('requiresSso', ${isRequired}::boolean)`,
          version: sql`version + 1`,
          updated_at: new Date(),
        })
        .where("id", "=", customerId)
        .execute();
    },

    /** Another client may name the same people by other subjects. */
    forgetSubjects: async (trx: WriteTransaction, customerId: string): Promise<void> => {
      await trx
        .updateTable("users")
        .set({ sso_issuer: null, sso_subject: null })
        .where("customer_id", "=", customerId)
        .execute();
    },

    /** Somebody came through with these settings, unless they were changed meanwhile. */
    markTested: async (trx: WriteTransaction | null, customerId: string, version: number, at: Date): Promise<void> => {
      await (trx ?? db)
        .updateTable("customer_sso")
        .set({ tested_at: at })
        .where("customer_id", "=", customerId)
        .where("version", "=", version)
        .where("tested_at", "is", null)
        .execute();
    },

    addAttempt: async (attempt: Insertable<SsoAttemptsTable>): Promise<void> => {
      await db.insertInto("sso_attempts").values(attempt).execute();
    },

    /** Uses an attempt up; null: there is none that is still good. */
    takeAttempt: async (stateHash: string, now: Date): Promise<SsoAttempt | null> => {
      const row = await db
        .deleteFrom("sso_attempts")
        .where("state_hash", "=", stateHash)
        .where("expires_at", ">", now)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    addTicket: async (ticket: Insertable<SsoTicketsTable>): Promise<void> => {
      await db.insertInto("sso_tickets").values(ticket).execute();
    },

    /** Uses a ticket up; null: there is none that is still good. */
    takeTicket: async (ticketHash: string, now: Date): Promise<SsoTicket | null> => {
      const row = await db
        .deleteFrom("sso_tickets")
        .where("ticket_hash", "=", ticketHash)
        .where("expires_at", ">", now)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** Deletes the attempts and tickets that are too old. */
    sweep: async (now: Date): Promise<void> => {
      await db.deleteFrom("sso_attempts").where("expires_at", "<=", now).execute();
      await db.deleteFrom("sso_tickets").where("expires_at", "<=", now).execute();
    },
  };
}
