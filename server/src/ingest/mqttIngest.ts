import type { IncomingMessage } from "../adapters/broker/broker.ts";
import type { GatewayIngest } from "./gatewayIngest.ts";
import type { KnownDevices } from "./knownDevices.ts";

/** Sends what comes over MQTT to where its sender's messages are read. */
export function mqttIngest(parts: {
  devices: Pick<KnownDevices, "gateway">;
  fromGateway: GatewayIngest;
  fromTracker(message: IncomingMessage): void;
}): (message: IncomingMessage) => void {
  return (message) => {
    const { client, topic, payload, atMs } = message;
    if (client.kind === "tracker") return parts.fromTracker(message);
    const gateway = client.kind === "gateway" ? parts.devices.gateway(client.id) : undefined;
    if (gateway) parts.fromGateway(gateway, { source: topic, topics: [topic], payload, atMs });
  };
}
