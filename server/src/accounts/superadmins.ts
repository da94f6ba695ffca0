import { AppError } from "@pulse/contract/errors";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../adapters/database/schema.ts";
import { transaction } from "../adapters/database/transaction.ts";
import type { AuditLog } from "../audit/audit.service.ts";
import type { Origin } from "../http/origin.ts";
import { noteWork, workDone } from "../users/accountNotes.ts";
import { accountWorkOver } from "../users/accountWork.ts";
import type { Account } from "../users/personAccounts.ts";
import { accountsRepository } from "./accounts.repository.ts";
import { unconfirmedAccounts } from "./unconfirmedAccounts.ts";
import type { UserPools } from "./userPools.ts";
import { hashSecret, newSecret, secretMatches } from "../ingest/secrets.ts";

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
  create(person: NewSuperadmin, origin: Origin): Promise<void>;
  /**
   * Lets somebody in who has lost the phone: no second factor, no number, no remembered device, signed out everywhere.
   * The next sign-in asks for a new number. Throws `user_not_found`.
   */
  resetMfa(email: string, origin: Origin): Promise<void>;
}

/**
 * People who may do everything in every customer. They are made by whoever holds the machine, never over the API. What
 * takes several calls of the pool is noted first, so that a later process finishes it (decision 0010).
 */
export function superadmins(parts: {
  db: Kysely<Database>;
  pools: UserPools;
  audit: AuditLog;
  problem(error: unknown): void;
}): Superadmins {
  const { db, pools, audit, problem } = parts;
  const { pool, userPoolId: poolId } = pools.current;
  const work = accountWorkOver(db, pools, problem);
  const { vacate } = unconfirmedAccounts({
    accounts: accountsRepository(db),
    pool,
    poolId,
    work,
    audit,
    now: Date.now,
    problem,
  });
  const taken = (): AppError => new AppError("username_already_exists");
  return {
    exist: async () =>
      (await db.selectFrom("users").select("id").where("is_superadmin", "=", true).executeTakeFirst()) !== undefined,
    create: async (person, origin) => {
      await vacate(person.email);
      const sub = await work.making(person.email, taken, async () => {
        if (await emailTaken(db, person.email)) throw taken();
        const verified = { emailVerified: true, phoneNumberVerified: true };
        const made = await pool.adopt({ ...person, ...verified }, { kind: "chosen", text: person.password });
        await pool.enableSmsMfa(made);
        await insert(db, person, { pool: poolId, sub: made });
        return made;
      });
      const changes = [{ field: "is_superadmin", before: false, after: true }];
      audit.note({ action: "create", origin, person: { sub, email: person.email }, entity: "person", changes });
    },
    resetMfa: async (email, origin) => {
      const account = await pool.find(email);
      if (account === null) throw new AppError("user_not_found");
      await work.inTurn(email, async () => {
        await work.finish(email);
        await loseSecondFactor(db, email, { pool: poolId, sub: account.sub });
        await work.finish(email);
      });
      const changes = [{ field: "mfa_enabled", before: account.mfaEnabled, after: false }];
      audit.note({
        action: "credentials_reset",
        origin,
        person: { sub: account.sub, email },
        entity: "person",
        changes,
      });
    },
  };
}

async function emailTaken(db: Kysely<Database>, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}

const insert = (db: Kysely<Database>, person: NewSuperadmin, account: { pool: string; sub: string }): Promise<void> =>
  transaction(db, async (trx) => {
    await trx
      .insertInto("users")
      .values({
        id: uuidv7(),
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
    await workDone(trx, person.email);
  });

/** Takes phone and second factor from the row, and notes that the account has to follow. */
const loseSecondFactor = (db: Kysely<Database>, email: string, account: Account): Promise<void> =>
  transaction(db, async (trx) => {
    await trx
      .updateTable("users")
      .set({ phone_number: null, phone_number_verified: false, mfa_enabled: false, updated_at: new Date() })
      .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
      .execute();
    await noteWork(trx, { email, work: "follow", account, fields: ["secondFactorReset"] });
  });

export interface FirstStart {
  /** The token of the one-time link; null when there is a superadmin already. */
  open(): Promise<string | null>;
  /** Makes the first superadmin; the link ends with it. Throws `unauthorized` for any other token. */
  redeem(token: string, person: NewSuperadmin, origin: Origin): Promise<void>;
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
    redeem: async (token, person, origin) => {
      if (hash === null || !secretMatches(token, hash)) throw new AppError("unauthorized");
      // Taken first, so that the link works once even when it is followed twice at the same moment.
      const mine = hash;
      hash = null;
      try {
        if (await people.exist()) throw new AppError("unauthorized");
        await people.create(person, origin);
      } catch (error) {
        if (!(error instanceof AppError && error.code === "unauthorized")) hash = mine;
        throw error;
      }
    },
  };
}
