import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Selectable, type Updateable } from "kysely";
import { refuse } from "./errors.ts";
import type { Pool } from "./pools.ts";
import type { IdentityTables, UsersTable, UserStatus } from "./schema.ts";

export type User = Selectable<UsersTable>;

export interface NewUser {
  sub?: string;
  pool: Pool;
  email: string;
  emailVerified: boolean;
  phoneNumber: string | null;
  phoneNumberVerified: boolean;
  attributes: Record<string, string>;
  status: UserStatus;
  secretSealed: string | null;
  temporaryUntil: Date | null;
}

export type UserChange = Omit<Updateable<UsersTable>, "sub" | "pool_id" | "updated_at">;

export interface UserListing {
  /** Column or attribute, operator and value; null lists all. */
  filter: { attribute: string; prefix: boolean; value: string } | null;
  limit: number;
  afterSub: string | null;
}

export type Users = ReturnType<typeof createUsers>;

// As long as a sealed verifier, so that reading it takes the same time.
const sealedStandIn = "x".repeat(1160);

/** An e-mail as a user name: in lower case, because case does not matter. */
export const normalisedName = (name: string): string => name.trim().toLowerCase();

/** Whether a user name has the form of a sub rather than of an e-mail. */
export const isSub = (name: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(name);

/** Users of both pools. A user name is an e-mail in any case, or the sub. */
export function createUsers(db: Kysely<IdentityTables>, now: () => number) {
  /**
   * The user whose column has this value. If there is none, the database still returns a row of made-up values, because
   * otherwise the time to read a row would reveal who exists.
   */
  const lookUp = async (pool: Pool, column: "sub" | "email", value: string): Promise<User | null> => {
    const { rows } = await sql<User & { found: boolean }>`
      select u.sub is not null as found,
        coalesce(u.sub, '00000000-0000-4000-8000-000000000000') as sub,
        coalesce(u.pool_id, '') as pool_id,
        coalesce(u.email, '') as email,
        coalesce(u.email_verified, false) as email_verified,
        u.phone_number,
        coalesce(u.phone_number_verified, false) as phone_number_verified,
        coalesce(u.attributes, '{"given_name": "Given", "family_name": "Family"}') as attributes,
        coalesce(u.status, 'CONFIRMED') as status,
        coalesce(u.enabled, true) as enabled,
        coalesce(u.sms_mfa, false) as sms_mfa,
        coalesce(u.email_mfa, false) as email_mfa,
        coalesce(u.totp_mfa, false) as totp_mfa,
        u.totp_sealed,
        u.totp_pending_sealed,
        u.totp_step,
        u.preferred_mfa,
        coalesce(u.secret_sealed, case when u.sub is null then ${sealedStandIn}::text end) as secret_sealed,
        u.temporary_until,
        coalesce(u.created_at, now()) as created_at,
        coalesce(u.updated_at, now()) as updated_at
      from (select 1) as one
      left join identity_users as u on u.pool_id = ${pool.userPoolId} and u.${sql.ref(column)} = ${value}`.execute(db);
    const row = rows[0];
    if (!row?.found) return null;
    const { found: _, ...user } = row;
    return user;
  };
  const bySub = (pool: Pool, sub: string): Promise<User | null> => lookUp(pool, "sub", sub);
  const byEmail = (pool: Pool, email: string): Promise<User | null> => lookUp(pool, "email", normalisedName(email));

  return {
    bySub,
    byEmail,

    /** The user's current row, locked until the transaction ends; null if the user no longer exists. */
    async lock(pool: Pool, sub: string): Promise<User | null> {
      const row = await db
        .selectFrom("identity_users")
        .selectAll()
        .where("sub", "=", sub)
        .where("pool_id", "=", pool.userPoolId)
        .forUpdate()
        .executeTakeFirst();
      return row ?? null;
    },

    byName: (pool: Pool, name: string): Promise<User | null> => {
      const normal = normalisedName(name);
      return isSub(normal) ? bySub(pool, normal) : byEmail(pool, normal);
    },

    /**
     * The same, and uses up a session of the user in the same statement. The session is joined to the locked row, so that
     * the user's row is locked first. Null if the user is gone or the session has been used.
     */
    async lockForSession(pool: Pool, sub: string, sessionIdHash: string): Promise<User | null> {
      const { rows } = await sql<User>`
        with locked as materialized (
          select * from identity_users where sub = ${sub} and pool_id = ${pool.userPoolId} for update)
        update identity_sessions as session set consumed_at = ${new Date(now())} from locked
        where session.id_hash = ${sessionIdHash} and session.sub = locked.sub and session.consumed_at is null
        returning locked.*`.execute(db);
      return rows[0] ?? null;
    },

    /** Throws UsernameExistsException if the e-mail is taken in the pool. */
    async insert(user: NewUser): Promise<User> {
      const at = new Date(now());
      const row = await db
        .insertInto("identity_users")
        .values({
          sub: user.sub ?? randomUUID(),
          pool_id: user.pool.userPoolId,
          email: normalisedName(user.email),
          email_verified: user.emailVerified,
          phone_number: user.phoneNumber,
          phone_number_verified: user.phoneNumberVerified,
          attributes: JSON.stringify(user.attributes),
          status: user.status,
          enabled: true,
          sms_mfa: false,
          email_mfa: false,
          totp_mfa: false,
          secret_sealed: user.secretSealed,
          temporary_until: user.temporaryUntil,
          created_at: at,
          updated_at: at,
        })
        .onConflict((conflict) => conflict.columns(["pool_id", "email"]).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!row) throw refuse.userExists();
      return row;
    },

    /** Changes a user and returns the new row; null if the user is gone. AliasExistsException for a taken e-mail. */
    async update(sub: string, change: UserChange): Promise<User | null> {
      try {
        const row = await db
          .updateTable("identity_users")
          .set({ ...change, updated_at: new Date(now()) })
          .where("sub", "=", sub)
          .returningAll()
          .executeTakeFirst();
        return row ?? null;
      } catch (error) {
        // 23505 is unique_violation, and only the e-mail is unique.
        if (error instanceof Error && "code" in error && error.code === "23505") throw refuse.aliasExists();
        throw error;
      }
    },

    async remove(sub: string): Promise<void> {
      await db.deleteFrom("identity_users").where("sub", "=", sub).execute();
    },

    /** Removes accounts that were opened before this time and never confirmed, and returns them. */
    async removeUnconfirmed(before: Date): Promise<User[]> {
      return db
        .deleteFrom("identity_users")
        .where("status", "=", "UNCONFIRMED")
        .where("created_at", "<", before)
        .returningAll()
        .execute();
    },

    /** Users in order of sub, one more than the limit so that the caller sees whether there is a next page. */
    async list(pool: Pool, { filter, limit, afterSub }: UserListing): Promise<User[]> {
      let query = db.selectFrom("identity_users").selectAll().where("pool_id", "=", pool.userPoolId);
      if (afterSub) query = query.where("sub", ">", afterSub);
      if (filter) {
        const column = columnOf(filter.attribute);
        query = filter.prefix
          ? query.where(sql<boolean>`starts_with(${column}, ${filter.value})`)
          : query.where(sql<boolean>`${column} = ${filter.value}`);
      }
      return query
        .orderBy("sub")
        .limit(limit + 1)
        .execute();
    },

    /** Any sealed secret, to check at the start whether the key file belongs to this database. */
    async anySealedSecret(): Promise<string | null> {
      const row = await db
        .selectFrom("identity_users")
        .select("secret_sealed")
        .where("secret_sealed", "is not", null)
        .limit(1)
        .executeTakeFirst();
      return row?.secret_sealed ?? null;
    },
  };
}

function columnOf(attribute: string) {
  switch (attribute) {
    case "username":
    case "sub":
      return sql`sub`;
    case "email":
      return sql`email`;
    case "phone_number":
      return sql`coalesce(phone_number, '')`;
    case "cognito:user_status":
      return sql`status`;
    case "status":
      return sql`case when enabled then 'Enabled' else 'Disabled' end`;
    default:
      return sql`coalesce(attributes ->> ${attribute}, '')`;
  }
}
