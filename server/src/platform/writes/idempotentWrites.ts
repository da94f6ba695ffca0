import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import { type Idempotency, idempotency, keyLookup } from "./idempotency.ts";
import { idempotencyRepository } from "./idempotency.repository.ts";

/** Writes with an `Idempotency-Key` over a database. */
export function idempotentWrites(db: Kysely<Database>): {
  once: Idempotency;
  isKnownKey: ReturnType<typeof keyLookup>;
} {
  const keys = idempotencyRepository(db);
  return { once: idempotency(keys), isKnownKey: keyLookup(keys) };
}
