import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { writeHalving } from "../history/writeHalving.ts";
import { type GatewayHealth, gatewayHealth, spanMs, spanOf } from "./gatewayHealth.ts";
import { storedHealth, storeHealth } from "./gatewayHealth.repository.ts";
import { noCounts } from "./messageCounts.ts";

/** Counts are of use for half an hour, so writing them this often is enough, ms. */
const storeIntervalMs = 60_000;

/** The health of gateways, with what an earlier process has recently counted. `store` may be called often. */
export async function persistedHealth(parts: {
  db: Kysely<Database>;
  now(): number;
  problem(error: unknown): void;
}): Promise<{ health: GatewayHealth; store(isOwn: (gatewayId: string) => boolean): Promise<void> }> {
  const { db, now } = parts;
  const stored = await storedHealth(db, new Date(now() - 2 * spanMs));
  const health = gatewayHealth(
    new Map(
      stored.map(({ gatewayId, sinceMs, counts }) => [
        gatewayId,
        { span: spanOf(sinceMs), present: counts, previous: noCounts() },
      ]),
    ),
  );
  let storedMs = now();
  return {
    health,
    store: async (isOwn) => {
      if (now() - storedMs < storeIntervalMs) return;
      storedMs = now();
      const rows = [...health.changed()].flatMap(([gatewayId, { span, present }]) =>
        isOwn(gatewayId) ? [{ gatewayId, sinceMs: span * spanMs, counts: { ...present } }] : [],
      );
      await writeHalving(
        rows,
        (batch) => storeHealth(db, batch),
        (_, error) => parts.problem(error),
      );
    },
  };
}
