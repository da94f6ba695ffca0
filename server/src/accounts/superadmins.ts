import { AppError } from "@pulse/contract/errors";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../adapters/database/schema.ts";
import { hashSecret, newSecret, secretMatches } from "../ingest/secrets.ts";
import { linkWorkOver } from "../identityLink/linkWork.ts";
import type { WriteRecord, Writing } from "../writes/record.ts";
import type { UnitOfWork } from "../writes/unitOfWork.ts";
import type { Write } from "../writes/write.ts";
import { accountsRepository } from "./accounts.repository.ts";
import { unconfirmedAccounts } from "./unconfirmedAccounts.ts";
import type { UserPools } from "../identityLink/userPools.ts";

export interface NewSuperadmin {
  email: string;
  givenName: string;
  familyName: string;
  /** E.164; counts as verified, since whoever makes superadmins holds the machine. */
  phoneNumber: string;
  password: string;
}

export interface Superadmins {
  exist(): Promise<boolean>;
  /** Throws `username_already_exists` and `password_requirement_not_met`, and then leaves nothing behind. */
  create(person: NewSuperadmin, write: Write<{ created: true }>): Promise<{ created: true }>;
  /**
   * Lets somebody in who has lost the phone: no second factor, no number, no remembered device, signed out everywhere.
   * The next sign-in asks for a new number. Throws `user_not_found`.
   */
  resetMfa(email: string, write: Write<{ reset: true }>): Promise<{ reset: true }>;
}

/**
 * People who may do everything in every customer. They are made by whoever holds the machine, never over the API. What
 * takes several calls of the pool is noted first, so that a later process finishes it (decision 0010).
 */
export function superadmins(parts: {
  db: Kysely<Database>;
  pools: UserPools;
  unit: UnitOfWork;
  now(): number;
  problem(error: unknown): void;
}): Superadmins {
  const { db, pools, unit, now, problem } = parts;
  const { pool, userPoolId: poolId } = pools.current;
  const work = linkWorkOver(db, pools, problem);
  const { vacate } = unconfirmedAccounts({ accounts: accountsRepository(db), pool, poolId, work, unit, now, problem });
  const taken = (): AppError => new AppError("username_already_exists");
  return {
    exist: async () =>
      (await db.selectFrom("users").select("id").where("is_superadmin", "=", true).executeTakeFirst()) !== undefined,
    create: async (person, write) => {
      await vacate(person.email);
      return work.making(person.email, taken, async (strike) => {
        if ((await rowOf(db, person.email)) !== null) throw taken();
        const verified = { emailVerified: true, phoneNumberVerified: true };
        const sub = await pool.adopt({ ...person, ...verified }, { kind: "chosen", text: person.password });
        await pool.enableSmsMfa(sub);
        return write.commit(async (trx) => {
          const row = await insert(trx, person, { pool: poolId, sub });
          await strike(trx);
          const changes = [{ field: "is_superadmin", before: false, after: true }];
          return { content: { created: true }, records: [recordOf("create", row, person.email, changes)] };
        });
      });
    },
    resetMfa: async (email, write) => {
      const account = await pool.find(email);
      if (account === null) throw new AppError("user_not_found");
      return work.inTurn(email, async () => {
        await work.finish(email);
        const content = await write.commit(async (trx) => {
          const row = await loseSecondFactor(trx, email);
          const fields = ["secondFactorReset" as const];
          await work.noting(trx, { email, work: "follow", account: { pool: poolId, sub: account.sub }, fields });
          const changes = [{ field: "mfa_enabled", before: account.mfaEnabled, after: false }];
          return { content: { reset: true }, records: [recordOf("credentials_reset", row, email, changes)] };
        });
        await work.finish(email);
        return content;
      });
    },
  };
}

async function insert(trx: Writing, person: NewSuperadmin, account: { pool: string; sub: string }): Promise<Row> {
  const row = { id: uuidv7(), customerId: null };
  await trx
    .insertInto("users")
    .values({
      id: row.id,
      identity_pool: account.pool,
      identity_sub: account.sub,
      email: person.email,
      given_name: person.givenName,
      family_name: person.familyName,
      phone_number: person.phoneNumber,
      phone_number_verified: true,
      mfa_enabled: true,
      is_superadmin: true,
      dev_tool_enabled: true,
      status: "active",
    })
    .execute();
  return row;
}

/** Takes phone and second factor from the row, where there is one. */
async function loseSecondFactor(trx: Writing, email: string): Promise<Row | null> {
  const row = await rowOf(trx, email);
  if (row !== null)
    await trx
      .updateTable("users")
      .set({ phone_number: null, phone_number_verified: false, mfa_enabled: false, updated_at: new Date() })
      .where("id", "=", row.id)
      .execute();
  return row;
}

type Row = { id: string; customerId: string | null };

/** Whoever holds the machine has no account, so the log names the one whose account it is. */
function recordOf(
  action: WriteRecord["action"],
  row: Row | null,
  email: string,
  changes: NonNullable<WriteRecord["changes"]>,
): WriteRecord {
  const person = row ? { userId: row.id, email, customerId: row.customerId } : { email };
  return {
    kind: "user",
    action,
    customerId: row?.customerId ?? null,
    entity: { id: row?.id ?? null, name: email },
    changes,
    person,
  };
}

async function rowOf(db: Kysely<Database>, email: string): Promise<Row | null> {
  const row = await db
    .selectFrom("users")
    .select(["id", "customer_id"])
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return row ? { id: row.id, customerId: row.customer_id } : null;
}

export interface FirstStart {
  /** The token of the one-time link; null when there is a superadmin already. */
  open(): Promise<string | null>;
  /** Makes the first superadmin; the link ends with it. Throws `unauthorized` for any other token. */
  redeem(token: string, person: NewSuperadmin, write: Write<{ created: true }>): Promise<{ created: true }>;
}

/** The first start: while there is no superadmin, whoever sees the terminal may make one. */
export function firstStart(people: Superadmins): FirstStart {
  let hash: string | null = null;
  return {
    open: async () => {
      if (await people.exist()) return null;
      const token = newSecret();
      hash = hashSecret(token);
      return token;
    },
    redeem: async (token, person, write) => {
      if (hash === null || !secretMatches(token, hash)) throw new AppError("unauthorized");
      // Taken first, so that the link works once even when it is followed twice at the same moment.
      const mine = hash;
      hash = null;
      try {
        if (await people.exist()) throw new AppError("unauthorized");
        return await people.create(person, write);
      } catch (error) {
        if (!(error instanceof AppError && error.code === "unauthorized")) hash = mine;
        throw error;
      }
    },
  };
}
