import type { GatewayAdapter } from "@pulse/protocols/adapter";
import { adapterForTopic, recognisedDialect } from "@pulse/protocols/catalogue";
import { type GatewayMessage, UndecodableMessage } from "@pulse/protocols/message";
import type { RegisteredGateway } from "../../platform/devices/registeredDevice.ts";

/**
 * Decodes a gateway's message.
 * A gateway of no particular make may send any dialect that is recognised.
 * @throws {UndecodableMessage | GatewayMismatch} if no dialect can read it, or if it names another gateway
 */
export function readGatewayMessage(
  gateway: RegisteredGateway,
  { topics, payload }: { topics: readonly string[]; payload: Uint8Array },
): GatewayMessage {
  const reasons: string[] = [];
  const checkSender = (decoded: GatewayMessage, adapter: GatewayAdapter): GatewayMessage => {
    const claimed = decoded.gateway;
    // Without a claim the topic identifies the gateway, since nobody else may publish to it.
    if (claimed !== "" && claimed !== gateway.mac && claimed !== gateway.mqttGuid)
      throw new GatewayMismatch(claimed, adapter.hardwareType);
    return decoded;
  };
  for (const topic of topics) {
    const adapter = adapterForTopic(topic);
    if (adapter === null) continue;
    let decoded: GatewayMessage;
    try {
      decoded = adapter.decode(topic, payload);
    } catch (error) {
      if (!(error instanceof UndecodableMessage)) throw error;
      reasons.push(topics.length > 1 ? `${adapter.hardwareType}: ${error.message}` : error.message);
      continue;
    }
    return checkSender(decoded, adapter);
  }
  const recognised = recognisedDialect(payload);
  if (recognised !== null && gateway.hardwareType === "GENERIC") {
    const [topic = ""] = recognised.publishTopics(gateway);
    return checkSender(recognised.decode(topic, payload), recognised);
  }
  if (recognised !== null && recognised.hardwareType !== gateway.hardwareType)
    reasons.push(
      `it looks like a message of type ${recognised.hardwareType}, and this gateway is ${gateway.hardwareType}`,
    );
  throw new UndecodableMessage(reasons.join("; ") || "no dialect uses this topic");
}

/** A message that another gateway's account was used for. */
export class GatewayMismatch extends Error {
  readonly claimed: string;
  readonly dialect: string;
  constructor(claimed: string, dialect: string) {
    super(`the message says it is from ${claimed.slice(0, 40)}`);
    this.claimed = claimed;
    this.dialect = dialect;
  }
}
