import { adapterForTopic, adapters } from "@pulse/protocols/catalogue";
import { parseMac } from "@pulse/protocols/mac";
import { unregisteredGateway } from "../pipeline/ingest/gatewayIngest.ts";
import { siteGatewayIntake } from "../pipeline/ingest/siteGatewayIntake.ts";
import { deviceAccounts } from "../platform/devices/deviceSignIn.ts";
import { trackerUplink } from "../platform/devices/trackerTopics.ts";
import type { DevicePath } from "./devicePath.ts";
import type { BrokerHandlers } from "../platform/broker/broker.ts";
import type { WebSocketPaths } from "../platform/http/webSockets.ts";
import type { Readiness } from "../platform/health/readiness.ts";
import type { BaseContext } from "./baseContext.ts";
import type { Storage } from "./storage.ts";
import type { BrokerHandle } from "./brokerHandle.ts";

/**
 * Lets devices in; closed before anything else, so that no message comes that would not be processed. Returns its port.
 */
export async function openBroker(
  parts: Pick<BaseContext, "onStop" | "now"> &
    Pick<DevicePath, "ingest" | "deviceLog" | "scans"> &
    Pick<Storage, "db"> & {
      webSockets: WebSocketPaths;
      broker: BrokerHandle;
      readiness: Pick<Readiness, "part">;
      retained: NonNullable<BrokerHandlers["retained"]>;
    },
): Promise<number> {
  const { broker, scans, deviceLog, now } = parts;
  parts.readiness.part("broker", broker.unhealthyReason);
  const { devices, status, counters, signals, faults, ignored } = parts.ingest;
  const fromSite = siteGatewayIntake({
    gateways: devices.siteGateways,
    take: deviceLog.mqtt,
    signals,
    slowDown: parts.ingest.slowForeign,
  });
  const handlers: BrokerHandlers = {
    authenticate: devices.authenticate,
    message: (message) => (message.client.kind === "site_gateways" ? fromSite(message) : deviceLog.mqtt(message)),
    connected: (client) => status.connected(client.id),
    disconnected: (client) => status.disconnected(client.id),
    tooLong: (client, topic, bytes) => {
      const gateway =
        client.kind === "site_gateways" ? devices.siteGateways.publisher(client.siteId ?? "", topic) : client;
      if (client.kind !== "gateway" && client.kind !== "site_gateways") return;
      if (gateway !== null) faults.record(gateway.id, "too_long", `${topic.slice(0, 120)}: ${bytes} bytes`);
    },
    foreignTopic: (client, topic) => {
      const account = client.kind === "gateway" ? devices.gateway(client.id) : undefined;
      const dialect = adapterForTopic(topic);
      if (account) ignored.add(account.id, topic);
      // A topic of sightings, but another gateway's: that of a wrong address or name. Everything else is for others.
      if (account && dialect) faults.record(account.id, "topic", topic);
      const mac = parseMac(dialect?.gatewayOfTopic(topic) ?? "");
      if (account && dialect && mac !== null)
        signals.recordUnregistered(unregisteredGateway(account, mac, dialect.hardwareType, now()));
      return parts.ingest.slowForeign(client);
    },
    retained: parts.retained,
    refused: (reason, who) => counters.complain(`refused_${reason}`, who),
  };
  const port = await broker.open(parts.webSockets, handlers, {
    clientId: `pulse-${deviceLog.logId}`,
    uplinks: [...adapters.flatMap(({ uplinks }) => uplinks), trackerUplink],
    senderOf: devices.senderOf,
    accounts: deviceAccounts(parts.db),
  });
  parts.onStop(async () => {
    scans.close();
    await broker.close();
  });
  return port;
}
