import type { Kysely } from "kysely";
import type { BrokerClient } from "../adapters/broker/broker.ts";
import type { Database } from "../adapters/database/schema.ts";
import { type Credentials, credentialsRepository } from "./credentials.repository.ts";
import { gatewayTopics } from "./gatewayTopics.ts";
import { secretMatches } from "./secrets.ts";
import { trackerTopics } from "./trackerTopics.ts";

/**
 * The device or listener with these MQTT credentials; null: there is none. It is called once per connection, so it
 * reads the database and a new password counts at once.
 */
export async function signInDevice(
  db: Kysely<Database>,
  username: string,
  password: string,
): Promise<BrokerClient | null> {
  const found = await credentialsRepository(db).find(username);
  return found && secretMatches(password, found.secretHash) ? clientOf(found) : null;
}

function clientOf(found: Credentials): BrokerClient {
  const { kind, id, name } = found;
  if (found.kind === "gateway")
    return { kind, id, name, ...gatewayTopics(found.hardwareType, found.mac, found.mqttGuid) };
  if (found.kind === "tracker") return { kind, id, name, ...trackerTopics(found.mqttGuid) };
  if (found.kind === "site") return listener(found, `pulse/v1/${found.customerGuid}/${found.guid}/#`);
  return listener(found, `pulse/v1/${found.guid}/#`);
}

function listener({ kind, id, name }: Credentials, filter: string): BrokerClient {
  return { kind, id, name, publishTopics: new Set(), subscribeTopics: [filter] };
}
