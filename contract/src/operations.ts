import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Time } from "./fields.ts";

/** What a process does (PULSE_ROLES). */
const roles = ["api", "ingest", "locate", "jobs"] as const;

const states = ["ok", "warning", "failed"] as const;

/** A part of the installation: the database, the live picture, the broker … */
const PartHealth = z
  .object({
    /** As `GET /readyz` and the metrics name it. */
    id: z.string(),
    /** `failed`: Pulse cannot serve or store; `warning`: it works with stale or incomplete data. */
    state: z.enum(states),
    /** How it is, as a sentence. */
    message: z.string(),
    /** Since when it has been in this state, to ten seconds; at the earliest since this process started. */
    since: Time,
  })
  .meta({ id: "PartHealth" });
export type PartHealth = z.infer<typeof PartHealth>;

/** What is processed later than it comes in. */
export const queueIds = ["live_picture", "history", "writes", "audit", "webhooks", "reports", "mail"] as const;

const Queue = z
  .object({
    id: z.enum(queueIds),
    /** How many items wait; null: they are not counted. */
    waiting: z.number().int().nullable(),
    /** The age of the oldest of them, s; 0: nothing waits. */
    ageS: z.number(),
    /** It has been waiting for longer than is usual. */
    isLate: z.boolean(),
  })
  .meta({ id: "Queue" });
export type Queue = z.infer<typeof Queue>;

/** The kinds of rows that come in all the time and are deleted after a number of days. */
export const growingKinds = ["sightings", "positions", "telemetry", "events", "audit"] as const;

const GrowingKind = z
  .object({
    id: z.enum(growingKinds),
    /** The setting that says for how long they are kept. */
    setting: z.string(),
    keepDay: z.number().int(),
    /** Extrapolated from what came in the last day. */
    rowsPerDay: z.number(),
    /** With indexes, as measured; null: too few rows are stored to measure it. */
    bytesPerRow: z.number().nullable(),
    /** What the kind takes at most, just before its oldest rows are deleted; null: not known yet. */
    bytes: z.number().nullable(),
  })
  .meta({ id: "GrowingKind" });
export type GrowingKind = z.infer<typeof GrowingKind>;

const Forecast = z
  .object({
    measuredAt: Time,
    /** How much of the last day was looked at, s. */
    sampleS: z.number(),
    kinds: z.array(GrowingKind),
    /** What the kinds take together of which it is known; null: of none yet. */
    bytes: z.number().nullable(),
  })
  .meta({ id: "Forecast" });
export type Forecast = z.infer<typeof Forecast>;

/**
 * Where a month's history of a site is. `database`: in the database; `moving`: partly in files, and it goes on; `files`: in files,
 * except what the newest positions need; `failed`: the last attempt to move it failed, and the next night tries again.
 */
export const coldStates = ["database", "moving", "files", "failed"] as const;

const ColdMonth = z
  .object({
    /** YYYY-MM, by UTC. */
    month: z.string(),
    siteId: z.string(),
    site: z.string(),
    customer: z.string(),
    state: z.enum(coldStates),
    /** Positions that are in files. */
    rows: z.number().int(),
    /** Of these files. */
    bytes: z.number().int(),
    /** When the last of them was moved there. */
    movedAt: Time.nullable(),
    /** Of the last attempt, if that failed; in English, as in the log. */
    failure: z.object({ at: Time, reason: z.string() }).nullable(),
  })
  .meta({ id: "ColdMonth" });
export type ColdMonth = z.infer<typeof ColdMonth>;

const Disk = z
  .object({
    /** Of the data folder's disk; null: the system does not say. */
    freeBytes: z.number().nullable(),
    /** The data folder: the database if it is embedded, uploaded files, reports, logs. Null: not counted yet. */
    folderBytes: z.number().nullable(),
    /** The database; null: it does not answer in time. */
    databaseBytes: z.number().nullable(),
    /** Whether the database is in the data folder, so that `folderBytes` contains it. */
    isDatabaseEmbedded: z.boolean(),
    /**
     * Positions of old months that are in files (PULSE_HISTORY_COLD_AFTER_MONTHS), the newest of which began before `until`.
     * Null: there are none, or the database does not answer in time.
     */
    coldHistory: z.object({ rows: z.number(), bytes: z.number(), until: Time }).nullable(),
    /**
     * The months of each site's history, `count` in all: first those that failed and those that are being moved, then the newest; the
     * first 200 of them. Null: nothing moves to files and nothing is there, or the database does not answer in time.
     */
    coldMonths: z.object({ count: z.number().int(), months: z.array(ColdMonth) }).nullable(),
    /** Null: the database does not answer in time, or nothing has come in yet. */
    forecast: Forecast.nullable(),
  })
  .meta({ id: "Disk" });

const NightlyBackup = z
  .object({
    /**
     * `off`: no folder is set; `elsewhere`: another process makes them, in a folder that this one cannot see; `waiting`: there
     * is none yet; `failed`: the last attempt failed; `late`: the newest one is older than it should be.
     */
    state: z.enum(["off", "elsewhere", "waiting", "ok", "late", "failed"]),
    folder: z.string().nullable(),
    last: z.object({ at: Time, bytes: z.number() }).nullable(),
    failure: z.object({ at: Time, reason: z.string() }).nullable(),
    keep: z.number().int().nullable(),
    /** The time of day, HH:MM by the server's clock. */
    dueAt: z.string().nullable(),
  })
  .meta({ id: "NightlyBackup" });
export type NightlyBackup = z.infer<typeof NightlyBackup>;

const CertificateState = z
  .object({
    purpose: z.enum(["https", "mqtt"]),
    validTo: Time.nullable(),
    /** Whole days; negative: it has expired. */
    daysLeft: z.number().int().nullable(),
    /** Why it cannot be read; null: it can. */
    error: z.string().nullable(),
    /** Pulse has made it itself. */
    isOwn: z.boolean(),
  })
  .meta({ id: "CertificateState" });
export type CertificateState = z.infer<typeof CertificateState>;

const Warning = z
  .object({
    level: z.enum(["warn", "error", "fatal"]),
    /** As in the log, in English, without addresses of people and secrets. */
    message: z.string(),
    /** The cause that was logged with it. */
    detail: z.string().nullable(),
    firstAt: Time,
    lastAt: Time,
    count: z.number().int(),
  })
  .meta({ id: "Warning" });
export type Warning = z.infer<typeof Warning>;

export const SystemOperations = z
  .object({
    at: Time,
    version: z.string(),
    /** Null: it is not known. */
    commit: z.string().nullable(),
    startedAt: Time,
    runningS: z.number(),
    /**
     * The process that answers. With several of them, each tells of itself: its parts, buffers, disk, certificates and
     * warnings. What waits in the database, and the database itself, are the same for all.
     */
    process: z.object({ host: z.string(), roles: z.array(z.enum(roles)) }),
    status: z.enum(["ready", "starting", "unavailable"]),
    parts: z.array(PartHealth),
    /** Those that the database keeps are missing while it does not answer. */
    queues: z.array(Queue),
    disk: Disk,
    backup: NightlyBackup,
    certificates: z.array(CertificateState),
    /** The newest first. */
    warnings: z.array(Warning),
  })
  .meta({ id: "SystemOperations" });
export type SystemOperations = z.infer<typeof SystemOperations>;

export const getSystemOperations = endpoint({
  id: "getSystemOperations",
  method: "GET",
  path: "/api/v3/system/operations",
  tag: "System",
  summary: "How this installation runs: health, queues, disk, backup, certificates and recent warnings",
  access: "superadmin",
  content: SystemOperations,
});
