import { adapterForTopic } from "@pulse/protocols/catalogue";
import { type GatewayMessage, UndecodableMessage } from "@pulse/protocols/message";
import type { IncomingMessage } from "../adapters/broker/broker.ts";
import type { Bus, Sighting } from "../adapters/bus/bus.ts";
import type { IngestCounters } from "./counters.ts";
import type { GatewayMessages } from "./gatewayMessages.ts";
import type { DeviceStatus } from "./deviceStatus.ts";
import type { KnownDevices, KnownGateway } from "./knownDevices.ts";

/** A gateway's own clock may say that an advert is older than the message; older than this is not believed. */
const maxAgeMs = 30_000;

/**
 * A gateway's message becomes sightings on the bus. Order and age go by arrival; what cannot be read or is not known is
 * counted and kept for the developer tools, and stops nothing.
 */
export function mqttIngest(parts: {
  bus: Bus;
  devices: KnownDevices;
  counters: IngestCounters;
  messages: GatewayMessages;
  status: DeviceStatus;
}): (message: IncomingMessage) => void {
  const { bus, devices, counters, messages, status } = parts;

  const decode = (message: IncomingMessage, gateway: KnownGateway): GatewayMessage => {
    const adapter = adapterForTopic(message.topic);
    if (adapter === null) throw new UndecodableMessage("no dialect speaks on this topic");
    const decoded = adapter.decode(message.topic, message.payload);
    const claimed = decoded.gateway;
    if (claimed !== gateway.mac && claimed !== gateway.mqttGuid)
      throw new GatewayMismatch(`the message says it is from ${claimed.slice(0, 40)}`);
    return decoded;
  };

  return (message) => {
    if (message.client.kind !== "gateway") return;
    const gateway = devices.gateway(message.client.id);
    if (gateway === undefined) return;
    counters.count("message");
    const keep = (decoded: boolean, error: string | null): void =>
      messages.keep(gateway.id, {
        receivedMs: message.atMs,
        topic: message.topic,
        payload: message.payload,
        decoded,
        error,
      });
    let decoded: GatewayMessage;
    try {
      decoded = decode(message, gateway);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      counters.complain(
        error instanceof GatewayMismatch ? "gateway_mismatch" : "undecodable",
        `${gateway.name}: ${reason}`,
      );
      keep(false, reason);
      return;
    }
    if (decoded.kind === "alive") status.alive(gateway, message.atMs, decoded.firmware);
    else status.heard(gateway, message.atMs);
    if (decoded.kind !== "scan") return keep(true, null);

    const [rejected] = decoded.rejected;
    if (rejected) {
      counters.count("advert_rejected", decoded.rejected.length - 1);
      counters.complain("advert_rejected", `${gateway.name}: ${rejected.reason}`);
    }
    keep(true, rejected ? `${decoded.rejected.length} adverts left out: ${rejected.reason}` : null);

    const sightings: Sighting[] = [];
    for (const advert of decoded.adverts) {
      const tracker = devices.tracker(gateway.customerId, advert.mac);
      if (tracker === undefined) {
        counters.count("unknown_tracker");
        continue;
      }
      if (tracker.siteId !== gateway.siteId) {
        counters.count("foreign_site");
        continue;
      }
      const atMs = message.atMs - Math.min(Math.max(advert.ageMs, 0), maxAgeMs);
      sightings.push({
        trackerId: tracker.id,
        rssi: advert.rssi,
        atMs,
        ...(advert.moving === undefined ? {} : { moving: advert.moving }),
      });
      status.trackerHeard(gateway.id, tracker.id, atMs, advert);
    }
    if (sightings.length === 0) return;
    counters.count("sighting", sightings.length);
    bus.publish("sightings", { siteId: gateway.siteId, hardwareId: gateway.id, sightings });
  };
}

class GatewayMismatch extends Error {}
