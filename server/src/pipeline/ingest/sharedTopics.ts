import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** A gateway as it is to be. */
export interface NewGateway {
  id: string;
  name: string;
  /** AA:BB:CC:DD:EE:FF */
  mac: string;
  /** One of the types that are stored. */
  hardwareType: string;
}

/** A topic that another gateway publishes to as well, and which of the two fields makes it so. */
export interface SharedTopic {
  id: string;
  path: "name" | "mac";
  topic: string;
}

/** Two gateways with one topic cannot be told apart by a broker that does not say who has sent a message. */
export type SharedTopics = (db: Kysely<Database>, gateways: readonly NewGateway[]) => Promise<SharedTopic[]>;
