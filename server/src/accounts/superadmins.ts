import { AppError } from "@pulse/contract/errors";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../adapters/database/schema.ts";
import type { UserPool } from "../adapters/userPool/userPool.ts";
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
  /** Throws `username_already_exists`. */
  create(person: NewSuperadmin): Promise<void>;
}

/** People who may do everything in every customer. They are made by whoever holds the machine, never over the API. */
export function superadmins(db: Kysely<Database>, pool: UserPool, poolId: string): Superadmins {
  return {
    exist: async () =>
      (await db.selectFrom("users").select("id").where("is_superadmin", "=", true).executeTakeFirst()) !== undefined,
    create: async (person) => {
      if ((await pool.find(person.email)) !== null) throw new AppError("username_already_exists");
      const sub = await pool.adopt({ ...person, phoneNumberVerified: true }, person.password);
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
    },
  };
}

export interface FirstStart {
  /** The token of the one-time link; null when there is a superadmin already. */
  open(): Promise<string | null>;
  /** Makes the first superadmin; the link ends with it. Throws `unauthorized` for any other token. */
  redeem(token: string, person: NewSuperadmin): Promise<void>;
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
    redeem: async (token, person) => {
      if (hash === null || !secretMatches(token, hash)) throw new AppError("unauthorized");
      // Taken first, so that the link works once even when it is followed twice at the same moment.
      const mine = hash;
      hash = null;
      try {
        if (await people.exist()) throw new AppError("unauthorized");
        await people.create(person);
      } catch (error) {
        if (!(error instanceof AppError && error.code === "unauthorized")) hash = mine;
        throw error;
      }
    },
  };
}
