import { adapterForTopic } from "@pulse/protocols/catalogue";
import { type Advert, type GatewayMessage, type GpsReading, UndecodableMessage } from "@pulse/protocols/message";
import type { Bus, Sighting } from "../adapters/bus/bus.ts";
import type { IngestCounters } from "./counters.ts";
import type { GatewayMessages } from "./gatewayMessages.ts";
import type { DeviceStatus } from "./deviceStatus.ts";
import type { KnownDevices, KnownGateway } from "./knownDevices.ts";

/** Gateways upload every two hours at the rarest; an advert said to be older than this has a broken clock. */
const maxAgeMs = 24 * 3600_000;

/** A gateway's message, whichever way it came. */
export interface GatewayPost {
  /** How it came, for the developer tools: its MQTT topic, or that it was posted. */
  source: string;
  /** The topics whose dialects it may be in; the first one that can read it is used. */
  topics: readonly string[];
  payload: Uint8Array;
  /** When it arrived, by our clock, in ms. */
  atMs: number;
  /** Its position in the log. */
  position: number;
}

export interface GatewayIngest {
  take(gateway: KnownGateway, post: GatewayPost): void;
  /** Notes a message that could not be read, or was another gateway's. Returns the reason in words. */
  refuse(gateway: KnownGateway, post: GatewayPost, error: unknown): string;
}

/**
 * Turns a gateway's messages into sightings on the bus. Order goes by arrival, an advert's time by its age then. What cannot be read or is unknown
 * is counted and kept for the developer tools, and does not stop the rest.
 */
export function gatewayIngest(parts: {
  bus: Bus;
  devices: Pick<KnownDevices, "tracker">;
  counters: Pick<IngestCounters, "count" | "complain">;
  messages: Pick<GatewayMessages, "keep">;
  status: Pick<DeviceStatus, "alive" | "heard" | "trackerHeard">;
}): GatewayIngest {
  const { bus, devices, counters, messages, status } = parts;

  /** Moves a mobile gateway. Returns what is wrong with the position, in words; null: nothing. */
  const place = (gateway: KnownGateway, gps: GpsReading | undefined, atMs: number): string | null => {
    if (gps === undefined) return null;
    if ("rejected" in gps) {
      counters.complain("gps_rejected", `${gateway.name}: ${gps.rejected}`);
      return gps.rejected;
    }
    if (!gateway.mobile) {
      counters.count("gps_of_fixed_gateway");
      return "gps is left out: this gateway does not move";
    }
    counters.count("gps");
    const { lat, lon, accuracyM } = gps;
    bus.publish("gatewayPlaces", { siteId: gateway.siteId, hardwareId: gateway.id, atMs, lat, lon, accuracyM });
    return null;
  };

  const sight = (gateway: KnownGateway, adverts: readonly Advert[], post: GatewayPost): void => {
    const { atMs: arrivedMs, position } = post;
    const sightings: Sighting[] = [];
    const timeOf = timesApart(arrivedMs);
    for (const advert of adverts) {
      const tracker = devices.tracker(gateway.customerId, advert.mac);
      if (tracker === undefined) {
        counters.count("unknown_tracker");
        continue;
      }
      if (tracker.siteId !== gateway.siteId) {
        counters.count("foreign_site");
        continue;
      }
      if (advert.ageMs > maxAgeMs) {
        counters.complain("advert_rejected", `${gateway.name}: an advert is said to be over a day old`);
        continue;
      }
      const atMs = timeOf(tracker.id, advert);
      sightings.push({
        trackerId: tracker.id,
        rssi: advert.rssi,
        atMs,
        ...(advert.moving === undefined ? {} : { moving: advert.moving }),
        ...(advert.measuredPower === undefined ? {} : { measuredPower: advert.measuredPower }),
      });
      status.trackerHeard(gateway.id, tracker.id, atMs, advert);
    }
    if (sightings.length === 0) return;
    counters.count("sighting", sightings.length);
    bus.publish("sightings", {
      siteId: gateway.siteId,
      hardwareId: gateway.id,
      receivedMs: arrivedMs,
      position,
      sightings,
    });
  };

  const keep = (
    gateway: KnownGateway,
    { source, payload, atMs }: GatewayPost,
    error: string | null,
    decoded = true,
  ): void => messages.keep(gateway.id, { receivedMs: atMs, topic: source, payload, decoded, error });

  const refuse = (gateway: KnownGateway, post: GatewayPost, error: unknown): string => {
    counters.count("message");
    const reason = error instanceof Error ? error.message : String(error);
    const outcome = error instanceof GatewayMismatch ? "gateway_mismatch" : "undecodable";
    counters.complain(outcome, `${gateway.name}: ${reason}`);
    keep(gateway, post, reason, false);
    return reason;
  };

  const take = (gateway: KnownGateway, post: GatewayPost): void => {
    const { atMs } = post;
    let decoded: GatewayMessage;
    try {
      decoded = readGatewayMessage(gateway, post);
    } catch (error) {
      refuse(gateway, post, error);
      return;
    }
    counters.count("message");
    if (decoded.kind === "alive") status.alive(gateway, atMs, decoded.firmware);
    else status.heard(gateway, atMs);
    if (decoded.kind !== "scan") {
      keep(gateway, post, null);
      return;
    }

    const { adverts, rejected } = decoded;
    const faults: string[] = [];
    if (rejected[0]) {
      counters.count("advert_rejected", rejected.length - 1);
      counters.complain("advert_rejected", `${gateway.name}: ${rejected[0].reason}`);
      faults.push(`${rejected.length} adverts left out: ${rejected[0].reason}`);
    }
    // The place comes first, since what it has heard was heard there.
    const misplaced = place(gateway, decoded.gps, atMs);
    if (misplaced !== null) faults.push(misplaced);
    keep(gateway, post, faults.length > 0 ? faults.join("; ") : null);
    sight(gateway, adverts, post);
  };
  return { take, refuse };
}

/**
 * When each advert of a message was heard, by our clock, ms. Some gateways stamp whole seconds: equal adverts of one
 * message are packets of their own, told apart by a millisecond each.
 */
function timesApart(arrivedMs: number): (trackerId: string, advert: Advert) => number {
  const equal = new Map<string, number>();
  return (trackerId, { ageMs, rssi }) => {
    const key = `${trackerId} ${ageMs} ${rssi}`;
    const before = equal.get(key) ?? 0;
    equal.set(key, before + 1);
    return arrivedMs - Math.max(0, ageMs) - before;
  };
}

/**
 * Decodes a gateway's message.
 * @throws {UndecodableMessage | GatewayMismatch} if no dialect can read it, or if it names another gateway
 */
export function readGatewayMessage(
  gateway: KnownGateway,
  { topics, payload }: Pick<GatewayPost, "topics" | "payload">,
): GatewayMessage {
  const reasons: string[] = [];
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
    const claimed = decoded.gateway;
    if (claimed !== gateway.mac && claimed !== gateway.mqttGuid)
      throw new GatewayMismatch(`the message says it is from ${claimed.slice(0, 40)}`);
    return decoded;
  }
  throw new UndecodableMessage(reasons.join("; ") || "no dialect speaks on this topic");
}

export class GatewayMismatch extends Error {}
