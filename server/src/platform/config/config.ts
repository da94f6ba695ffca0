import { isIP } from "node:net";
import type { S3Address } from "../files/s3/s3Address.ts";
import type { Networks } from "../http/addresses.ts";
import type { CertificatePaths } from "../tls/certificate.ts";
import { allRoles, type Role } from "./roles.ts";
import { ConfigError, knownSettings, type logLevels, optional, read, redacted } from "./settings.ts";

/** A pool at Amazon. */
export interface CognitoPool {
  region: string;
  userPoolId: string;
  clientId: string;
}

export interface Config {
  /** What this process does. Those of others are in other processes. */
  roles: ReadonlySet<Role>;
  demo: boolean;
  /** Names that look like settings but are not, probably misspelt; they are warned about at the start. */
  unknownSettings: string[];
  host: string;
  port: number;
  mqttPort: number;
  /** A broker that others run; null: the embedded one. */
  mqttUrl: string | null;
  /** MQTT over TLS; without files Pulse makes its own certificate. Null: no TLS. */
  mqttTls: { port: number; files: { cert: string; key: string } | null } | null;
  /** The files of the certificate with which the web port speaks HTTPS; null: HTTP. */
  tls: CertificatePaths | null;
  /** A second port whose requests are redirected to HTTPS; null: there is none. */
  httpRedirectPort: number | null;
  dataDir: string;
  databaseUrl: string | null;
  /** The server that keeps the log of devices' messages; null: the data folder does. */
  nats: { url: string; cluster: string; isUnsafeAllowed: boolean } | null;
  /** A replica for history and reports; null: there is none. */
  databaseReadUrl: string | null;
  /** Where uploaded files are kept; null: in the data folder. */
  filesStore: S3Address | null;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Whether it was set, or derived from host and port. */
  isPublicUrlSet: boolean;
  publicMqttHost: string;
  /** The proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are believed. */
  trustedProxies: Networks;
  /** The private addresses that webhooks may reach. */
  webhookAllow: Networks;
  logLevel: (typeof logLevels)[number];
  simulate: boolean;
  outbox: boolean;
  identity: { mode: "embedded" } | { mode: "cognito"; current: CognitoPool; legacy: CognitoPool | null };
  metricsToken: string | null;
  connectivityUrl: string | null;
  /** A MapLibre style as a basemap, and the origins that it loads from; null: the bundled basemap alone. */
  mapStyle: { url: string; origins: string[] } | null;
  /** The mail server, and the sender's address; null: mails stay in the outbox. */
  smtp: { url: string; from: string } | null;
  /** Where text messages are posted; null: they stay in the outbox. */
  sms: { url: string; secret: string | null } | null;
  /** What the sign-in links to. */
  links: { source: string | null; privacy: string | null };
  /** How much of the devices' messages is kept until the database has it. */
  logMaxMb: number;
  /** Of how many gateways a site has more than one process can be expected to work on. */
  maxSiteGateways: number;
  /** One backup each night, at a time of this machine's clock, the newest of which stay; null: none. */
  backup: { folder: string; keep: number; at: { hour: number; minute: number } } | null;
  keep: { sightingsDay: number; positionsDay: number; eventsDay: number; auditDay: number };
  /** After how many months history moves from the database to files; null: never. */
  coldAfterMonths: number | null;
  /** After how many days history is thinned to about a position a minute; null: never. */
  thinAfterDays: number | null;
}

/** Reads every setting from `env`. Throws a ConfigError at the first bad one. An empty value counts as unset. */
export function readConfig(env: Record<string, string | undefined>, options: { demo: boolean }): Config {
  const host = read(env, "PULSE_HOST");
  const port = read(env, "PULSE_PORT");
  const tls = readTls(env);
  const mqttUrl = readMqttUrl(env);
  // Devices connect where we do, unless the settings say otherwise.
  const mqttHost = mqttUrl === null ? host : new URL(mqttUrl).hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    roles: readRoles(env),
    demo: options.demo,
    unknownSettings: Object.keys(env).filter((name) => name.startsWith("PULSE_") && !knownSettings.has(name)),
    host,
    port,
    mqttPort: read(env, "PULSE_MQTT_PORT"),
    mqttUrl,
    mqttTls: readMqttTls(env),
    tls,
    httpRedirectPort: readRedirectPort(env, port, tls),
    dataDir: read(env, "PULSE_DATA_DIR"),
    databaseUrl: optional(env, "PULSE_DATABASE_URL"),
    databaseReadUrl: readDatabaseReadUrl(env),
    nats: readNats(env, options.demo),
    filesStore: optional(env, "PULSE_FILES_URL"),
    publicUrl: readPublicUrl(env, { host, port, tls }),
    isPublicUrlSet: Boolean(env["PULSE_PUBLIC_URL"]),
    publicMqttHost: optional(env, "PULSE_PUBLIC_MQTT_HOST") ?? mqttHost,
    trustedProxies: read(env, "PULSE_TRUST_PROXY"),
    webhookAllow: read(env, "PULSE_WEBHOOK_ALLOW"),
    logLevel: read(env, "PULSE_LOG_LEVEL"),
    simulate: optional(env, "PULSE_SIMULATE") ?? options.demo,
    identity: readIdentity(env, options.demo),
    outbox: optional(env, "PULSE_OUTBOX") ?? options.demo,
    metricsToken: optional(env, "PULSE_METRICS_TOKEN"),
    connectivityUrl: optional(env, "PULSE_CONNECTIVITY_URL"),
    mapStyle: optional(env, "PULSE_MAP_STYLE_URL"),
    smtp: readSmtp(env),
    sms: readSms(env),
    links: { source: optional(env, "PULSE_SOURCE_URL"), privacy: optional(env, "PULSE_PRIVACY_URL") },
    logMaxMb: read(env, "PULSE_LOG_MAX_MB"),
    maxSiteGateways: read(env, "PULSE_DIVIDE_SITE_ABOVE"),
    backup: readBackup(env),
    keep: {
      sightingsDay: read(env, "PULSE_KEEP_SIGHTINGS_DAY"),
      positionsDay: read(env, "PULSE_KEEP_POSITIONS_DAY"),
      eventsDay: read(env, "PULSE_KEEP_EVENTS_DAY"),
      auditDay: read(env, "PULSE_KEEP_AUDIT_DAY"),
    },
    coldAfterMonths: readColdAfterMonths(env),
    thinAfterDays: readThinAfterDays(env),
  };
}

type Listening = Pick<Config, "host" | "port" | "tls">;

/** Where a process listens, as an address without a trailing slash. */
export function addressOf({ host, port, tls }: Listening): string {
  return `${tls === null ? "http" : "https"}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** The settings once the system has chosen the port. */
export function withPort(config: Config, port: number): Config {
  return { ...config, port, publicUrl: config.isPublicUrlSet ? config.publicUrl : addressOf({ ...config, port }) };
}

/** Without a trailing slash. */
function readPublicUrl(env: Record<string, string | undefined>, listening: Listening): string {
  const url = optional(env, "PULSE_PUBLIC_URL");
  if (url !== null && listening.tls !== null && new URL(url).protocol === "http:")
    throw new ConfigError(
      `PULSE_PUBLIC_URL="${redacted("PULSE_PUBLIC_URL", url)}" is not accepted with PULSE_TLS_CERT, as nobody could open it; it takes an https:// address`,
    );
  return (url ?? addressOf(listening)).replace(/\/+$/, "");
}

function readTls(env: Record<string, string | undefined>): Config["tls"] {
  // Both or none.
  if (!env["PULSE_TLS_CERT"] && !env["PULSE_TLS_KEY"]) return null;
  return { cert: read(env, "PULSE_TLS_CERT"), key: read(env, "PULSE_TLS_KEY") };
}

function readNats(env: Record<string, string | undefined>, demo: boolean): Config["nats"] {
  const url = optional(env, "PULSE_NATS_URL");
  const [cluster, isUnsafeAllowed] = [read(env, "PULSE_CLUSTER"), read(env, "PULSE_UNSAFE")];
  if (url !== null) return { url, cluster, isUnsafeAllowed: isUnsafeAllowed || demo };
  for (const name of ["PULSE_CLUSTER", "PULSE_UNSAFE"]) {
    if (env[name]) throw new ConfigError(`${name}="${env[name]}" has no effect without PULSE_NATS_URL; leave it empty`);
  }
  return null;
}

function readRoles(env: Record<string, string | undefined>): Config["roles"] {
  const text = read(env, "PULSE_ROLES");
  if (text === "all") return new Set(allRoles);
  for (const name of ["PULSE_DATABASE_URL", "PULSE_NATS_URL"])
    if (!env[name])
      throw new ConfigError(
        `PULSE_ROLES="${text}" needs ${name}, which the processes share; set it, or PULSE_ROLES=all`,
      );
  return new Set(text.split(",").map((role) => role.trim() as Role));
}

function readDatabaseReadUrl(env: Record<string, string | undefined>): string | null {
  const url = optional(env, "PULSE_DATABASE_READ_URL");
  if (url !== null && optional(env, "PULSE_DATABASE_URL") === null)
    throw new ConfigError(
      `PULSE_DATABASE_READ_URL="${redacted("PULSE_DATABASE_READ_URL", url)}" has no effect without PULSE_DATABASE_URL; leave it empty`,
    );
  return url;
}

function readRedirectPort(env: Record<string, string | undefined>, port: number, tls: Config["tls"]): number | null {
  const redirectPort = optional(env, "PULSE_HTTP_REDIRECT_PORT");
  if (redirectPort === null) return null;
  if (tls === null)
    throw new ConfigError(
      `PULSE_HTTP_REDIRECT_PORT="${redirectPort}" has no effect without PULSE_TLS_CERT; leave it empty`,
    );
  if (redirectPort === port && port !== 0)
    throw new ConfigError(
      `PULSE_HTTP_REDIRECT_PORT="${redirectPort}" is not accepted; it takes a port other than PULSE_PORT`,
    );
  return redirectPort;
}

function readMqttUrl(env: Record<string, string | undefined>): string | null {
  const url = optional(env, "PULSE_MQTT_URL");
  if (url === null) return null;
  if (env["PULSE_MQTT_TLS_PORT"])
    throw new ConfigError(
      `PULSE_MQTT_TLS_PORT="${env["PULSE_MQTT_TLS_PORT"]}" has no effect with PULSE_MQTT_URL; leave it empty`,
    );
  return url;
}

function readMqttTls(env: Record<string, string | undefined>): Config["mqttTls"] {
  const port = optional(env, "PULSE_MQTT_TLS_PORT");
  const [cert, key] = [optional(env, "PULSE_MQTT_TLS_CERT"), optional(env, "PULSE_MQTT_TLS_KEY")];
  if (port === null) {
    const name = cert === null ? "PULSE_MQTT_TLS_KEY" : "PULSE_MQTT_TLS_CERT";
    if (env[name])
      throw new ConfigError(
        `${name}="${env[name]}" has no effect without PULSE_MQTT_TLS_PORT; set both or leave it empty`,
      );
    return null;
  }
  // Both or none.
  if (cert === null && key === null) return { port, files: null };
  return { port, files: { cert: read(env, "PULSE_MQTT_TLS_CERT"), key: read(env, "PULSE_MQTT_TLS_KEY") } };
}

/** The days of the shortest month. */
const monthDay = 28;

function readColdAfterMonths(env: Record<string, string | undefined>): number | null {
  const months = optional(env, "PULSE_HISTORY_COLD_AFTER_MONTHS");
  const keepDay = read(env, "PULSE_KEEP_POSITIONS_DAY");
  if (months !== null && keepDay <= months * monthDay)
    throw new ConfigError(
      `PULSE_HISTORY_COLD_AFTER_MONTHS="${months}" has no effect with PULSE_KEEP_POSITIONS_DAY=${keepDay}, as positions are deleted before; take fewer months or keep more days`,
    );
  return months;
}

function readThinAfterDays(env: Record<string, string | undefined>): number | null {
  const days = optional(env, "PULSE_HISTORY_THIN_AFTER_DAYS");
  const keepDay = read(env, "PULSE_KEEP_POSITIONS_DAY");
  if (days !== null && keepDay <= days)
    throw new ConfigError(
      `PULSE_HISTORY_THIN_AFTER_DAYS="${days}" has no effect with PULSE_KEEP_POSITIONS_DAY=${keepDay}, as positions are deleted before; take fewer days`,
    );
  const months = readColdAfterMonths(env);
  if (days !== null && months !== null && days > months * monthDay)
    throw new ConfigError(
      `PULSE_HISTORY_THIN_AFTER_DAYS="${days}" has no effect with PULSE_HISTORY_COLD_AFTER_MONTHS=${months}, as history is in files before; take at most ${months * monthDay} days or more months`,
    );
  return days;
}

function readBackup(env: Record<string, string | undefined>): Config["backup"] {
  const folder = optional(env, "PULSE_BACKUP_DIR");
  const [keep, at] = [read(env, "PULSE_BACKUP_KEEP"), read(env, "PULSE_BACKUP_AT")];
  if (folder !== null) return { folder, keep, at };
  for (const name of ["PULSE_BACKUP_KEEP", "PULSE_BACKUP_AT"]) {
    if (env[name])
      throw new ConfigError(`${name}="${env[name]}" has no effect without PULSE_BACKUP_DIR; leave it empty`);
  }
  return null;
}

function readSmtp(env: Record<string, string | undefined>): Config["smtp"] {
  const url = optional(env, "PULSE_SMTP_URL");
  if (url !== null) return { url, from: read(env, "PULSE_MAIL_FROM") };
  if (env["PULSE_MAIL_FROM"])
    throw new ConfigError(
      `PULSE_MAIL_FROM="${env["PULSE_MAIL_FROM"]}" has no effect without PULSE_SMTP_URL; leave it empty`,
    );
  return null;
}

function readSms(env: Record<string, string | undefined>): Config["sms"] {
  const [url, secret] = [optional(env, "PULSE_SMS_WEBHOOK_URL"), optional(env, "PULSE_SMS_WEBHOOK_SECRET")];
  if (url === null) {
    if (secret === null) return null;
    throw new ConfigError("PULSE_SMS_WEBHOOK_SECRET has no effect without PULSE_SMS_WEBHOOK_URL; leave it empty");
  }
  if (read(env, "PULSE_IDENTITY") === "cognito")
    throw new ConfigError(
      `PULSE_SMS_WEBHOOK_URL="${redacted("PULSE_SMS_WEBHOOK_URL", url)}" has no effect while PULSE_IDENTITY is cognito, as Amazon sends the texts; leave it empty`,
    );
  return { url, secret };
}

function readIdentity(env: Record<string, string | undefined>, demo: boolean): Config["identity"] {
  if (read(env, "PULSE_IDENTITY") === "embedded") {
    const stray = Object.keys(env).find((name) => name.startsWith("PULSE_COGNITO_") && env[name]);
    if (stray)
      throw new ConfigError(`${stray}="${env[stray]}" has no effect while PULSE_IDENTITY is embedded; leave it empty`);
    return { mode: "embedded" };
  }
  if (demo)
    throw new ConfigError(
      `PULSE_IDENTITY="cognito" is not accepted; the demo has accounts of its own and takes embedded`,
    );
  const legacy = [
    "PULSE_COGNITO_LEGACY_REGION",
    "PULSE_COGNITO_LEGACY_USER_POOL_ID",
    "PULSE_COGNITO_LEGACY_CLIENT_ID",
  ] as const;
  return {
    mode: "cognito",
    current: {
      region: read(env, "PULSE_COGNITO_REGION"),
      userPoolId: read(env, "PULSE_COGNITO_USER_POOL_ID"),
      clientId: read(env, "PULSE_COGNITO_CLIENT_ID"),
    },
    // All three or none.
    legacy: legacy.some((name) => env[name])
      ? { region: read(env, legacy[0]), userPoolId: read(env, legacy[1]), clientId: read(env, legacy[2]) }
      : null,
  };
}
