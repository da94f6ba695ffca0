import type { Generated } from "kysely";
import type { DefaultTime, Entity, Leased, Searchable } from "./columns.ts";

export interface OperationsTable {
  id: string;
  area: string;
  letter: "c" | "r" | "u" | "d";
  name: string;
}

export interface RolesTable extends Entity {
  customer_id: string;
  name: string;
  predefined: Generated<boolean>;
}

export interface RoleOperationsTable {
  role_id: string;
  operation_id: string;
}

export interface UserGroupsTable extends Entity {
  customer_id: string;
  name: string;
  predefined: Generated<boolean>;
  /** Includes every site of the customer, also future ones. */
  all_sites: Generated<boolean>;
  /** What the company's directory calls it (SCIM). */
  scim_external_id: Generated<string | null>;
}

export interface GroupSitesTable {
  user_group_id: string;
  site_id: string;
}

export interface UsersTable extends Entity, Searchable {
  /** Null for a superadmin without a customer. */
  customer_id: Generated<string | null>;
  identity_pool: Generated<string | null>;
  identity_sub: Generated<string | null>;
  email: string;
  given_name: string;
  family_name: string;
  /** E.164. */
  phone_number: Generated<string | null>;
  phone_number_verified: Generated<boolean>;
  mfa_enabled: Generated<boolean>;
  locale: Generated<string>;
  role_id: Generated<string | null>;
  user_group_id: Generated<string | null>;
  is_superadmin: Generated<boolean>;
  dev_tool_enabled: Generated<boolean>;
  status: Generated<"invited" | "unconfirmed" | "active" | "reset_required">;
  last_sign_in_at: Generated<Date | null>;
  /** False: the company's directory has deactivated them. */
  active: Generated<boolean>;
  /** Who they are at the company's identity provider. */
  sso_issuer: Generated<string | null>;
  sso_subject: Generated<string | null>;
  /** What the company's directory calls them (SCIM). */
  scim_external_id: Generated<string | null>;
  scim_user_name: Generated<string | null>;
}

/** Unfinished work on a user's row and their account in the user pool (decision 0008). */
export interface AccountWorkTable extends Leased {
  /** In lower case. */
  email: string;
  work: "make" | "follow" | "end";
  identity_pool: string | null;
  /** Null while the account is being made. */
  identity_sub: string | null;
  /** The fields in which the account has to follow, joined by commas. */
  fields: Generated<string>;
  since: DefaultTime;
}
