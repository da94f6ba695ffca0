import type { Kysely } from "kysely";
import type { Registry } from "prom-client";
import type { Bus } from "../adapters/bus/bus.ts";
import type { Database } from "../adapters/database/schema.ts";
import type { Authenticator } from "../http/admission.ts";
import type { Lifecycle } from "../lifecycle.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import { staleWords } from "../refresher.ts";
import type { Readiness } from "../system/readiness.ts";
import { type IngestCounters, ingestCounters } from "./counters.ts";
import { type DeviceStatus, deviceStatus } from "./deviceStatus.ts";
import { devicesRepository } from "./devices.repository.ts";
import { gatewayAuthenticator } from "./gatewayAuthenticator.ts";
import { gatewayDoor } from "./gatewayDoor.ts";
import { gatewayIngest } from "./gatewayIngest.ts";
import { type GatewayMessages, gatewayMessages } from "./gatewayMessages.ts";
import type { Intake } from "./intake.ts";
import { type KnownDevices, knownDevices } from "./knownDevices.ts";
import { type RecordWork, recordWork } from "./recordWork.ts";
import { type ScansService, scansService } from "./scans.service.ts";
import { trackerIngest } from "./trackerIngest.ts";

export interface Ingesting {
  devices: KnownDevices;
  status: DeviceStatus;
  counters: IngestCounters;
  messages: GatewayMessages;
  /** How gateways authenticate over HTTP. */
  gateways: Authenticator;
  /** Works what devices said, record by record. */
  records: RecordWork;
  /** Takes what gateways post. */
  scans(sites: Pick<SiteModels, "of">, keep: Intake["posted"]): ScansService;
}

/** Joins everything that messages of gateways and trackers go through, whichever way they come. */
export async function ingesting(parts: {
  db: Kysely<Database>;
  bus: Bus;
  metrics: Registry;
  log: Parameters<typeof ingestCounters>[1];
  now: () => number;
  random: () => number;
  readiness: Pick<Readiness, "part">;
  onStop: Lifecycle["onStop"];
  problem(error: unknown): void;
}): Promise<Ingesting> {
  const { db, bus, now } = parts;
  const counters = ingestCounters(parts.metrics, parts.log, now);
  const devices = await knownDevices(parts);
  parts.readiness.part("devices", () => staleWords(devices.staleSinceMs()));
  parts.onStop(devices.close);
  const status = deviceStatus(db, parts.problem);
  const messages = gatewayMessages();
  parts.onStop(bus.serve("keptMessages", ({ hardwareId }) => messages.of(hardwareId)));
  parts.onStop(bus.serve("hearing", ({ hardwareId, sinceMs }) => status.hearing(hardwareId, sinceMs)));
  const door = gatewayDoor(devicesRepository(db).gatewayCredentials);
  const ingest = { bus, devices, counters, messages, status };
  // What was counted and logged before a restart is not counted and logged again.
  const again = { ...ingest, counters: uncounted, messages: unkept, status: untold };
  const fromGateway = gatewayIngest(ingest);
  return {
    devices,
    status,
    counters,
    messages,
    gateways: gatewayAuthenticator({ door, devices, counters }),
    records: recordWork({
      devices,
      first: { fromGateway, fromTracker: trackerIngest(ingest) },
      again: { fromGateway: gatewayIngest(again), fromTracker: trackerIngest(again) },
    }),
    scans: (sites, keep) => scansService({ sites, fromGateway, keep, now }),
  };
}

const nothing = (): void => undefined;
const uncounted = { count: nothing, complain: nothing };
const unkept = { keep: nothing };
const untold = { alive: nothing, heard: nothing, trackerHeard: nothing, trackerSaid: nothing };
