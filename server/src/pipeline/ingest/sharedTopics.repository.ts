import type { HardwareType } from "@pulse/protocols/adapter";
import { adapters } from "@pulse/protocols/catalogue";
import { sql } from "kysely";
import { arrayOf } from "../../platform/database/unnest.ts";
import { gatewayTopics } from "../../platform/devices/gatewayTopics.ts";
import type { SharedTopics, WantedGateway } from "./sharedTopics.ts";

const topicsOf = ({ hardwareType, mac, id, name }: WantedGateway): ReadonlySet<string> =>
  gatewayTopics(hardwareType as HardwareType, mac, id, name).publishTopics;

/** The makes whose topics contain a gateway's name. */
const named = adapters
  .map(({ hardwareType }) => hardwareType)
  .filter((hardwareType) => {
    const mac = "00:00:00:00:00:00";
    const [one, other] = ["a", "b"].map((name) => [...topicsOf({ id: "", mac, hardwareType, name })].join());
    return one !== other;
  });

/** Whoever compares topics holds this lock until the end of the transaction. Any number that no other lock uses. */
const comparingLock = 7_285_012;

/**
 * The gateways that would share a topic with a stored one, of whichever customer, or with one before them. Writers take
 * turns from here to their commit, so that of two who want one topic at the same time the second sees the first.
 */
export const sharedTopics: SharedTopics = async (db, wanted) => {
  if (wanted.length === 0) return [];
  await sql`select pg_advisory_xact_lock(${comparingLock})`.execute(db);
  const stored = await db
    .selectFrom("hardwares as h")
    .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
    .select(["h.id", "h.name", "h.mac", "t.type as hardwareType"])
    .where("h.deleted_at", "is", null)
    .where(
      sql<boolean>`(h.mac = any(${arrayOf("text", wanted, ({ mac }) => mac)})
        or t.type = any(${arrayOf("text", named, (type) => type)}))`,
    )
    .execute();
  const own = new Set(wanted.map(({ id }) => id));
  const taken = new Set(stored.filter(({ id }) => !own.has(id)).flatMap((one) => [...topicsOf(one)]));
  return wanted.flatMap((one) => {
    const topics = topicsOf(one);
    const topic = [...topics].find((each) => taken.has(each));
    for (const each of topics) taken.add(each);
    if (topic === undefined) return [];
    return [{ id: one.id, path: topicsOf({ ...one, name: "" }).has(topic) ? "mac" : "name", topic } as const];
  });
};
