import type { HardwareType } from "@pulse/protocols/adapter";
import { adapters } from "@pulse/protocols/catalogue";
import { sql } from "kysely";
import { arrayOf } from "../../platform/database/unnest.ts";
import { gatewayTopics, haveNameInTopics } from "../../platform/devices/gatewayTopics.ts";
import type { SharedTopics, NewGateway } from "./sharedTopics.ts";

const topicsOf = ({ hardwareType, mac, id, name }: NewGateway): ReadonlySet<string> =>
  gatewayTopics(hardwareType as HardwareType, mac, id, name).publishTopics;

/** The makes whose topics contain a gateway's name. */
const typesWithNamedTopics = adapters.map(({ hardwareType }) => hardwareType).filter(haveNameInTopics);

/** Whoever compares topics holds this lock until the end of the transaction. Any number that no other lock uses. */
const comparingLock = 7_285_012;

/**
 * The gateways that would share a topic with a stored one, of whichever customer, or with one before them. Writers take
 * turns from here to their commit, so that of two who want one topic at the same time the second sees the first.
 */
export const sharedTopics: SharedTopics = async (db, gateways) => {
  if (gateways.length === 0) return [];
  await sql`select pg_advisory_xact_lock(${comparingLock})`.execute(db);
  const stored = await db
    .selectFrom("hardwares as h")
    .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
    .select(["h.id", "h.name", "h.mac", "t.type as hardwareType"])
    .where("h.deleted_at", "is", null)
    .where(
      sql<boolean>`(h.mac = any(${arrayOf("text", gateways, ({ mac }) => mac)})
        or t.type = any(${arrayOf("text", typesWithNamedTopics, (type) => type)}))`,
    )
    .execute();
  const ownIds = new Set(gateways.map(({ id }) => id));
  const usedTopics = new Set(stored.filter(({ id }) => !ownIds.has(id)).flatMap((gateway) => [...topicsOf(gateway)]));
  return gateways.flatMap((gateway) => {
    const topics = topicsOf(gateway);
    const topic = [...topics].find((each) => usedTopics.has(each));
    for (const each of topics) usedTopics.add(each);
    if (topic === undefined) return [];
    return [{ id: gateway.id, path: topicsOf({ ...gateway, name: "" }).has(topic) ? "mac" : "name", topic } as const];
  });
};
