import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultJsonb, Jsonb } from "./columns.ts";

/** Every write, in the order of the commits; `seq` has gaps where a write was rolled back. */
export interface EventsTable {
  seq: GeneratedAlways<number>;
  id: string;
  at: Date;
  kind: string;
  operation: string;
  customer_id: string | null;
  site_id: string | null;
  entity_type: string;
  entity_id: string | null;
  entity_name: string;
  actor: Jsonb<{ kind: "person"; id: string | null; email: string | null } | { kind: "system" }>;
  /** Never a secret. */
  data: Jsonb<{
    changes: { field: string; before: unknown; after: unknown }[];
    /** Who crossed a geofence, and when. */
    asset?: { id: string; name: string; at: string };
  }>;
  /** The first event of those that people are told of as one; null: they are not told. */
  told_id: string | null;
  told_level: "site" | "customer" | null;
  /** How many of them there are up to this one. */
  told_count: Generated<number>;
  /** When they began. */
  told_since: Date | null;
  /** What later ones must have in common with it to be one of them; null: it stays alone. */
  told_key: string | null;
  /** The newest of them, which stands for all. */
  told_last: Generated<boolean>;
}

/** What a person has read. */
export interface NotificationStatesTable {
  user_id: string;
  last_fetched_at: Date | null;
  read_ids: Generated<string[]>;
}

export interface AuditEntriesTable {
  id: string;
  ts: Date;
  customer_id: string | null;
  site_id: string | null;
  user_id: string | null;
  user_email: string | null;
  ip: string;
  user_agent: string;
  action: string;
  entity_kind: string | null;
  entity_id: string | null;
  entity_name: string | null;
  /** Never a secret. */
  changes: DefaultJsonb<{ field: string; before: unknown; after: unknown }[]>;
  outcome: "ok" | "refused";
  request_id: string;
}
