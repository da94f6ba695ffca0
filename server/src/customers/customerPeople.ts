import { AppError, type ErrorCode } from "@pulse/contract/errors";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { TrustedUserPool, UserPools } from "../accounts/userPools.ts";
import type { Database } from "../adapters/database/schema.ts";
import type { AuditLog } from "../audit/audit.service.ts";
import type { Origin } from "../http/origin.ts";
import type { Viewer } from "../http/viewer.ts";
import type { NewCustomer } from "./newCustomer.ts";

/** The people that come and go with a customer. */
export interface CustomerPeople {
  taken(email: string): Promise<boolean>;
  /** Makes somebody Administrator of all sites and mails an invitation. Leaves nothing behind when it fails. */
  inviteAdministrator(person: { email: string; customer: NewCustomer }, viewer: Viewer, origin: Origin): Promise<void>;
  /** Ends an account with its sessions; one that is gone already is fine. */
  remove(person: { pool: string | null; sub: string | null }): Promise<void>;
}

export function customerPeople(parts: { db: Kysely<Database>; pools: UserPools; audit: AuditLog }): CustomerPeople {
  const { db, pools, audit } = parts;
  const { current, legacy } = pools;
  return {
    taken: async (email) =>
      (await db
        .selectFrom("users")
        .select("id")
        .where((eb) => eb(eb.fn("lower", ["email"]), "=", email))
        .executeTakeFirst()) !== undefined || (await current.pool.find(email)) !== null,

    inviteAdministrator: async ({ email, customer }, viewer, origin) => {
      const person = { email, ...nameIn(email), phoneNumber: null };
      const sub = await current.pool.invite(person, null).catch(async (error: unknown) => {
        // The account is there, but nobody was told of it.
        const made = isCode(error, "code_delivery_failure") ? await current.pool.find(email) : null;
        if (made !== null) await current.pool.remove(made.sub);
        throw error;
      });
      const id = uuidv7();
      try {
        await db
          .insertInto("users")
          .values({
            id,
            customer_id: customer.id,
            identity_pool: current.userPoolId,
            identity_sub: sub,
            email,
            given_name: person.givenName,
            family_name: person.familyName,
            role_id: customer.roleIds.Administrator,
            user_group_id: customer.groupId,
            status: "invited",
          })
          .execute();
      } catch (error) {
        await current.pool.remove(sub);
        throw error;
      }
      const entity = { kind: "user", id, name: email };
      audit.note({ action: "create", origin, person: viewer, customerId: customer.id, entity });
    },

    remove: async ({ pool, sub }) => {
      const of = [current, legacy].find((one): one is TrustedUserPool => one?.userPoolId === pool);
      if (of === undefined || sub === null || (await of.pool.find(sub)) === null) return;
      await of.pool.remove(sub);
    },
  };
}

const isCode = (error: unknown, code: ErrorCode): boolean => error instanceof AppError && error.code === code;

/** A name for somebody of whom only the e-mail is known, which they may change: "ana.lima@…" is Ana Lima. */
function nameIn(email: string): { givenName: string; familyName: string } {
  const words = email
    .slice(0, email.lastIndexOf("@"))
    .replace(/\+.*$/, "")
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((word) => word !== "")
    .map((word) => word[0]!.toUpperCase() + word.slice(1, 50));
  const [givenName = "Administrator", ...rest] = words;
  return { givenName, familyName: rest.join(" ") || "Administrator" };
}
