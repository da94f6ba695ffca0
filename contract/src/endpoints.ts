import * as accounts from "./accounts.ts";
import * as audit from "./audit.ts";
import * as assets from "./assets.ts";
import * as calibration from "./calibration.ts";
import * as customers from "./customers.ts";
import type { Endpoint } from "./endpoint.ts";
import * as ingest from "./ingest.ts";
import * as groups from "./groups.ts";
import * as gateways from "./gateways.ts";
import * as roles from "./roles.ts";
import * as search from "./search.ts";
import * as sites from "./sites.ts";
import * as system from "./system.ts";
import * as trackers from "./trackers.ts";
import * as users from "./users.ts";

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "method" in value && "access" in value;
}

/** Every route of the API. The server registers exactly these; OpenAPI is generated from them. */
export const endpoints: readonly Endpoint[] = [
  system,
  accounts,
  users,
  roles,
  groups,
  audit,
  search,
  customers,
  sites,
  assets,
  gateways,
  calibration,
  trackers,
  ingest,
].flatMap((nouns) => Object.values(nouns as Record<string, unknown>).filter(isEndpoint));
