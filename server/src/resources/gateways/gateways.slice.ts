import type { CustomersService } from "../customers/customers.service.ts";
import type { Dependencies } from "../dependencies.ts";
import { sendGatewayFile } from "./gatewayFile.ts";
import { gatewayHistory } from "./gatewayHistory.ts";
import { gatewaysRoutes } from "./gateways.routes.ts";
import { gatewaysService } from "./gateways.service.ts";
import { gatewayWriting } from "./gatewayWriting.ts";
import { mqttSettings } from "./mqttSettings.ts";
import { siteGatewayAccountRoutes } from "./siteGatewayAccount.routes.ts";
import { siteGatewayAccounts } from "./siteGatewayAccount.ts";

type GatewaysParts = Pick<
  Dependencies,
  "context" | "db" | "background" | "bus" | "mqtt" | "provisionAccount" | "freshness" | "ingest" | "now"
> & {
  customers: Pick<CustomersService, "hardwareTypes">;
};

/** Gateways. Their live state comes from the process that they are connected to. */
export function gatewaysSlice(parts: GatewaysParts): void {
  const { context, db, background, mqtt, provisionAccount, now } = parts;
  const { sharedTopics } = parts.ingest;
  const gateways = gatewaysService({ ...parts, processedMs: parts.freshness.processedMs });
  const settings = mqttSettings(mqtt);
  const writing = gatewayWriting({
    gateways,
    typesOf: parts.customers.hardwareTypes,
    settings,
    provisionAccount,
    sharedTopics,
  });
  siteGatewayAccountRoutes(context, { accounts: siteGatewayAccounts({ db, mqtt, now }), writing });
  gatewaysRoutes(context, {
    gateways,
    settings,
    writing,
    history: gatewayHistory(db, background),
    file: (reply, request) => sendGatewayFile(background, reply, request),
    now,
  });
}
