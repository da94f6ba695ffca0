import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { createIdentity, type Identity, identityMigrations } from "@pulse/identity/identity";
import { limits } from "@pulse/contract/limits";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { smsMetric } from "./accounts/smsMetric.ts";
import { firstStart } from "./accounts/firstStart.ts";
import { superadmins, type Superadmins } from "./accounts/superadmins.ts";
import { userPools } from "./identityLink/userPools.ts";
import { aedesBroker } from "./adapters/broker/aedesBroker.ts";
import type { Broker } from "./adapters/broker/broker.ts";
import { inProcessBus } from "./adapters/bus/inProcessBus.ts";
import type { Bus } from "./adapters/bus/bus.ts";
import { openDatabase, type OpenDatabase, ping } from "./adapters/database/database.ts";
import { lockFolder } from "./adapters/database/folderLock.ts";
import { endLeases } from "./adapters/database/lease.ts";
import type { Database } from "./adapters/database/schema.ts";
import { diskFileStore, type FileStore } from "./adapters/files/diskFileStore.ts";
import { segmentLog } from "./adapters/log/segmentLog.ts";
import { outbox } from "./system/outbox.repository.ts";
import { api } from "./api.ts";
import { appOptions, newApp } from "./app.ts";
import type { AuditLog } from "./audit/audit.service.ts";
import { identityEvents } from "./audit/identityEvents.ts";
import type { Config } from "./config.ts";
import { sweepingOrphans } from "./files/orphans.ts";
import { announceChanges, endConnections } from "./events/consumers.ts";
import { historyJob } from "./history/historyJob.ts";
import { retention } from "./history/retention.ts";
import { type TrackSmoother, trackSmoother } from "./history/trackSmoother.ts";
import { personAuthenticator } from "./http/authenticate.ts";
import { registerWebApp } from "./http/webApp.ts";
import { deviceLog } from "./ingest/deviceLog.ts";
import { ingesting } from "./ingest/ingesting.ts";
import { liveGateways } from "./gateways/liveGateways.ts";
import { startJobs } from "./jobs/jobs.ts";
import { lifecycle } from "./lifecycle.ts";
import { recording } from "./recording.ts";
import { storedAssetFixes } from "./live/assetFixes.repository.ts";
import { assetFusion } from "./live/assetFusion.ts";
import { livePath } from "./live/livePath.ts";
import { locationsText } from "./live/liveServer.ts";
import { liveSocket } from "./live/liveSocket.ts";
import { locating } from "./locate/locating.ts";
import { revokedSessions } from "./signedIn/revokedSessions.ts";
import { viewers } from "./signedIn/viewers.ts";
import { sitesRepository } from "./sites/sites.repository.ts";
import { sitesService } from "./sites/sites.service.ts";
import { checkWritable, taken } from "./startFaults.ts";
import { buffers } from "./system/buffers.ts";
import { publicConfig } from "./system/publicConfig.ts";
import { readiness } from "./system/readiness.ts";
import { customersRepository } from "./customers/customers.repository.ts";

export type { Identity };

/** What a demo fills before the first request is served. */
export interface Prepared {
  db: Kysely<Database>;
  files: FileStore;
  identity: Identity;
}

/** A running Pulse, as the command line and the tests hold it. */
export interface Pulse {
  url: string;
  mqttPort: number;
  db: Kysely<Database>;
  databaseKind: "pglite" | "postgres";
  files: FileStore;
  /** Null: the pools are at Amazon. */
  identity: Identity | null;
  bus: Bus;
  superadmins: Superadmins;
  /** The token of the one-time link for the first superadmin; null when there is one. */
  openFirstStart(): Promise<string | null>;
  /** Waits until every cache has read what `bus` announced as changed, all that is kept is worked, and the audit log is written. */
  settled(): Promise<void>;
  /** Looks again who is still signed in and may hear what; done every few seconds anyway. */
  recheck(): Promise<void>;
  /** Stops taking work, writes down what is under way, lets go of everything. */
  stop(): Promise<void>;
}

/** Known to this process alone, so that nobody else's calls can pass for its own. */
export const ownAgent = `pulse-server/${randomUUID()}`;
/** How often work on accounts is tried again for which the pool was away. */
const settleMs = 60_000;

/** The database of the settings, brought to this release, identity's tables among the others. */
export async function openConfigured(config: Config, onError?: (error: unknown) => void): Promise<OpenDatabase> {
  const database = await openDatabase({
    dataDir: resolve(config.dataDir),
    databaseUrl: config.databaseUrl,
    extraMigrations: identityMigrations,
    ...(onError ? { onError } : {}),
  });
  // The folder admits one process, so whoever held a lease before is gone.
  if (database.kind === "pglite") await endLeases(database.db);
  return database;
}

/** The embedded endpoint over a database; null: the settings name Amazon's pools. */
export async function hostIdentity(
  config: Config,
  parts: Pick<Parameters<typeof createIdentity>[0], "deliver" | "now" | "log" | "onSms"> & {
    db: Kysely<Database>;
    audit: AuditLog;
  },
): Promise<Identity | null> {
  const { db, audit, ...rest } = parts;
  if (config.identity.mode === "cognito") return null;
  return createIdentity({
    ...rest,
    db: db as unknown as Parameters<typeof createIdentity>[0]["db"],
    publicUrl: config.publicUrl,
    keysDir: join(resolve(config.dataDir), "keys"),
    onAudit: identityEvents(audit, ownAgent),
  });
}

/** Builds the parts, joins them and starts them: the only place that picks adapters. Throws a ConfigError of one line. */
export async function createPulse(
  config: Config,
  options: {
    log: Logger;
    webFolder: string;
    now?: () => number;
    /** Fills the database before the first request is served. */
    prepare?: (parts: Prepared) => Promise<void>;
    /** An open database, which stays its owner's; otherwise one is opened as the settings say. */
    database?: OpenDatabase;
    /** Checks every message on the bus, which tests can afford. */
    checkMessages?: boolean;
  },
): Promise<Pulse> {
  const { log } = options;
  const now = options.now ?? Date.now;
  const dataDir = resolve(config.dataDir);
  for (const name of config.unknownSettings) log.warn(`${name} is not a setting of Pulse; the README lists them all`);
  checkWritable(config.dataDir, dataDir);
  const problem = (error: unknown): void => log.error({ err: error }, "work in the background failed");
  const { onStop, every, stop } = lifecycle(problem);

  try {
    const database = options.database ?? (await openConfigured(config, problem));
    const { db } = database;
    if (!options.database) onStop(() => database.close());

    // The embedded database takes this lock itself; beside a server the log and the spool need it.
    if (!options.database && database.kind === "postgres") onStop(lockFolder(dataDir).release);
    const messages = outbox(db, now);
    const metrics = new Registry();
    collectDefaultMetrics({ register: metrics });
    onStop(() => metrics.clear());
    const waiting = buffers(metrics, now);
    const onSms = smsMetric(metrics);
    const bus = inProcessBus({ now, problem, buffers: waiting, checkAll: options.checkMessages ?? false });
    const { audit, events, unit } = recording({ db, dataDir, log, now, problem, waiting, every, onStop });
    const identity = await hostIdentity(config, { db, audit, deliver: messages.deliver, now, log, onSms });
    onStop(() => identity?.close());

    const files = await diskFileStore(join(dataDir, "files"));
    if (identity) await options.prepare?.({ db, files, identity });

    let broker: Broker | null = null;
    // Before anything is read into memory, so that no change falls in between.
    await events.inEveryProcess(announceChanges(bus));
    await events.inEveryProcess(endConnections((clientId) => broker?.disconnect(clientId)));
    const ready = readiness({ metrics, ping: () => ping(db), started: () => broker !== null, now });
    const beside = { db, bus, readiness: ready, now, random: Math.random, problem, every, onStop };
    const ingest = await ingesting({ ...beside, metrics, log });
    const { devices, status, counters } = ingest;

    let tracks: TrackSmoother | null = null;
    onStop(() => tracks?.close());
    const folder = join(dataDir, "log");
    const said = await segmentLog({ folder, now, maxBytes: config.logMaxMb * 1024 * 1024 });
    waiting.add("gateway_messages", ingest.messages.size);
    const heard = await deviceLog({ ...beside, said, folder, waiting, log });
    const { positions, sightings } = heard;
    const flushSightings = sightings.flush;
    const { models, worker, ...located } = locating({ ...beside, devices, status, unit, flushSightings });
    onStop(bus.serve("liveGateways", liveGateways(status, worker.deaf)));
    const scans = ingest.scans(models, heard.posted);
    tracks = trackSmoother({ db, bus, sites: models, now, log });
    const old = retention({ db: database.background, keep: config.keep, now, log });
    if (config.roles.has("jobs")) {
      const jobs = startJobs({ database, jobs: [historyJob(old)], problem });
      onStop(() => jobs.stop());
    }
    sweepingOrphans({ ...beside, db: database.background, store: files });

    const app = await newApp(log, appOptions(config));
    onStop(() => app.close());
    const allViewers = viewers(db, now);
    // Amazon tells nobody which sessions it has ended: its tokens are good until they expire.
    const revoked = revokedSessions(identity?.revokedOriginJtis ?? (async () => []), now);
    await revoked.refresh();
    const pools = userPools(config, identity, { agent: ownAgent, now, problem });
    const { current, legacy } = pools;
    onStop(() => {
      current.pool.close();
      legacy?.pool.close();
    });
    const people = superadmins({ db, pools, unit, now, problem });
    const first = firstStart(people);
    const auth = personAuthenticator({ verify: current.verify, isRevoked: revoked.has, viewers: allViewers });
    const customers = customersRepository(db);
    const places = sitesRepository(db, customers.everything);
    const sites = sitesService(places);
    const { settleAccounts } = await api(app, {
      db,
      background: database.background,
      authenticators: [auth, ingest.gateways],
      pools,
      firstStart: first,
      audit,
      unit,
      customers,
      sites,
      files,
      bus,
      scans,
      located,
      now,
      metrics,
      config,
      publicConfig: (origin) => publicConfig(config, pools, config.publicUrlGiven ? config.publicUrl : origin),
      outbox: messages.list,
      mqttPort: () => broker?.port ?? config.mqttPort,
      problem,
      readiness: ready,
    });
    if (identity) await app.register(identity.plugin);
    if (!(await registerWebApp(app, options.webFolder))) log.warn("the web app is not built; only the API is served");

    const { live, recheck } = liveSocket({
      ...beside,
      http: app.server,
      auth,
      place: places.place,
      viewers: allViewers,
      revoked,
      onFlush: (siteId, updates) => {
        const site = models.ready(siteId);
        if (!site || broker === null) return;
        const topic = `pulse/v1/${site.customerGuid}/${site.guid}/locations`;
        if (broker.hasListeners(topic)) broker.publish(topic, locationsText(updates)).catch(problem);
      },
    });
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw taken(error, "PULSE_PORT", config.port, config.host);
    });

    const fusion = assetFusion(await storedAssetFixes(db));
    const stopPath = livePath({ bus, sites: models, devices, status, fusion, positions, sightings, show: live.add });
    const flushStatus = (): Promise<void> => status.flush();
    const work = heard.start({ records: ingest.records, locate: worker, sites: models, flushStatus });
    onStop(async () => {
      await work.stop();
      live.flush();
      worker.close();
      stopPath();
    });
    gauge(metrics, "pulse_trackers_tracked", "Trackers with a window in memory", worker.tracked);
    gauge(metrics, "pulse_sockets_open", "Open live sockets", live.sockets);
    // Until what an earlier process has left is worked, fixes lie behind those that people have seen.
    every(limits.locationUpdateMs, () => {
      if (work.caughtUp()) live.flush();
    });

    broker = await aedesBroker(
      { host: config.host, port: config.mqttPort, now },
      {
        authenticate: devices.authenticate,
        message: heard.mqtt,
        connected: (client) => status.connected(client.id),
        disconnected: (client) => status.disconnected(client.id),
        refused: (reason, who) => counters.complain(`refused_${reason}`, who),
      },
    ).catch((error: unknown) => {
      throw taken(error, "PULSE_MQTT_PORT", config.mqttPort, config.host);
    });
    const { port: mqttPort } = broker;
    onStop(async () => {
      scans.close();
      const closing = broker;
      broker = null;
      await closing?.close();
    });

    // The pool's endpoint may be our own, so only once we listen.
    const settling = settleAccounts().catch(problem);
    every(settleMs, settleAccounts);
    onStop(() => settling);
    const { port } = app.server.address() as AddressInfo;
    return {
      url: config.publicUrlGiven ? config.publicUrl : `http://${config.host}:${port}`,
      mqttPort,
      db,
      databaseKind: database.kind,
      files,
      identity,
      bus,
      superadmins: people,
      openFirstStart: first.open,
      settled: async () => {
        await devices.settled();
        await models.settled();
        await work.settled();
        await settling;
        await audit.flush();
      },
      recheck,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
