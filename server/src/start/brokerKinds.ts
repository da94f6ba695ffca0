import { aedesBroker } from "../platform/broker/aedesBroker.ts";
import type { Broker, BrokerHandlers } from "../platform/broker/broker.ts";
import { externalBroker, type ExternalBrokerOptions } from "../platform/broker/externalBroker.ts";
import type { WebSocketPaths } from "../platform/http/webSockets.ts";
import type { BaseContext } from "./baseContext.ts";
import { watchCertificate } from "./certificateFiles.ts";
import { mqttCertificate } from "./mqttCertificate.ts";
import { brokerUnavailable, portUnavailable } from "./startFaults.ts";

type Base = Pick<BaseContext, "config" | "dataDir" | "now" | "random" | "log" | "every">;
/** What a broker that others run needs to know about the devices. */
export type DevicesAtBroker = Pick<ExternalBrokerOptions, "clientId" | "uplinks" | "senderOf" | "accounts">;

/**
 * Our own broker, with its certificate if it speaks TLS. Throws a ConfigError of one line if a port is not available.
 */
export async function openEmbeddedBroker(
  base: Base,
  webSockets: WebSocketPaths,
  handlers: BrokerHandlers,
): Promise<Broker> {
  const { config, now } = base;
  const { host, mqttPort: port } = config;
  const certificate = await mqttCertificate(base);
  const tls = certificate && { port: config.mqttTls!.port, certificate: certificate.current };
  const broker = await aedesBroker(
    { host, port, tls, webSockets, trusted: config.trustedProxies, now },
    handlers,
  ).catch((error: unknown) => {
    const isTls = (error as { port?: number }).port === tls?.port;
    throw portUnavailable(error, isTls ? "PULSE_MQTT_TLS_PORT" : "PULSE_MQTT_PORT", isTls ? tls!.port : port, host);
  });
  if (certificate !== null) watchCertificate(base, "MQTT over TLS", certificate, broker.renewCertificate);
  return broker;
}

/** The broker of `PULSE_MQTT_URL`. Throws a ConfigError of one line if it does not let us in. */
export function openExternalBroker(
  { now, random, log }: Base,
  url: string,
  handlers: BrokerHandlers,
  devices: DevicesAtBroker,
): Promise<Broker> {
  const address = new URL(url);
  const shareName = address.searchParams.get("share");
  address.search = "";
  const options = { ...devices, url: address.href, shareName, now, random, log };
  return externalBroker(options, handlers).catch((error: unknown) => {
    throw brokerUnavailable(error, address);
  });
}
