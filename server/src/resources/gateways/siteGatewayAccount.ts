import { AppError } from "@pulse/contract/errors";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import type { SiteGatewayAccount } from "@pulse/contract/siteGatewayAccount";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { MqttAddress } from "../../platform/devices/mqttAddress.ts";
import { hashSecret, newSecret } from "../../platform/devices/secrets.ts";
import { siteGatewayTopics } from "../../platform/devices/siteGatewayTopics.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import * as stored from "./siteGatewayAccount.repository.ts";

export type SiteGatewayAccounts = ReturnType<typeof siteGatewayAccounts>;

/** The MQTT account that all gateways of a site may use. */
export function siteGatewayAccounts(parts: { db: Kysely<Database>; mqtt: MqttAddress; now: () => number }) {
  const { db, mqtt, now } = parts;
  /** A broker that others run does not say who has sent a message, so a shared account could speak for any customer. */
  const isAvailable = (): boolean => mqtt().websocketUrl !== undefined;
  return {
    of: async (siteId: string): Promise<SiteGatewayAccount> => {
      const account = await stored.findSiteGatewayAccount(db, siteId);
      return {
        ...mqtt(),
        available: isAvailable(),
        mqttUsername: account?.mqtt_username ?? null,
        createdAt: account?.created_at.toISOString() ?? null,
      };
    },

    /** Makes a new password, shown only now, and the account if there is none. Whoever has used the old one is disconnected. */
    reset: async (write: Write<MqttCredentials>, { siteId, customerId }: SiteScope): Promise<MqttCredentials> => {
      if (!isAvailable())
        throw new AppError("not_supported", {
          message: "One account for all gateways of a site needs the broker of Pulse itself",
        });
      const mqttPassword = newSecret();
      return write.commit(async (trx) => {
        const secret = { siteId, customerId, secretHash: hashSecret(mqttPassword), at: new Date(now()) };
        const account = await stored.putSiteGatewayAccount(trx, secret);
        const { publishTopics, subscribeTopics } = siteGatewayTopics();
        return {
          content: {
            mqttGuid: account.id,
            mqttUsername: account.mqtt_username,
            mqttPassword,
            ...mqtt(),
            publishTopics: [...publishTopics],
            subscribeTopics: [...subscribeTopics],
          },
          records: [recordOf(account, await stored.siteName(trx, siteId), account.mqtt_username)],
        };
      });
    },

    /** Connections with it end. The answer has no id if the site has no account. */
    revoke: async (write: Write<{ id: string | null }>, { siteId }: SiteScope): Promise<{ id: string | null }> => {
      if ((await stored.findSiteGatewayAccount(db, siteId)) === undefined) return write.unchanged({ id: null });
      return write.commit(async (trx) => {
        const account = await stored.removeSiteGatewayAccount(trx, siteId);
        // Somebody else has revoked it meanwhile.
        if (account === undefined) throw new AppError("conflict");
        return { content: { id: account.id }, records: [recordOf(account, await stored.siteName(trx, siteId), null)] };
      });
    },
  };
}

/** The event's entity is the account, whose connections then end. */
function recordOf(
  { id, site_id: siteId, customer_id: customerId }: stored.SiteGatewayAccountRow,
  name: string,
  username: string | null,
): WriteRecord {
  const changes = username === null ? [{ field: "active", before: true, after: false }] : [];
  return {
    kind: "site",
    action: "credentials_reset",
    customerId,
    siteId,
    entity: { kind: "gateway_account", id, name },
    changes,
  };
}
