import { limits } from "@pulse/contract/limits";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Superadmins } from "../resources/accounts/superadmins.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { OpenDatabase } from "../platform/database/database.ts";
import type { Database } from "../platform/database/schema.ts";
import type { FileStore } from "../platform/files/fileStore.ts";
import type { Config } from "../platform/config/config.ts";
import { type DevicePath, devicePath } from "./devicePath.ts";
import { claimPort } from "./claimPort.ts";
import type { everySlice } from "./everySlice.ts";
import type { locateAlone } from "./locateAlone.ts";
import type { Served } from "./served.ts";
import { followEvents } from "./followEvents.ts";
import type { LogRecord } from "../platform/log/messageLog.ts";
import { type DelayWork, baseContext } from "./baseContext.ts";
import { hostIdentity, type Identity } from "./hostIdentity.ts";
import { brokerHandle } from "./brokerHandle.ts";
import { listen } from "./listen.ts";
import { ownListener } from "./ownListener.ts";
import { openMessages } from "./openMessages.ts";
import { createMetrics } from "./createMetrics.ts";
import { openBroker } from "./openBroker.ts";
import { openBus, openNats } from "./openNats.ts";
import { openServer } from "./openServer.ts";
import { type WriteRecording, openWriteRecording } from "./openWriteRecording.ts";
import { beginWork, type Work } from "./beginWork.ts";
import { openStorage } from "./storage.ts";
import { uncaughtErrors } from "./uncaughtErrors.ts";
import type { FreeSpace } from "../resources/system/diskSpace.ts";
import { readiness as readinessOf } from "../platform/health/readiness.ts";
import type { Resolve } from "../resources/webhooks/webhookAddress.ts";

export type { Identity };

/** What a demo fills with data before the first request is served. */
export interface Prepared {
  db: Kysely<Database>;
  files: FileStore;
  identity: Identity;
}

export interface PulseOptions {
  log: Logger;
  webFolder: string;
  /** The built documentation; it may be missing. */
  docsFolder?: string | undefined;
  now?: () => number;
  /** Resolves a webhook's host instead of the system. */
  resolveHost?: Resolve;
  /** How long a company's identity provider may take to answer. */
  providerTimeoutMs?: number;
  /** Says what the data folder's disk has left instead of the system. */
  freeSpace?: () => Promise<FreeSpace>;
  /** The commit that runs, asked for when somebody wants to know; null: it is not known. */
  commit?: () => string | null;
  /** Fills the database before the first request is served. */
  prepare?: (parts: Prepared) => Promise<void>;
  /** An open database, which stays its owner's; otherwise one is opened as the settings say. */
  database?: OpenDatabase;
  /** How many messages of a gateway are taken a second; benchmarks measure rates beyond that. */
  maxMessagesPerS?: number;
  /** Awaited before each of devices' messages is processed: tests stand in for a slow processor with it. */
  delayWork?: DelayWork;
  breakWork?: (record: LogRecord) => void;
  /** Checks every message on the bus, which tests can afford. */
  checkMessages?: boolean;
}

/** A running Pulse, as the command line and the tests use it. */
export interface Pulse {
  url: string;
  /** The ports that it listens on. */
  port: number;
  /** Null: there is no port that redirects to HTTPS. */
  redirectPort: number | null;
  /** 0: another process has the broker's connections. */
  mqttPort: number;
  /** Null: no TLS. */
  mqttTlsPort: number | null;
  db: Kysely<Database>;
  databaseKind: "pglite" | "postgres";
  files: FileStore;
  /** Null: the pools are at Amazon, or people sign in at other processes. */
  identity: Identity | null;
  bus: Bus;
  /** Null: nobody signs in at this process. */
  superadmins: Superadmins | null;
  /** The token of the one-time link for the first superadmin; null when there is one. */
  openFirstStart(): Promise<string | null>;
  /**
   * Waits until every cache has read what `bus` announced as changed, all logged messages are processed, and the audit
   * log is written.
   */
  settled(): Promise<void>;
  /** Checks again who is still signed in and may be sent what; done every few seconds anyway. */
  recheck(): Promise<void>;
  /** Does now what is done every few seconds anyway: history is filled, reference beacons are checked, and so on. */
  turn(): Promise<void>;
  /** Resolves with the reason if this process can no longer work on the log. Whoever runs it then has to stop it. */
  lost: Promise<Error>;
  /** Logs and counts an error that nobody caught. Whoever runs the process then has to stop it. */
  uncaught(error: unknown): void;
  /** Stops taking work, stores what is under way, and releases everything. */
  stop(): Promise<void>;
}

/** Waits until all that Pulse was given is processed and stored. */
async function allSettled({
  ingest,
  located,
  work,
  settling,
  audit,
}: Pick<DevicePath, "ingest" | "located"> &
  Pick<WriteRecording, "audit"> & {
    work: Work;
    settling: Promise<void>;
  }): Promise<void> {
  await ingest.devices.settled();
  await located.models.settled();
  await work.settled();
  await settling;
  await audit.flush();
}

/** What this process offers to people, by its roles. What it does not offer is not loaded. */
async function servedBy(
  parts: Omit<Parameters<typeof everySlice>[0], "gateways"> &
    Omit<Parameters<typeof locateAlone>[0], "app"> &
    Pick<DevicePath, "ingest">,
): Promise<Served> {
  const { roles } = parts.config;
  if (roles.size === 1 && roles.has("locate")) {
    const { locateAlone: open } = await import("./locateAlone.ts");
    return open({ ...parts, ...parts.server });
  }
  const { everySlice: open } = await import("./everySlice.ts");
  return open({ ...parts, gateways: parts.ingest.gateways });
}

/**
 * Starts Pulse, phase by phase: each uses the results of the ones before it, and what was started last is the first to
 * stop. Throws a ConfigError of one line.
 */
export async function createPulse(config: Config, options: PulseOptions): Promise<Pulse> {
  const begun = baseContext(config, options);
  try {
    const base = await ownListener(await claimPort(begun));
    const storage = await openStorage(base, options.database);
    const { db, database, files } = storage;
    const messages = await openMessages({ ...base, db });
    const measured = createMetrics(base);
    const nats = await openNats(base);
    const bus = openBus({ ...base, ...measured, nats, checkAll: options.checkMessages ?? false });
    const recorded = openWriteRecording({ ...base, ...measured, db, dataDir: storage.ownFolder });
    const identity = await hostIdentity({ ...base, ...recorded, ...measured, ...messages, db });
    if (identity) await options.prepare?.({ db, files, identity });

    // Before anything is read into memory, so that no change falls in between.
    const broker = brokerHandle(base);
    await followEvents({ ...recorded, bus, broker });
    let isStarted = false;
    const readiness = readinessOf({ ...base, ...measured, ping: storage.ping, started: () => isStarted });
    const { maxMessagesPerS = limits.gatewayMessagesPerS } = options;
    const path = await devicePath({ ...base, ...measured, ...recorded, db, bus, nats, readiness, maxMessagesPerS });

    const server = await openServer(base);
    const phases = { ...base, ...storage, ...measured, ...recorded, ...path, ...messages, bus, broker, readiness };
    const served = await servedBy({
      ...phases,
      server,
      identity,
      webFolder: options.webFolder,
      docsFolder: options.docsFolder,
    });
    const { live, retained } = served;
    const web = await listen(server.app, base);
    const work = await beginWork({ ...phases, bus, nats, live });
    const mqttPort = await openBroker({ ...server, ...base, ...path, broker, db, bus, nats, readiness, retained });
    isStarted = true;
    base.onStop(() => void (isStarted = false));
    const settling = served.settleAccounts();
    return {
      ...web,
      mqttPort,
      mqttTlsPort: broker.address().tlsPort,
      db,
      databaseKind: database.kind,
      files,
      identity,
      bus,
      superadmins: served.superadmins,
      openFirstStart: served.openFirstStart,
      settled: () => allSettled({ ...path, ...recorded, work, settling }),
      lost: path.lost,
      recheck: served.recheck,
      turn: () => base.turn().then(server.turn),
      uncaught: uncaughtErrors({ ...base, ...measured }),
      stop: base.stop,
    };
  } catch (error) {
    await begun.stop();
    throw error;
  }
}
