import { AppError } from "@pulse/contract/errors";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../adapters/database/schema.ts";
import type { UserPool } from "../adapters/userPool/userPool.ts";
import type { AuditLog } from "../audit/audit.service.ts";
import type { Origin } from "../http/origin.ts";
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

/** People who may do everything in every customer. They are made by whoever holds the machine, never over the API. */
export function superadmins(parts: {
  db: Kysely<Database>;
  pool: UserPool;
  poolId: string;
  audit: AuditLog;
}): Superadmins {
  const { db, pool, poolId, audit } = parts;
  return {
    exist: async () =>
      (await db.selectFrom("users").select("id").where("is_superadmin", "=", true).executeTakeFirst()) !== undefined,
    create: async (person, origin) => {
      if ((await rowOf(db, person.email)) !== null || (await pool.find(person.email)) !== null)
        throw new AppError("username_already_exists");
      const verified = { emailVerified: true, phoneNumberVerified: true };
      const sub = await pool.adopt({ ...person, ...verified }, { kind: "chosen", text: person.password });
      try {
        await pool.enableSmsMfa(sub);
        await db
          .insertInto("users")
          .values({
            id: uuidv7(),
            identity_pool: poolId,
            identity_sub: sub,
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
      } catch (error) {
        await pool.remove(sub);
        throw error;
      }
      const changes = [{ field: "is_superadmin", before: false, after: true }];
      audit.note({ action: "create", origin, person: { sub, email: person.email }, entity: "person", changes });
    },
    resetMfa: async (email, origin) => {
      const account = await pool.find(email);
      if (account === null) throw new AppError("user_not_found");
      await pool.resetSecondFactor(account.sub);
      const id = await rowOf(db, email);
      if (id !== null)
        await db
          .updateTable("users")
          .set({ phone_number: null, phone_number_verified: false, mfa_enabled: false, updated_at: new Date() })
          .where("id", "=", id)
          .execute();
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

async function rowOf(db: Kysely<Database>, email: string): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email))
    .executeTakeFirst();
  return row?.id ?? null;
}

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
