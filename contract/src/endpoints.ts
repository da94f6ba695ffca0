import * as accounts from "./accounts.ts";
import * as apiKeys from "./apiKeys.ts";
import * as audit from "./audit.ts";
import * as analytics from "./analytics.ts";
import * as assets from "./assets.ts";
import * as assetChanges from "./assetChanges.ts";
import * as calibration from "./calibration.ts";
import * as customers from "./customers.ts";
import * as deviceRequests from "./deviceRequests.ts";
import type { Endpoint } from "./endpoint.ts";
import * as events from "./events.ts";
import * as eventStream from "./eventStream.ts";
import * as failedMessages from "./failedMessages.ts";
import * as geofences from "./geofences.ts";
import * as imports from "./imports.ts";
import * as geofenceStays from "./geofenceStays.ts";
import * as ingest from "./ingest.ts";
import * as groups from "./groups.ts";
import * as gatewayReports from "./gatewayReports.ts";
import * as gateways from "./gateways.ts";
import * as gatewayConnection from "./gatewayConnection.ts";
import * as operations from "./operations.ts";
import * as ownSessions from "./ownSessions.ts";
import * as reach from "./reach.ts";
import * as reports from "./reports.ts";
import * as reportSchedules from "./reportSchedules.ts";
import * as roles from "./roles.ts";
import * as search from "./search.ts";
import * as siteGatewayAccount from "./siteGatewayAccount.ts";
import * as planDrawing from "./planDrawing.ts";
import * as sites from "./sites.ts";
import * as sso from "./sso.ts";
import * as system from "./system.ts";
import * as trackers from "./trackers.ts";
import * as trackerExplanation from "./trackerExplanation.ts";
import * as trackerSignals from "./trackerSignals.ts";
import * as users from "./users.ts";
import * as webhooks from "./webhooks.ts";

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "method" in value && "access" in value;
}

/** Every route of the API. The server registers exactly these; OpenAPI is generated from them. */
export const endpoints: readonly Endpoint[] = [
  system,
  accounts,
  ownSessions,
  reach,
  operations,
  failedMessages,
  users,
  roles,
  groups,
  apiKeys,
  audit,
  search,
  customers,
  sso,
  sites,
  planDrawing,
  assets,
  assetChanges,
  analytics,
  gateways,
  gatewayConnection,
  siteGatewayAccount,
  gatewayReports,
  geofences,
  geofenceStays,
  events,
  eventStream,
  webhooks,
  calibration,
  trackers,
  trackerExplanation,
  trackerSignals,
  deviceRequests,
  imports,
  reports,
  reportSchedules,
  ingest,
].flatMap((nouns) => Object.values(nouns as Record<string, unknown>).filter(isEndpoint));
