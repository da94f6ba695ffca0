import { isIP } from "node:net";
import { z } from "zod";
import { type Networks, networks } from "./http/addresses.ts";

/** A wrong setting: one line that names the variable, the value and what is accepted. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const portNumber = z.coerce.number().int().min(1).max(65_535);
const proxies = z.string().transform((text, context): Networks => {
  try {
    return networks(text === "" ? [] : text.split(",").map((entry) => entry.trim()));
  } catch (error) {
    context.addIssue({ code: "custom", message: String(error) });
    return z.NEVER;
  }
});
const flag = z.enum(["0", "1"]).transform((text) => text === "1");
const days = z.coerce.number().int().min(1).max(36_500);
const region = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/);
const userPoolId = z
  .string()
  .max(55)
  .regex(/^[\w-]+_[0-9a-zA-Z]+$/);
const clientId = z.string().regex(/^[\w+]{1,128}$/);
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Each variable: how it is read, and in words what is accepted. */
const variables = {
  PULSE_HOST: [z.string().refine(isHost), "an IP address or a host name", "127.0.0.1"],
  PULSE_PORT: [portNumber, "a port from 1 to 65535", "8080"],
  PULSE_MQTT_PORT: [portNumber, "a port from 1 to 65535", "1883"],
  PULSE_DATA_DIR: [z.string().min(1), "a folder", "./data"],
  PULSE_DATABASE_URL: [
    z.string().regex(/^postgres(ql)?:\/\/.+/),
    "a postgres:// address, or empty for the embedded database",
    "",
  ],
  PULSE_IDENTITY: [z.enum(["embedded", "cognito"]), "embedded or cognito", "embedded"],
  PULSE_COGNITO_REGION: [region, "a region such as eu-central-1", ""],
  PULSE_COGNITO_USER_POOL_ID: [userPoolId, "a pool id such as eu-central-1_AbCdEfGhI, at most 55 characters", ""],
  PULSE_COGNITO_CLIENT_ID: [clientId, "an app client id of letters and digits", ""],
  PULSE_COGNITO_LEGACY_REGION: [region, "a region such as eu-central-1", ""],
  PULSE_COGNITO_LEGACY_USER_POOL_ID: [
    userPoolId,
    "a pool id such as eu-central-1_AbCdEfGhI, at most 55 characters",
    "",
  ],
  PULSE_COGNITO_LEGACY_CLIENT_ID: [clientId, "an app client id of letters and digits", ""],
  PULSE_ROLES: [z.literal("all"), "all (single roles come with a later release)", "all"],
  PULSE_PUBLIC_URL: [z.url({ protocol: /^https?$/ }), "an http:// or https:// address", ""],
  PULSE_TRUST_PROXY: [proxies, "a comma list of addresses or networks such as 10.0.0.0/8, or empty for nobody", ""],
  PULSE_LOG_LEVEL: [z.enum(logLevels), logLevels.join(", "), "info"],
  PULSE_SIMULATE: [flag, "0 or 1", ""],
  PULSE_OUTBOX: [flag, "0 or 1", ""],
  PULSE_METRICS_TOKEN: [z.string().min(16), "a token of at least 16 characters, or empty for loopback only", ""],
  PULSE_CONNECTIVITY_URL: [z.url({ protocol: /^https?$/ }), "an http:// or https:// address, or empty", ""],
  PULSE_SOURCE_URL: [z.url({ protocol: /^https?$/ }), "an http:// or https:// address, or empty", ""],
  PULSE_PRIVACY_URL: [z.url({ protocol: /^https?$/ }), "an http:// or https:// address, or empty", ""],
  PULSE_LOG_MAX_MB: [z.coerce.number().int().min(64).max(1_000_000), "megabytes from 64 to 1000000", "1024"],
  PULSE_KEEP_SIGHTINGS_DAY: [days, "days from 1 to 36500", "30"],
  PULSE_KEEP_POSITIONS_DAY: [days, "days from 1 to 36500", "400"],
  PULSE_KEEP_EVENTS_DAY: [days, "days from 1 to 36500", "400"],
  PULSE_KEEP_AUDIT_DAY: [days, "days from 1 to 36500", "730"],
  PULSE_PUBLIC_MQTT_HOST: [z.string().refine(isHost), "an IP address or a host name", ""],
} as const satisfies Record<string, readonly [z.ZodType, string, string]>;

/**
 * Settings of the contract whose feature does not exist yet: they stop the start, since ignoring them would be worse.
 */
const notYet = [
  "PULSE_NATS_URL",
  "PULSE_MQTT_URL",
  "PULSE_MQTT_TLS_PORT",
  "PULSE_MQTT_TLS_CERT",
  "PULSE_MQTT_TLS_KEY",
  "PULSE_SMTP_URL",
  "PULSE_MAIL_FROM",
  "PULSE_SMS_WEBHOOK_URL",
  "PULSE_MAP_STYLE_URL",
] as const;

/** A pool at Amazon. */
export interface CognitoPool {
  region: string;
  userPoolId: string;
  clientId: string;
}

/** The kinds of work of a process; so far each process does all of it. */
const allRoles = ["web", "ingest", "locate", "jobs"] as const;

export interface Config {
  roles: ReadonlySet<(typeof allRoles)[number]>;
  demo: boolean;
  /** Names that look like settings but are none, probably misspelt; they are warned about at the start. */
  unknownSettings: string[];
  host: string;
  port: number;
  mqttPort: number;
  dataDir: string;
  databaseUrl: string | null;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Whether it was set, or derived from host and port. */
  publicUrlGiven: boolean;
  publicMqttHost: string;
  /** The proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are believed. */
  trustedProxies: Networks;
  logLevel: (typeof logLevels)[number];
  simulate: boolean;
  outbox: boolean;
  identity: { mode: "embedded" } | { mode: "cognito"; current: CognitoPool; legacy: CognitoPool | null };
  metricsToken: string | null;
  connectivityUrl: string | null;
  /** What the sign-in links to. */
  links: { source: string | null; privacy: string | null };
  /** How much of the devices' messages is kept until the database has it. */
  logMaxMb: number;
  keep: { sightingsDay: number; positionsDay: number; eventsDay: number; auditDay: number };
}

/** Reads every setting from `env`. Throws a ConfigError at the first bad one. An empty value counts as unset. */
export function readConfig(env: Record<string, string | undefined>, options: { demo: boolean }): Config {
  for (const name of notYet) {
    if (env[name])
      throw new ConfigError(`${name}="${shown(name, env[name])}" is not available in this release; leave it empty`);
  }
  const host = read(env, "PULSE_HOST");
  const port = read(env, "PULSE_PORT");
  read(env, "PULSE_ROLES");
  return {
    roles: new Set(allRoles),
    demo: options.demo,
    unknownSettings: Object.keys(env).filter((name) => name.startsWith("PULSE_") && !known.has(name)),
    host,
    port,
    mqttPort: read(env, "PULSE_MQTT_PORT"),
    dataDir: read(env, "PULSE_DATA_DIR"),
    databaseUrl: optional(env, "PULSE_DATABASE_URL"),
    publicUrl: (optional(env, "PULSE_PUBLIC_URL") ?? `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`).replace(
      /\/+$/,
      "",
    ),
    publicUrlGiven: Boolean(env["PULSE_PUBLIC_URL"]),
    publicMqttHost: optional(env, "PULSE_PUBLIC_MQTT_HOST") ?? host,
    trustedProxies: read(env, "PULSE_TRUST_PROXY"),
    logLevel: read(env, "PULSE_LOG_LEVEL"),
    simulate: optional(env, "PULSE_SIMULATE") ?? options.demo,
    identity: readIdentity(env, options.demo),
    outbox: optional(env, "PULSE_OUTBOX") ?? options.demo,
    metricsToken: optional(env, "PULSE_METRICS_TOKEN"),
    connectivityUrl: optional(env, "PULSE_CONNECTIVITY_URL"),
    links: { source: optional(env, "PULSE_SOURCE_URL"), privacy: optional(env, "PULSE_PRIVACY_URL") },
    logMaxMb: read(env, "PULSE_LOG_MAX_MB"),
    keep: {
      sightingsDay: read(env, "PULSE_KEEP_SIGHTINGS_DAY"),
      positionsDay: read(env, "PULSE_KEEP_POSITIONS_DAY"),
      eventsDay: read(env, "PULSE_KEEP_EVENTS_DAY"),
      auditDay: read(env, "PULSE_KEEP_AUDIT_DAY"),
    },
  };
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

type Variable = keyof typeof variables;
// Only tests and the launcher use these.
const known = new Set<string>([
  ...Object.keys(variables),
  ...notYet,
  "PULSE_CHROMIUM",
  "PULSE_TEST_DATA",
  "PULSE_TEST_DATABASE_URL",
]);

function read<V extends Variable>(
  env: Record<string, string | undefined>,
  name: V,
): z.output<(typeof variables)[V][0]> {
  const [schema, accepted, fallback] = variables[name];
  const value = env[name] || fallback;
  const result = schema.safeParse(value);
  if (!result.success) throw new ConfigError(`${name}="${shown(name, value)}" is not accepted; it takes ${accepted}`);
  return result.data as z.output<(typeof variables)[V][0]>;
}

function optional<V extends Variable>(
  env: Record<string, string | undefined>,
  name: V,
): z.output<(typeof variables)[V][0]> | null {
  return env[name] ? read(env, name) : null;
}

/** Passwords in addresses, and tokens, are never shown in a terminal or a log. */
function shown(name: string, value: string): string {
  return name.endsWith("_TOKEN") ? "…" : value.replace(/\/\/([^:/@]*):[^@]*@/, "//$1:…@");
}

function isHost(value: string): boolean {
  return isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);
}
