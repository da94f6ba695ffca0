import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import type { Claim, IdempotencyRepository, SealedAnswer } from "./idempotency.ts";

/** Keys of writes with their sealed answers; the retention sweep forgets them after a day. */
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
    claim: async (write, abandonedBefore): Promise<Claim> => {
      const inserted = await db
        .insertInto("idempotency_keys")
        .values({
          user_id: write.userId,
          key: write.key,
          method: write.method,
          path: write.path,
          request_hash: write.requestHash,
        })
        .onConflict((conflict) =>
          conflict
            .columns(["user_id", "key"])
            .doUpdateSet({ created_at: new Date(), request_hash: write.requestHash })
            .where("idempotency_keys.status", "is", null)
            .where("idempotency_keys.created_at", "<", abandonedBefore),
        )
        .returning("key")
        .executeTakeFirst();
      if (inserted) return { state: "taken" };
      const row = await db
        .selectFrom("idempotency_keys")
        .select(["request_hash", "status", "response"])
        .where("user_id", "=", write.userId)
        .where("key", "=", write.key)
        .executeTakeFirst();
      // Gone in between: the other one failed, so this one is told to ask again.
      if (!row) return { state: "open", requestHash: write.requestHash, answer: null };
      return row.status === null
        ? { state: "open", requestHash: row.request_hash, answer: null }
        : {
            state: "done",
            requestHash: row.request_hash,
            answer: { status: row.status, sealed: (row.response as Pick<SealedAnswer, "sealed">).sealed },
          };
    },
    finish: async (write, { status, sealed }) => {
      await db
        .updateTable("idempotency_keys")
        .set({ status, response: JSON.stringify({ sealed }) })
        .where("user_id", "=", write.userId)
        .where("key", "=", write.key)
        .execute();
    },
    release: async (write) => {
      await db
        .deleteFrom("idempotency_keys")
        .where("user_id", "=", write.userId)
        .where("key", "=", write.key)
        .where("status", "is", null)
        .execute();
    },
  };
}
