import { parseMac } from "@pulse/protocols/mac";
import type { Advert, GatewayMessage, GpsReading, ReceiverAdverts } from "@pulse/protocols/message";
import type { Bus, Sighting } from "../../platform/bus/bus.ts";
import type { IngestCounters } from "./counters.ts";
import type { GatewayHealth } from "./gatewayHealth.ts";
import type { GatewayMessages } from "./gatewayMessages.ts";
import type { GatewayFaults } from "./gatewayFaults.ts";
import type { DeviceStatus } from "./deviceStatus.ts";
import type { Signals } from "./signals.ts";
import type { TrackerSighting } from "./trackerSightings.repository.ts";
import type { UploadDelays } from "./uploadDelays.ts";
import type { RegisteredGateway, RegisteredTracker } from "../../platform/devices/registeredDevice.ts";
import type { DeviceRegistry } from "./deviceRegistry.ts";
import type { SharedIdentities } from "./sharedIdentities.ts";
import { distinctTimes } from "./distinctTimes.ts";
import { GatewayMismatch, readGatewayMessage } from "./readGatewayMessage.ts";

/** An advert said to be older than this has a broken clock, or a day of outage behind it. */
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
  process(gateway: RegisteredGateway, post: GatewayPost): void;
  /** Notes a message that could not be read, or was another gateway's. Returns the reason in words. */
  refuse(gateway: RegisteredGateway, post: GatewayPost, error: unknown): string;
}

/**
 * Turns a gateway's messages into sightings on the bus. The order is that of arrival; an advert's time follows from its
 * age in the message and from how long that waited. What cannot be read or is unknown is counted and kept for the
 * developer tools, and does not stop the rest.
 */
export function gatewayIngest(parts: {
  bus: Bus;
  devices: Pick<DeviceRegistry, "tracker" | "gatewayByMac">;
  counters: Pick<IngestCounters, "count" | "complain">;
  messages: Pick<GatewayMessages, "record">;
  status: Pick<DeviceStatus, "gatewayReported" | "gatewayActive" | "gatewayLeft" | "trackerSighted">;
  signals: Pick<Signals, "recordTelemetry" | "recordUnregistered">;
  faults: Pick<GatewayFaults, "record">;
  health: Pick<GatewayHealth, "recordMessage" | "count">;
  delays: UploadDelays;
  shared: Pick<SharedIdentities, "isShared">;
  /** Whether a tracker is located here. */
  isLocated(tracker: RegisteredTracker, position: number): boolean;
  /** Only what is said of trackers that are located here counts: for a share of a site whose home has the rest. */
  isShare: boolean;
}): GatewayIngest {
  const { bus, devices, counters, messages, status, signals, faults, health, delays, shared, isLocated, isShare } =
    parts;

  /** Moves a mobile gateway. Returns what is wrong with the position, in words; null: nothing. */
  const place = (gateway: RegisteredGateway, gps: GpsReading | undefined, atMs: number): string | null => {
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
    bus.publish("gatewayPlaces", { siteId: gateway.siteId, gatewayId: gateway.id, atMs, lat, lon, accuracyM });
    return null;
  };

  /** The sightings of other receivers for which a middleware speaks; those that nobody has onboarded are noted. */
  const sightOfReceivers = (
    sender: RegisteredGateway,
    others: readonly ReceiverAdverts[],
    post: GatewayPost,
    delayMs: number,
  ): void => {
    for (const { gateway: mac, adverts } of others) {
      const receiver = devices.gatewayByMac(sender.customerId, mac);
      if (receiver === undefined)
        signals.recordUnregistered(unregisteredGateway(sender, mac, sender.hardwareType, post.atMs));
      else if (receiver.siteId !== sender.siteId) counters.count("foreign_site", adverts.length);
      else {
        if (receiver.id !== sender.id) status.gatewayActive(receiver, post.atMs);
        sight(receiver, adverts, post, delayMs);
      }
    }
  };

  const sight = (gateway: RegisteredGateway, adverts: readonly Advert[], post: GatewayPost, delayMs: number): void => {
    const { atMs: arrivedMs, position } = post;
    const sightings: Sighting[] = [];
    let counted = 0;
    const timeOf = distinctTimes(arrivedMs - delayMs);
    for (const advert of adverts) {
      const tracker = devices.tracker(gateway.customerId, advert);
      const isHere = tracker !== undefined && isLocated(tracker, position);
      if (isShare && !isHere) continue;
      if (tracker === undefined) {
        counters.count("unknown_tracker");
        const { mac, rssi, frame: kind = "unknown" } = advert;
        const identities = shownIdentities(advert);
        signals.recordUnregistered({
          ...placeOf(gateway),
          thing: "beacon",
          mac,
          ...(identities.length > 0 ? { identities } : {}),
          kind,
          rssi,
          atMs: arrivedMs,
        });
        continue;
      }
      if (tracker.siteId !== gateway.siteId) {
        counters.count("foreign_site");
        continue;
      }
      if (advert.ageMs + delayMs > maxAgeMs) {
        counters.complain("advert_rejected", `${gateway.name}: an advert is said to be over a day old`);
        continue;
      }
      if (shared.isShared(tracker, advert, arrivedMs - delayMs - advert.ageMs)) {
        counters.count("shared_identity");
        continue;
      }
      const atMs = timeOf(tracker.id, advert);
      counted++;
      if (isHere) sightings.push(sightingOf(tracker.id, atMs, advert));
      status.trackerSighted(gateway.id, tracker.id, atMs, advert);
      signals.recordTelemetry(tracker.id, atMs, advert);
    }
    if (counted > 0) counters.count("sighting", counted);
    if (sightings.length === 0) return;
    bus.publish("sightings", {
      siteId: gateway.siteId,
      gatewayId: gateway.id,
      receivedMs: arrivedMs,
      position,
      sightings,
    });
  };

  const record = (
    gateway: RegisteredGateway,
    { source, payload, atMs }: GatewayPost,
    error: string | null,
    decoded = true,
  ): void => messages.record(gateway.id, { receivedMs: atMs, topic: source, payload, decoded, error });

  const refuse = (gateway: RegisteredGateway, post: GatewayPost, error: unknown): string => {
    counters.count("message");
    const reason = error instanceof Error ? error.message : String(error);
    const outcome = error instanceof GatewayMismatch ? "gateway_mismatch" : "undecodable";
    // A gateway that uses another one's account exists, but is not onboarded.
    if (error instanceof GatewayMismatch && parseMac(error.claimed) !== null)
      signals.recordUnregistered(unregisteredGateway(gateway, parseMac(error.claimed)!, error.dialect, post.atMs));
    counters.complain(outcome, `${gateway.name}: ${reason}`);
    record(gateway, post, reason, false);
    health.count(gateway.id, error instanceof GatewayMismatch ? "mismatched" : "undecodable", post.atMs);
    if (error instanceof GatewayMismatch) faults.record(gateway.id, "other_gateway", error.claimed);
    else faults.record(gateway.id, "unreadable", reason);
    return reason;
  };

  const process = (gateway: RegisteredGateway, post: GatewayPost): void => {
    const { atMs } = post;
    let decoded: GatewayMessage;
    try {
      decoded = readGatewayMessage(gateway, post);
    } catch (error) {
      refuse(gateway, post, error);
      return;
    }
    counters.count("message");
    if (decoded.kind === "offline") {
      status.gatewayLeft(gateway.id);
      record(gateway, post, null);
      return;
    }
    if (decoded.kind === "alive") status.gatewayReported(gateway, atMs, decoded.firmware);
    else status.gatewayActive(gateway, atMs);
    health.recordMessage(gateway.id, {
      atMs,
      payload: post.payload,
      clock: decoded.kind === "scan" && !decoded.clock?.unset ? decoded.clock : undefined,
    });
    if (decoded.kind !== "scan") {
      record(gateway, post, null);
      if (decoded.kind === "reply" && decoded.reply !== null && !isShare)
        bus.publish("deviceReplies", { siteId: gateway.siteId, gatewayId: gateway.id, ...replyFields(decoded.reply) });
      return;
    }

    const { adverts, rejected } = decoded;
    const delayMs = delays.of(gateway.id, decoded.clock, atMs);
    const problems: string[] = [];
    if (rejected[0]) {
      counters.count("advert_rejected", rejected.length - 1);
      counters.complain("advert_rejected", `${gateway.name}: ${rejected[0].reason}`);
      problems.push(`${rejected.length} adverts left out: ${rejected[0].reason}`);
    }
    const flawed = adverts.find(({ flaw }) => flaw !== undefined);
    if (flawed) problems.push(`a part of an advert is left out: ${flawed.mac}: ${flawed.flaw}`);
    // The place comes first, since the adverts were heard there.
    const misplaced = place(gateway, decoded.gps, atMs - delayMs);
    if (misplaced !== null) problems.push(misplaced);
    record(gateway, post, problems.length > 0 ? problems.join("; ") : null);
    sight(gateway, adverts, post, delayMs);
    if (decoded.receivers) sightOfReceivers(gateway, decoded.receivers, post, delayMs);
  };
  return { process, refuse };
}

const replyFields = ({
  gateway,
  tracker,
  told: report,
  ...reply
}: NonNullable<Extract<GatewayMessage, { kind: "reply" }>["reply"]>) => ({
  ...reply,
  report,
  gateway: gateway && { ...gateway },
  tracker: tracker && { ...tracker },
});

/** What an advert says it is besides its address. */
function shownIdentities({ ibeacon, eddystoneUid }: Advert): NonNullable<TrackerSighting["identities"]> {
  return [
    ...(ibeacon === undefined ? [] : [{ kind: "ibeacon" as const, value: ibeacon }]),
    ...(eddystoneUid === undefined ? [] : [{ kind: "eddystone_uid" as const, value: eddystoneUid }]),
  ];
}

function sightingOf(trackerId: string, atMs: number, advert: Advert): Sighting {
  const sighting: Sighting = { trackerId, rssi: advert.rssi, atMs };
  if (advert.moving !== undefined) sighting.moving = advert.moving;
  if (advert.measuredPower !== undefined) sighting.measuredPower = advert.measuredPower;
  if (advert.smoothed !== undefined) sighting.smoothed = advert.smoothed;
  if (advert.range !== undefined) sighting.range = { ...advert.range };
  if (advert.angle !== undefined) sighting.angle = { ...advert.angle };
  return sighting;
}

/** A gateway that nobody has onboarded, known because it uses the account of one that is. */
export function unregisteredGateway(
  account: RegisteredGateway,
  mac: string,
  dialect: string,
  atMs: number,
): Parameters<Signals["recordUnregistered"]>[0] {
  return { ...placeOf(account), thing: "gateway", mac, kind: dialect, rssi: null, atMs };
}

function placeOf({ id: gatewayId, siteId, customerId }: RegisteredGateway) {
  return { gatewayId, siteId, customerId };
}
