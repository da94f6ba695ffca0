import type { Advert } from "@pulse/protocols/message";
import type { Kysely } from "kysely";
import type { Registry } from "prom-client";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { RegisteredTracker } from "../../platform/devices/registeredDevice.ts";
import { isInScope, type LogScope } from "../../platform/log/logScope.ts";
import type { Authenticator } from "../../platform/http/admission.ts";
import type { Lifecycle } from "../../platform/runtime/lifecycle.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import { stalenessReason } from "../../platform/runtime/refresher.ts";
import type { Readiness } from "../../platform/health/readiness.ts";
import { type IngestCounters, ingestCounters } from "./counters.ts";
import { batteryLevelOf, type DeviceStatus, deviceStatus } from "./deviceStatus.ts";
import { devicesRepository } from "./devices.repository.ts";
import { gatewayAuthenticator } from "./gatewayAuthenticator.ts";
import { gatewayLogin } from "./gatewayLogin.ts";
import { gatewayIngest } from "./gatewayIngest.ts";
import type { GatewayHealth } from "./gatewayHealth.ts";
import { persistedHealth } from "./persistedHealth.ts";
import { type GatewayThrottle, gatewayThrottle } from "./gatewayThrottle.ts";
import { type GatewayMessages, gatewayMessages } from "./gatewayMessages.ts";
import { type GatewayFaults, gatewayFaults } from "./gatewayFaults.ts";
import { type IgnoredTopics, ignoredTopics } from "./ignoredTopics.ts";
import type { Intake, Source } from "./intake.ts";
import { type DeviceRegistry, deviceRegistry } from "./deviceRegistry.ts";
import { type RecordWork, recordWork } from "./recordWork.ts";
import { type ScansService, scansService } from "./scans.service.ts";
import { sharedTopics } from "./sharedTopics.repository.ts";
import type { SharedTopics } from "./sharedTopics.ts";
import { type Signals, signals } from "./signals.ts";
import { topicOwners } from "./topicOwners.ts";
import { trackerIngest } from "./trackerIngest.ts";
import { sharedIdentities } from "./sharedIdentities.ts";
import { uploadDelays } from "./uploadDelays.ts";

export interface IngestModule {
  devices: DeviceRegistry;
  status: DeviceStatus;
  signals: Signals;
  counters: IngestCounters;
  messages: GatewayMessages;
  faults: GatewayFaults;
  /** What gateways publish besides what is read. */
  ignored: IgnoredTopics;
  /** Resolves after a moment if a client publishes too much of what is not read; undefined: it does not. */
  slowForeign(client: { id: string; name: string }): Promise<void> | undefined;
  health: GatewayHealth;
  /** Whether a message of this gateway is one too many; it is counted then. */
  throttled(gateway: { id: string; name: string }): boolean;
  /** Resolves after a moment, so that a gateway that sends too much is read slowly. */
  hold: GatewayThrottle["hold"];
  /** Writes what the messages of the gateways of sites were like, now and then. */
  storeHealth(hasSite: (siteId: string) => boolean): Promise<void>;
  /** The site of a sender of messages; null: not known here yet. */
  siteOf(sender: Source): string | null;
  /** How gateways authenticate over HTTP. */
  gateways: Authenticator;
  /** Processes what devices of a partition sent, record by record. */
  recordsOf(scope: LogScope, bus: Bus): RecordWork;
  /** The same for a preview: what is read this way is neither counted nor kept. */
  previewRecords(scope: LogScope, bus: Bus): RecordWork;
  /** Which gateways could not be told apart from others. Our own broker tells all apart, by their credentials. */
  sharedTopics: SharedTopics;
  /** Takes what gateways post. */
  scans(sites: Pick<SiteModels, "of">, keep: Intake["posted"]): ScansService;
}

/** Joins everything that messages of gateways and trackers go through, whichever way they come. */
export async function ingestModule(parts: {
  db: Kysely<Database>;
  bus: Bus;
  metrics: Registry;
  log: Parameters<typeof ingestCounters>[1];
  /** What a gateway may send in the long run. */
  maxMessagesPerS: number;
  now: () => number;
  random: () => number;
  /** The broker is one that others run: it passes on only topics, not senders, and all senders share its connection. */
  isBrokerExternal: boolean;
  readiness: Pick<Readiness, "part">;
  onStop: Lifecycle["onStop"];
  problem(error: unknown): void;
}): Promise<IngestModule> {
  const { db, bus, now } = parts;
  const counters = ingestCounters(parts.metrics, parts.log, now);
  const faults = gatewayFaults(now);
  const devices = await deviceRegistry({ ...parts, faults, owners: parts.isBrokerExternal ? topicOwners() : null });
  parts.readiness.part("devices", () => stalenessReason(devices.staleSinceMs()));
  parts.onStop(devices.close);
  const status = deviceStatus(db, parts.problem);
  const messages = gatewayMessages();
  parts.onStop(bus.serve("loggedMessages", ({ gatewayId }) => messages.of(gatewayId)));
  parts.onStop(bus.serve("gatewayFaults", ({ gatewayId }) => faults.of(gatewayId)));
  parts.onStop(bus.serve("receivedTrackers", ({ gatewayId, sinceMs }) => status.trackersOf(gatewayId, sinceMs)));
  const login = gatewayLogin(devicesRepository(db).gatewayCredentials, (id) => faults.record(id, "password", null));
  const moduleSignals = signals({ db, now, refused: parts.problem });
  const persisted = await persistedHealth(parts);
  const throttle = gatewayThrottle(parts.maxMessagesPerS, now);
  const { health } = persisted;
  const ignored = ignoredTopics(now);
  parts.onStop(bus.serve("ignoredTopics", ({ gatewayId }) => ignored.of(gatewayId)));
  // A limit of its own: the settings that a device announces must not cost it a sighting.
  const foreignThrottle = gatewayThrottle(parts.maxMessagesPerS, now);
  const shared = sharedIdentities();
  parts.onStop(bus.serve("sharedIdentities", ({ siteId }) => shared.atSite(siteId, devices.trackerById, now())));
  const ingest = { bus, devices, counters, messages, faults, health, status, signals: moduleSignals, shared };
  // What was counted and logged before a restart is not counted and logged again.
  const replayParts = {
    ...ingest,
    counters: noCounters,
    messages: noMessages,
    faults: noFaults,
    health: noHealth,
    status: noStatus,
    signals: noSignals,
  };
  // Of a share only the places are made here: the site's home counts and stores the rest.
  const shareParts = {
    ...replayParts,
    status: {
      ...noStatus,
      trackerSighted: (_gatewayId: string, trackerId: string, _atMs: number, advert: Advert) =>
        status.noteBattery(trackerId, batteryLevelOf(advert)),
      trackerReported: (trackerId: string, _atMs: number, level: number | null) => status.noteBattery(trackerId, level),
    },
  };
  const fromGateway = gatewayIngest({ ...ingest, delays: uploadDelays(), isLocated: () => true, isShare: false });
  const throttled = (gateway: { id: string; name: string }): boolean => {
    if (throttle.passes(gateway.id)) return false;
    counters.complain("throttled", gateway.name);
    health.count(gateway.id, "throttled", now());
    return true;
  };
  const tooLong = ({ id, name }: { id: string; name: string }, about: string): void => {
    counters.complain("refused_packet_size", `${name}: ${about}`);
    faults.record(id, "too_long", about);
  };
  return {
    devices,
    status,
    signals: moduleSignals,
    counters,
    messages,
    faults,
    ignored,
    slowForeign: ({ id, name }) => {
      if (foreignThrottle.passes(id)) return undefined;
      counters.complain("throttled", name);
      return foreignThrottle.hold(id);
    },
    health,
    throttled,
    // Slowing down one sender would slow down all of them.
    hold: parts.isBrokerExternal ? () => Promise.resolve() : throttle.hold,
    storeHealth: (hasSite) =>
      persisted.store((gatewayId) => {
        const gateway = devices.gateway(gatewayId);
        return gateway !== undefined && hasSite(gateway.siteId);
      }),
    siteOf: ({ kind, id }) => (kind === "gateway" ? devices.gateway(id) : devices.trackerById(id))?.siteId ?? null,
    gateways: gatewayAuthenticator({ login, devices, counters }),
    recordsOf: (scope, ownBus) => {
      const isShare = scope.part !== null;
      // Messages from before a restart show a gateway's clock just as well as new ones.
      const own = {
        ...locatedIn(scope),
        bus: ownBus,
        delays: uploadDelays(),
        shared: isShare ? sharedIdentities() : shared,
      };
      const [first, replay] = [
        { ...(isShare ? shareParts : ingest), ...own },
        { ...replayParts, ...own },
      ];
      return recordWork({
        scope,
        devices,
        first: { fromGateway: gatewayIngest(first), fromTracker: trackerIngest(first) },
        replay: { fromGateway: gatewayIngest(replay), fromTracker: trackerIngest(replay) },
      });
    },
    previewRecords: (scope, previewBus) => {
      const own = { bus: previewBus, delays: uploadDelays(), shared: sharedIdentities() };
      const preview = { ...replayParts, ...locatedIn(scope), ...own };
      const uncountedIngest = { fromGateway: gatewayIngest(preview), fromTracker: trackerIngest(preview) };
      return recordWork({ scope, devices, first: uncountedIngest, replay: uncountedIngest });
    },
    sharedTopics: parts.isBrokerExternal ? sharedTopics : async () => [],
    scans: (sites, append) => scansService({ sites, fromGateway, append, now, throttled, tooLong }),
  };
}

/** Which trackers are located in a scope of the log. */
const locatedIn = (scope: LogScope) => ({
  isLocated: (tracker: RegisteredTracker, position: number) => isInScope(scope, tracker.siteId, tracker, position),
  isShare: scope.part !== null,
});

const nothing = (): void => undefined;
const noCounters = { count: nothing, complain: nothing };
const noSignals = { recordTelemetry: nothing, recordUnregistered: nothing };
const noMessages = { record: nothing };
const noFaults = { record: nothing };
const noHealth = { recordMessage: nothing, count: nothing };
const noStatus = {
  gatewayReported: nothing,
  gatewayActive: nothing,
  gatewayLeft: nothing,
  trackerSighted: nothing,
  trackerReported: nothing,
};
