import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { StoredKind } from "./searchKinds.ts";
import {
  type HitView,
  assetHits,
  customerHits,
  gatewayHits,
  geofenceHits,
  roomHits,
  siteHits,
  trackerHits,
  userHits,
} from "./hitViews.repository.ts";

/** How one kind of thing is found. */
export interface SearchTable {
  /** The table, called `x` in the conditions, and its searched columns. */
  table: "assets" | "trackers" | "hardwares" | "drawn_rooms" | "geofences" | "sites" | "customers" | "users";
  name: RawBuilder<string>;
  fields: readonly RawBuilder<string | null>[];
  site: RawBuilder<string> | null;
  customer: RawBuilder<string>;
  /** Whether a row can be found: it is neither deleted nor archived. */
  there: RawBuilder<boolean>;
  shown(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, HitView>>;
}

const text = (column: string): RawBuilder<string> => sql<string>`x.${sql.ref(column)}`;
const inUse = sql<boolean>`x.deleted_at is null and not x.archived`;

/** Where each kind is found. */
export const searchTables: Readonly<Record<StoredKind, SearchTable>> = {
  asset: {
    table: "assets",
    name: text("name"),
    fields: [text("type"), text("external_id")],
    site: text("site_id"),
    customer: text("customer_id"),
    there: inUse,
    shown: assetHits,
  },
  tracker: {
    table: "trackers",
    name: text("name"),
    fields: [text("mac"), text("serial_no")],
    site: text("site_id"),
    customer: text("customer_id"),
    there: inUse,
    shown: trackerHits,
  },
  gateway: {
    table: "hardwares",
    name: text("name"),
    fields: [text("mac")],
    site: text("site_id"),
    customer: text("customer_id"),
    there: sql<boolean>`x.deleted_at is null`,
    shown: gatewayHits,
  },
  room: {
    table: "drawn_rooms",
    name: text("name"),
    fields: [],
    site: text("site_id"),
    customer: text("customer_id"),
    there: sql<boolean>`true`,
    shown: roomHits,
  },
  geofence: {
    table: "geofences",
    name: text("name"),
    fields: [],
    site: text("site_id"),
    customer: text("customer_id"),
    there: sql<boolean>`x.deleted_at is null`,
    shown: geofenceHits,
  },
  site: {
    table: "sites",
    name: text("name"),
    fields: [text("location")],
    site: text("id"),
    customer: text("customer_id"),
    there: sql<boolean>`true`,
    shown: siteHits,
  },
  customer: {
    table: "customers",
    name: text("name"),
    fields: [text("customer_code")],
    site: null,
    customer: text("id"),
    there: sql<boolean>`true`,
    shown: customerHits,
  },
  user: {
    table: "users",
    name: sql<string>`x.given_name || ' ' || x.family_name`,
    fields: [text("email")],
    site: null,
    customer: text("customer_id"),
    // A superadmin without a customer is on no list of users.
    there: sql<boolean>`x.customer_id is not null`,
    shown: userHits,
  },
};
