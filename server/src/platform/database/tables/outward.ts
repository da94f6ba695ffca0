import type { Generated } from "kysely";
import type { DefaultJsonb, DefaultTime } from "./columns.ts";

export interface OutboxTable {
  id: string;
  channel: "email" | "sms";
  to: string;
  subject: Generated<string | null>;
  text: string;
  attachments: DefaultJsonb<{ filename: string; contentType: string; url: string }[]>;
  sent_at: DefaultTime;
}

export interface ApiKeysTable {
  id: string;
  customer_id: string;
  name: string;
  /** The first characters of the key. */
  prefix: string;
  secret_hash: string;
  operation_ids: string[];
  /** Empty: all of the maker's. */
  site_ids: string[];
  created_at: Date;
  /** The maker's address, which stays when they are gone. */
  created_by: string;
  maker_id: string | null;
  expires_at: Date | null;
  last_used_at: Generated<Date | null>;
  last_used_from: Generated<string | null>;
}

/** Where events are posted to (contract/src/webhooks.ts). */
export interface WebhooksTable {
  id: string;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  customer_id: string;
  /** Null: of all sites, and of the customer itself. */
  site_id: string | null;
  name: string;
  url: string;
  /** Empty: all. */
  kinds: string[];
  active: Generated<boolean>;
  /** The signing secret: `whsec_` and base64. */
  secret: string;
  /** Whether its maker may read elevations. */
  sees_elevation: Generated<boolean>;
  /** How many attempts in a row have failed, and until when no attempt is made because of that. */
  failures: Generated<number>;
  rests_until: Generated<Date | null>;
}

/** An event on its way to a webhook. */
export interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  /** Null: a test. */
  event_id: string | null;
  /** The event's number: the order in which deliveries of one entity are sent. */
  seq: Generated<number>;
  entity_key: string;
  entity_name: string;
  type: string;
  /** As it is sent. */
  body: string;
  state: Generated<"waiting" | "done" | "failed">;
  at: Date;
  attempts: Generated<number>;
  next_try_at: Date;
  give_up_at: Date;
  claimed_until: Generated<Date | null>;
  /** Of the last attempt. */
  status: Generated<number | null>;
  duration_ms: Generated<number | null>;
  error: Generated<string | null>;
}
