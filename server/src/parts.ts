import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { FirstStart } from "./accounts/firstStart.ts";
import type { AccountKeeping } from "./accounts/accountKeeping.ts";
import type { UserPools } from "./identityLink/userPools.ts";
import type { Bus } from "./adapters/bus/bus.ts";
import type { Database } from "./adapters/database/schema.ts";
import type { SendMail } from "./adapters/mail/mail.ts";
import type { EventStream } from "./events/eventStream.ts";
import type { FileStore } from "./adapters/files/diskFileStore.ts";
import type { AuditLog } from "./audit/audit.service.ts";
import type { Config } from "./config.ts";
import type { RouteContext } from "./http/route.ts";
import type { Admit } from "./ingest/admitting.ts";
import type { Freshness } from "./ingest/freshness.ts";
import type { Ingesting } from "./ingest/ingesting.ts";
import type { MqttAddress } from "./ingest/mqttAddress.ts";
import type { ScansService } from "./ingest/scans.service.ts";
import type { Job } from "./jobs/jobs.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { Locating } from "./locate/locating.ts";
import type { Viewers } from "./signedIn/viewers.ts";
import type { OutboxEntry } from "./system/outboxEntry.ts";
import type { FreeSpace } from "./system/diskSpace.ts";
import type { Readiness } from "./system/readiness.ts";
import type { Resolve } from "./webhooks/webhookAddress.ts";

/**
 * What exists before the slices are put together. A slice names the few that it takes: `Pick<Parts, "context" | "db">`.
 */
export interface Parts {
  /** Where routes of the contract are registered, with the checks of their callers. */
  context: RouteContext;
  /** The server itself, for what is outside the contract. */
  app: FastifyInstance;
  config: Config;
  log: Logger;
  db: Kysely<Database>;
  /** For files and jobs, which may take their time. */
  background: Kysely<Database>;
  files: FileStore;
  bus: Bus;
  /** The stream of writes, for consumers that run once for the whole installation. */
  events: Pick<EventStream, "once">;
  audit: AuditLog;
  pools: UserPools;
  keeping: AccountKeeping;
  firstStart: FirstStart;
  /** What people may do now. */
  viewers: Pick<Viewers, "person">;
  /** What gateways post. */
  scans: ScansService;
  /** The devices that the live path knows, and what they have reported. */
  ingest: Pick<Ingesting, "devices" | "status" | "sharedTopics">;
  /** The way to devices that are connected. */
  broker: { hears(topic: string): boolean; tell(topic: string, text: () => string): void };
  /** Sends new MQTT credentials to the broker if it needs them. */
  admit: Admit;
  located: Pick<Locating, "calibration" | "explain" | "refit">;
  metrics: Registry;
  readiness: Readiness;
  /** How far the processing of devices' messages has come. */
  freshness: Freshness;
  sendMail: SendMail;
  /** The messages that no service is set to send. */
  outbox(): Promise<OutboxEntry[]>;
  /** Where devices connect. */
  mqtt: MqttAddress;
  now(): number;
  /** Resolves a webhook's host; undefined: the system does. */
  resolveHost: Resolve | undefined;
  /** What the data folder's disk has left. */
  freeSpace(): Promise<FreeSpace>;
  problem(error: unknown): void;
  /** Timers, and what to release at the stop; both end after the last request. */
  every: Lifecycle["every"];
  onStop: Lifecycle["onStop"];
  /** Registers work that one process does again and again. */
  job(job: Job): void;
}
