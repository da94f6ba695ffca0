import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { AuditLog } from "./audit/audit.service.ts";
import type { Bus } from "./bus/bus.ts";
import type { Config } from "./config/config.ts";
import type { Reading } from "./database/databasePort.ts";
import type { Database } from "./database/schema.ts";
import type { MqttAddress } from "./devices/mqttAddress.ts";
import type { ProvisionAccount } from "./devices/provisionAccount.ts";
import type { EventStream } from "./events/eventStream.ts";
import type { ByteStore } from "./files/byteStore.ts";
import type { FileStore } from "./files/fileStore.ts";
import type { Readiness } from "./health/readiness.ts";
import type { RouteContext } from "./http/route.ts";
import type { Job } from "./jobs/jobs.ts";
import type { SendMail } from "./mail/mail.ts";
import type { Lifecycle } from "./runtime/lifecycle.ts";
import type { Viewers } from "./sessions/viewers.ts";

/**
 * What the platform offers to slices. A slice names the few that it takes: `Pick<PlatformDependencies, "context" | "db">`.
 */
export interface PlatformDependencies {
  /** Where routes of the contract are registered, with the checks of their callers. */
  context: RouteContext;
  /** The server itself, for what is outside the contract. */
  app: FastifyInstance;
  config: Config;
  log: Logger;
  db: Kysely<Database>;
  /** For files and jobs, which may take their time. */
  background: Kysely<Database>;
  /** Where history and reports are read: a replica, where there is one. */
  reading: Reading;
  files: FileStore;
  /** Where the files of cold history are kept. */
  coldFiles: ByteStore;
  /** How the files' store is, if it is not the data folder. */
  remoteFiles: { look(): Promise<void>; unhealthyReason(): string | null } | null;
  bus: Bus;
  /** The stream of writes, for consumers that run once for the whole installation. */
  events: Pick<EventStream, "once">;
  audit: AuditLog;
  /** What people may do now. */
  viewers: Pick<Viewers, "person">;
  /** Sends new MQTT credentials to the broker if it needs them. */
  provisionAccount: ProvisionAccount;
  /** Where devices connect. */
  mqtt: MqttAddress;
  metrics: Registry;
  readiness: Readiness;
  sendMail: SendMail;
  now(): number;
  problem(error: unknown): void;
  /** Timers, and what to release at the stop; both end after the last request. */
  every: Lifecycle["every"];
  onStop: Lifecycle["onStop"];
  /** Registers work that one process does again and again. */
  job(job: Job): void;
}
