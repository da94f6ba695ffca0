import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { FirstStart } from "./accounts/firstStart.ts";
import type { AccountKeeping } from "./accounts/accountKeeping.ts";
import type { UserPools } from "./identityLink/userPools.ts";
import type { Bus } from "./adapters/bus/bus.ts";
import type { Database } from "./adapters/database/schema.ts";
import type { FileStore } from "./adapters/files/diskFileStore.ts";
import type { AuditLog } from "./audit/audit.service.ts";
import type { Config } from "./config.ts";
import type { RouteContext } from "./http/route.ts";
import type { ScansService } from "./ingest/scans.service.ts";
import type { Job } from "./jobs/jobs.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { Locating } from "./locate/locating.ts";
import type { OutboxEntry } from "./system/outboxEntry.ts";
import type { Readiness } from "./system/readiness.ts";

/**
 * What the server has before its nouns are put together. A slice names the few of them that it takes:
 * `Pick<Parts, "context" | "db">`.
 */
export interface Parts {
  /** Where routes of the contract are registered, with what judges their callers. */
  context: RouteContext;
  /** The server itself, for what stands beside the contract. */
  app: FastifyInstance;
  config: Config;
  log: Logger;
  db: Kysely<Database>;
  /** For files and jobs, which may take their time. */
  background: Kysely<Database>;
  files: FileStore;
  bus: Bus;
  audit: AuditLog;
  pools: UserPools;
  keeping: AccountKeeping;
  firstStart: FirstStart;
  /** What gateways post. */
  scans: ScansService;
  located: Pick<Locating, "calibration" | "explain">;
  metrics: Registry;
  readiness: Readiness;
  /** What was sent where nothing is set that sends. */
  outbox(): Promise<OutboxEntry[]>;
  /** Where devices connect. */
  mqtt: { host: string; port(): number };
  now(): number;
  problem(error: unknown): void;
  /** Timers and what is let go of, both ended after the last request. */
  every: Lifecycle["every"];
  onStop: Lifecycle["onStop"];
  /** Registers work that one process does again and again. */
  job(job: Job): void;
}
