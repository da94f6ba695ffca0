import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** Read as a value, written as JSON text: `pg` would turn an array into a PostgreSQL array, PGlite into JSON. */
export type Jsonb<T> = ColumnType<T, string, string>;

export type DefaultJsonb<T> = ColumnType<T, string | undefined, string>;

/** An instant; a Date on both drivers. */
export type DefaultTime = Generated<Date>;

/** What every entity carries. A change sets `updated_at` and adds one to `version`. */
export interface Entity {
  /** UUIDv7, made in code. */
  id: string;
  version: Generated<number>;
  created_at: DefaultTime;
  updated_at: DefaultTime;
}

/**
 * With `deleted_at` a thing has left lists and the map but keeps its name in the history. Every list must leave it out.
 */
export interface Deletable {
  deleted_at: Generated<Date | null>;
}

/** What the search looks through, folded; made by the database. */
export interface Searchable {
  search_text: GeneratedAlways<string>;
}

/** A pair for MQTT. The secret is random, so a fast hash (HMAC or SHA-256) is enough. */
export interface MqttPair {
  mqtt_username: string;
  mqtt_secret_hash: string;
}

/** Work that one process does at a time: who does it, and how long it is theirs without an extension. */
export interface Leased {
  lease: Generated<string | null>;
  leased_until: Generated<Date>;
}
