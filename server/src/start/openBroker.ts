import type { Bus } from "../platform/bus/bus.ts";
import type { Question } from "../platform/bus/requests.ts";
import { ConfigError } from "../platform/config/settings.ts";
import type { OpenNats } from "./openNats.ts";
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
 * Lets devices in; closed before anything else, so that no message comes that would not be processed. Returns its port;
 * 0 if other processes have the devices' connections.
 */
export async function openBroker(
  parts: Pick<BaseContext, "config" | "onStop" | "now"> &
    Pick<DevicePath, "ingest" | "deviceLog" | "scans"> &
    Pick<Storage, "db"> & {
      bus: Bus;
      nats: OpenNats | null;
      webSockets: WebSocketPaths;
      broker: BrokerHandle;
      readiness: Pick<Readiness, "part">;
      retained: NonNullable<BrokerHandlers["retained"]>;
    },
): Promise<number> {
  const { broker, scans, deviceLog, bus } = parts;
  if (!parts.config.roles.has("ingest")) {
    parts.onStop(scans.close);
    return 0;
  }
  if (broker.needsAccounts && parts.nats?.others.has("ingest") === true)
    throw new ConfigError(
      "PULSE_MQTT_URL names a broker that another process with the role ingest listens to already; each message would come twice",
    );
  parts.readiness.part("broker", broker.unhealthyReason);
  const { devices } = parts.ingest;
  const port = await broker.open(parts.webSockets, brokerHandlers(parts), {
    clientId: `pulse-${deviceLog.logId}`,
    uplinks: [...adapters.flatMap(({ uplinks }) => uplinks), trackerUplink],
    senderOf: devices.senderOf,
    accounts: deviceAccounts(parts.db),
  });
  const stops = [
    bus.serve("subscribedTopics", ({ topics }) => topics.filter(broker.hasSubscriber)),
    bus.subscribe("downlinks", ({ topic, payload }) => broker.publish(topic, () => payload)),
    ...(broker.needsAccounts ? [bus.serve("provisionAccount", provision(broker))] : []),
  ];
  parts.onStop(async () => {
    for (const stop of stops) stop();
    scans.close();
    await broker.close();
  });
  return port;
}

/** What becomes of what devices do at the broker. */
function brokerHandlers(
  parts: Pick<BaseContext, "now"> &
    Pick<DevicePath, "ingest" | "deviceLog"> & { retained: NonNullable<BrokerHandlers["retained"]> },
): BrokerHandlers {
  const { deviceLog, now } = parts;
  const { devices, status, counters, signals, faults, ignored } = parts.ingest;
  const fromSite = siteGatewayIntake({
    gateways: devices.siteGateways,
    take: deviceLog.mqtt,
    signals,
    slowDown: parts.ingest.slowForeign,
  });
  return {
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
}

const provision =
  (broker: Pick<BrokerHandle, "provisionAccount">) =>
  async ({ publishTopics, siteId: _none, ...account }: Question<"provisionAccount">): Promise<true> => {
    await broker.provisionAccount({ ...account, publishTopics: new Set(publishTopics) });
    return true;
  };
