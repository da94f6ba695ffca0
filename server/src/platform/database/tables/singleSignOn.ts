import type { Generated } from "kysely";
import type { DefaultJsonb, DefaultTime } from "./columns.ts";

/** A customer's own identity provider (contract/src/sso.ts). */
export interface CustomerSsoTable {
  customer_id: string;
  version: Generated<number>;
  created_at: DefaultTime;
  updated_at: DefaultTime;
  issuer: string;
  client_id: string;
  /** Sealed with a key outside the database; null: a public client. */
  client_secret_sealed: string | null;
  role_claim: string | null;
  role_map: DefaultJsonb<{ value: string; roleId: string }[]>;
  group_claim: string | null;
  group_map: DefaultJsonb<{ value: string; groupId: string }[]>;
  default_role_id: string | null;
  default_group_id: string | null;
  /** When somebody first came through with this issuer and client. */
  tested_at: Generated<Date | null>;
}

/** Lower case; each belongs to one customer. */
export interface SsoDomainsTable {
  domain: string;
  customer_id: string;
}

/** A sign-in on its way to the provider and back. */
export interface SsoAttemptsTable {
  state_hash: string;
  customer_id: string;
  /** Of the cookie of the browser that began it. */
  browser_hash: string;
  nonce: string;
  code_verifier_sealed: string;
  /** Who tries the settings out; null: somebody who signs in. */
  tester_id: string | null;
  expires_at: Date;
}

/** A finished sign-in whose page has not fetched its code yet. */
export interface SsoTicketsTable {
  ticket_hash: string;
  customer_id: string;
  /** Of the cookie of the browser that began it. */
  browser_hash: string;
  /** Whose account it is. */
  identity_sub: string;
  expires_at: Date;
}

/** Which groups a directory has put people into; the group that counts is among the user's own fields. */
export interface ScimMembersTable {
  user_group_id: string;
  user_id: string;
  since: DefaultTime;
}
