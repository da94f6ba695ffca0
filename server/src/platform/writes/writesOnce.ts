import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import { type Idempotency, idempotency, knownKeys } from "./idempotency.ts";
import { idempotencyRepository } from "./idempotency.repository.ts";

/** Writes with an `Idempotency-Key` over a database. */
export function writesOnce(db: Kysely<Database>): { once: Idempotency; knowsKey: ReturnType<typeof knownKeys> } {
  const keys = idempotencyRepository(db);
  return { once: idempotency(keys), knowsKey: knownKeys(keys) };
}
