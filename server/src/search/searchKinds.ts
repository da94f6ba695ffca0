import { grants } from "@pulse/contract/access";
import type { SearchKind } from "@pulse/contract/search";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import type { Viewer } from "../http/viewer.ts";
import {
  type Shown,
  shownAssets,
  shownCustomers,
  shownGateways,
  shownSites,
  shownTrackers,
  shownUsers,
} from "./shownHits.repository.ts";

/** A row that may answer a query, with what of it was searched. */
export interface Candidate {
  id: string;
  name: string;
  fields: string[];
  siteId: string | null;
}

/** One kind of thing that can be found. */
export interface SearchedKind {
  kind: SearchKind;
  may(viewer: Viewer): boolean;
  /** The table, `x` in the conditions, with what is looked for in it. */
  table: "assets" | "trackers" | "hardwares" | "sites" | "customers" | "users";
  name: RawBuilder<string>;
  fields: readonly RawBuilder<string | null>[];
  site: RawBuilder<string> | null;
  customer: RawBuilder<string>;
  /** What is there to be found: neither deleted nor put away. */
  there: RawBuilder<boolean>;
  shown(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, Shown>>;
}

const reads =
  (area: Parameters<typeof grants>[1]["area"]) =>
  (viewer: Viewer): boolean =>
    grants(viewer.access, { area, letter: "r" });
const text = (column: string): RawBuilder<string> => sql<string>`x.${sql.ref(column)}`;
const inUse = sql<boolean>`x.deleted_at is null and not x.archived`;

/** Everything that is searched, in the order of equal hits: another kind is another entry. Pages are the browser's own. */
export const searchedKinds: readonly SearchedKind[] = [
  {
    kind: "asset",
    may: reads("asset_management"),
    table: "assets",
    name: text("name"),
    fields: [text("type"), text("external_id")],
    site: text("site_id"),
    customer: text("customer_id"),
    there: inUse,
    shown: shownAssets,
  },
  {
    kind: "tracker",
    may: reads("identifier_management"),
    table: "trackers",
    name: text("name"),
    fields: [text("mac"), text("serial_no")],
    site: text("site_id"),
    customer: text("customer_id"),
    there: inUse,
    shown: shownTrackers,
  },
  {
    kind: "gateway",
    may: reads("hardware_management"),
    table: "hardwares",
    name: text("name"),
    fields: [text("mac")],
    site: text("site_id"),
    customer: text("customer_id"),
    there: sql<boolean>`x.deleted_at is null`,
    shown: shownGateways,
  },
  {
    kind: "site",
    // Entering a site takes no area (shapes S3): whoever may enter it finds it.
    may: () => true,
    table: "sites",
    name: text("name"),
    fields: [text("location")],
    site: text("id"),
    customer: text("customer_id"),
    there: sql<boolean>`true`,
    shown: shownSites,
  },
  {
    kind: "customer",
    may: (viewer) => viewer.isSuperadmin,
    table: "customers",
    name: text("name"),
    fields: [text("customer_code")],
    site: null,
    customer: text("id"),
    there: sql<boolean>`true`,
    shown: shownCustomers,
  },
  {
    kind: "user",
    may: reads("user_management"),
    table: "users",
    name: sql<string>`x.given_name || ' ' || x.family_name`,
    fields: [text("email")],
    site: null,
    customer: text("customer_id"),
    // A superadmin without a customer is on no list of people.
    there: sql<boolean>`x.customer_id is not null`,
    shown: shownUsers,
  },
];
