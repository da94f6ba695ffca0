import type { Kysely } from "kysely";
import { leaseEnd, isLeaseExpired } from "../database/lease.ts";
import type { Database } from "../database/schema.ts";
import type { Claim, IdempotencyRepository, SealedAnswer } from "./idempotency.ts";

/** Keys of writes with their sealed answers; the retention job deletes them after a day. */
export function idempotencyRepository(db: Kysely<Database>): IdempotencyRepository {
  return {
    has: async (write) => {
      const row = await db
        .selectFrom("idempotency_keys")
        .select("key")
        .where("user_id", "=", write.userId)
        .where("key", "=", write.key)
        .executeTakeFirst();
      return row !== undefined;
    },
    claim: async (write, lease, ms): Promise<Claim> => {
      const claimColumns = { lease, leased_until: leaseEnd(ms), request_hash: write.requestHash };
      const claimedRow = await db
        .insertInto("idempotency_keys")
        .values({ user_id: write.userId, key: write.key, method: write.method, path: write.path, ...claimColumns })
        .onConflict((conflict) =>
          conflict
            .columns(["user_id", "key"])
            .doUpdateSet({ ...claimColumns, created_at: new Date() })
            .where("idempotency_keys.status", "is", null)
            .where("idempotency_keys.request_hash", "=", write.requestHash)
            .where(isLeaseExpired("idempotency_keys")),
        )
        .returning("key")
        .executeTakeFirst();
      if (claimedRow) return { state: "taken" };
      const row = await db
        .selectFrom("idempotency_keys")
        .select(["request_hash", "status", "response"])
        .where("user_id", "=", write.userId)
        .where("key", "=", write.key)
        .executeTakeFirst();
      // The row is gone: the other attempt failed meanwhile, so this caller is told to ask again.
      if (!row) return { state: "open", requestHash: write.requestHash, answer: null };
      return row.status === null
        ? { state: "open", requestHash: row.request_hash, answer: null }
        : {
            state: "done",
            requestHash: row.request_hash,
            answer: { status: row.status, sealed: (row.response as Pick<SealedAnswer, "sealed">).sealed },
          };
    },

    extend: async ({ userId, key }, lease, ms) => {
      await db
        .updateTable("idempotency_keys")
        .set({ leased_until: leaseEnd(ms) })
        .where("user_id", "=", userId)
        .where("key", "=", key)
        .where("lease", "=", lease)
        .where("status", "is", null)
        .execute();
    },

    finish: async ({ userId, key }, lease, { status, sealed }, of) => {
      const { numUpdatedRows } = await (of ?? db)
        .updateTable("idempotency_keys")
        .set({ status, response: JSON.stringify({ sealed }) })
        .where("user_id", "=", userId)
        .where("key", "=", key)
        .where("lease", "=", lease)
        .where("status", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    release: async ({ userId, key }, lease) => {
      await db
        .deleteFrom("idempotency_keys")
        .where("user_id", "=", userId)
        .where("key", "=", key)
        .where("lease", "=", lease)
        .where("status", "is", null)
        .execute();
    },
  };
}
