import type { Kysely } from "kysely";
import type { BrokerAccount, BrokerClient } from "../broker/broker.ts";
import type { Database } from "../database/schema.ts";
import { type Credentials, credentialsRepository } from "./credentials.repository.ts";
import { accountTopics } from "./gatewayTopics.ts";
import { siteGatewayTopics } from "./siteGatewayTopics.ts";
import { secretMatches } from "./secrets.ts";
import { trackerTopics } from "./trackerTopics.ts";

/**
 * The device or listener with these MQTT credentials; null: there is none. It is called once per connection, so it
 * reads the database and a new password counts at once.
 * @param onWrongPassword called with the client whose password was wrong
 */
export async function signInDevice(
  db: Kysely<Database>,
  username: string,
  password: string,
  onWrongPassword: (account: Pick<Credentials, "kind" | "id">) => void,
): Promise<BrokerClient | null> {
  const found = await credentialsRepository(db).find(username);
  if (!found || (found.kind === "tracker" && found.archived)) return null;
  if (secretMatches(password, found.secretHash)) return clientOf(found);
  onWrongPassword(found);
  return null;
}

/** The accounts that an external broker should have, if their passwords are known there. */
export function deviceAccounts(db: Kysely<Database>) {
  const stored = credentialsRepository(db);
  const accountOf = (found: Credentials): BrokerAccount => ({ username: found.username, ...clientOf(found) });
  const accountBy = async (found: Promise<Credentials | null>): Promise<BrokerAccount | null> => {
    const row = await found;
    return row && accountOf(row);
  };
  return {
    all: async (): Promise<BrokerAccount[]> => (await stored.all()).map(accountOf),
    of: (id: string): Promise<BrokerAccount | null> => accountBy(stored.of(id)),
    find: (username: string): Promise<BrokerAccount | null> => accountBy(stored.find(username)),
  };
}

function clientOf(found: Credentials): BrokerClient {
  const { kind, id, name } = found;
  if (found.kind === "gateway")
    return {
      kind,
      id,
      name,
      siteId: found.siteId,
      ...accountTopics(found),
    };
  if (found.kind === "tracker") return { kind, id, name, siteId: found.siteId, ...trackerTopics(found.mqttGuid) };
  if (found.kind === "site_gateways") {
    const { siteId, customerId } = found;
    return { kind, id, name, siteId, customerId, ...siteGatewayTopics() };
  }
  if (found.kind === "site") return listener(found, `pulse/v1/${found.customerGuid}/${found.guid}/#`);
  return listener(found, `pulse/v1/${found.guid}/#`);
}

function listener({ kind, id, name }: Credentials, filter: string): BrokerClient {
  return { kind, id, name, publishTopics: new Set(), subscribeTopics: [filter] };
}
