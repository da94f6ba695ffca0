import { isIP } from "node:net";
import { z } from "zod";
import { allRoles } from "./roles.ts";
import { parseS3Address, withoutS3Secret } from "../files/s3/s3Address.ts";
import { type Networks, networks } from "../http/addresses.ts";

/** A wrong setting: one line that names the variable, the value and what is accepted. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Digits alone: `Number` reads a blank as 0, and `1e3` and `0x10` as numbers, too. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
/** 0: any free one, which is named at the start. */
const portNumber = wholeNumber(0, 65_535);
const networkList = z.string().transform((text, context): Networks => {
  try {
    return networks(text === "" ? [] : text.split(",").map((entry) => entry.trim()));
  } catch (error) {
    context.addIssue({ code: "custom", message: String(error) });
    return z.NEVER;
  }
});
const webAddress = z.url({ protocol: /^https?$/ });
const mapStyle = z.string().transform((text, context) => {
  const addresses = text.split(",").map((address) => address.trim());
  if (addresses.every((address) => webAddress.safeParse(address).success))
    return { url: addresses[0]!, origins: [...new Set(addresses.map((address) => new URL(address).origin))] };
  context.addIssue({ code: "custom", message: "not an address" });
  return z.NEVER;
});
const s3Address = z.string().transform((text, context) => {
  const address = parseS3Address(text);
  if (address !== null) return address;
  context.addIssue({ code: "custom", message: "not an address" });
  return z.NEVER;
});
const smtpAddress = z.url({ protocol: /^smtps?$/ }).refine(hasReadableHost);
const mailSender = z.string().regex(/^([^<>@]*<)?[^\s<>@]+@[^\s<>@]+>?$/);
const brokerAddress = z
  .url({ protocol: /^mqtts?$/ })
  .refine((text) => hasReadableHost(text) && [...new URL(text).searchParams.keys()].every((key) => key === "share"));
const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\/.+/)
  .refine(isDriversAddress);
/** As standardwebhooks.com writes it. */
const webhookSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/);
const flag = z.enum(["0", "1"]).transform((text) => text === "1");
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .transform((text) => ({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) }));
const roleList = z.string().refine((text) => {
  const roles = text.split(",").map((role) => role.trim());
  return (
    text === "all" ||
    (roles.every((role) => (allRoles as readonly string[]).includes(role)) && new Set(roles).size === roles.length)
  );
});
const natsAddresses = z.string().refine((text) => text.split(",").every((address) => isNatsAddress(address.trim())));
const days = wholeNumber(1, 36_500);
const region = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/);
const userPoolId = z
  .string()
  .max(55)
  .regex(/^[\w-]+_[0-9a-zA-Z]+$/);
const clientId = z.string().regex(/^[\w+]{1,128}$/);
export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Each variable: how it is read, and in words what is accepted. */
const settings = {
  PULSE_HOST: [z.string().refine(isHost), "an IP address or a host name", "127.0.0.1"],
  PULSE_PORT: [portNumber, "a port from 1 to 65535, or 0 for any free one", "8080"],
  PULSE_MQTT_PORT: [portNumber, "a port from 1 to 65535, or 0 for any free one", "1883"],
  PULSE_MQTT_URL: [
    brokerAddress,
    "an mqtt:// or mqtts:// address such as mqtts://pulse:secret@broker.example.com, or empty for the embedded broker",
    "",
  ],
  PULSE_MQTT_TLS_PORT: [portNumber, "a port from 1 to 65535, 0 for any free one, or empty for no TLS", ""],
  PULSE_MQTT_TLS_CERT: [z.string().min(1), "a file in PEM", ""],
  PULSE_MQTT_TLS_KEY: [z.string().min(1), "a file in PEM", ""],
  PULSE_DATA_DIR: [z.string().min(1), "a folder", "./data"],
  PULSE_DATABASE_URL: [databaseAddress, "a postgres:// address, or empty for the embedded database", ""],
  PULSE_DATABASE_READ_URL: [
    databaseAddress,
    "the postgres:// address of a replica of PULSE_DATABASE_URL, or empty for none",
    "",
  ],
  PULSE_NATS_URL: [
    natsAddresses,
    "nats:// or tls:// addresses separated by commas, such as nats://pulse:secret@nats.example.com:4222, or empty for the log in the data folder",
    "",
  ],
  PULSE_CLUSTER: [
    z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
    "up to 32 letters, digits, hyphens and underscores",
    "pulse",
  ],
  PULSE_UNSAFE: [flag, "0 or 1", "0"],
  PULSE_FILES_URL: [
    s3Address,
    "the address of a bucket, s3://KEY:SECRET@HOST[:PORT]/BUCKET?region=us-east-1&tls=1 with region and tls as needed, or empty for PULSE_DATA_DIR/files",
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
  PULSE_TLS_CERT: [z.string().min(1), "a file in PEM", ""],
  PULSE_TLS_KEY: [z.string().min(1), "a file in PEM", ""],
  PULSE_HTTP_REDIRECT_PORT: [portNumber, "a port from 1 to 65535, 0 for any free one, or empty for none", ""],
  PULSE_ROLES: [roleList, "all, or a comma list of api, ingest, locate and jobs", "all"],
  PULSE_PUBLIC_URL: [webAddress, "an http:// or https:// address", ""],
  PULSE_TRUST_PROXY: [networkList, "a comma list of addresses or networks such as 10.0.0.0/8, or empty for nobody", ""],
  PULSE_WEBHOOK_ALLOW: [networkList, "a comma list of addresses or networks such as 10.0.0.0/8, or empty for none", ""],
  PULSE_LOG_LEVEL: [z.enum(logLevels), logLevels.join(", "), "info"],
  PULSE_SIMULATE: [flag, "0 or 1", ""],
  PULSE_OUTBOX: [flag, "0 or 1", ""],
  PULSE_METRICS_TOKEN: [z.string().min(16), "a token of at least 16 characters, or empty for loopback only", ""],
  PULSE_CONNECTIVITY_URL: [webAddress, "an http:// or https:// address, or empty", ""],
  PULSE_SOURCE_URL: [webAddress, "an http:// or https:// address, or empty", ""],
  PULSE_PRIVACY_URL: [webAddress, "an http:// or https:// address, or empty", ""],
  PULSE_MAP_STYLE_URL: [
    mapStyle,
    "the http:// or https:// address of a MapLibre style, with a comma and an origin for each other host it loads from",
    "",
  ],
  PULSE_LOG_MAX_MB: [wholeNumber(64, 1_000_000), "megabytes from 64 to 1000000", "1024"],
  PULSE_DIVIDE_SITE_ABOVE: [wholeNumber(1, 1_000_000), "gateways from 1 to 1000000", "1000"],
  PULSE_KEEP_SIGHTINGS_DAY: [days, "days from 1 to 36500", "30"],
  PULSE_KEEP_POSITIONS_DAY: [days, "days from 1 to 36500", "400"],
  PULSE_KEEP_EVENTS_DAY: [days, "days from 1 to 36500", "400"],
  PULSE_KEEP_AUDIT_DAY: [days, "days from 1 to 36500", "730"],
  PULSE_HISTORY_COLD_AFTER_MONTHS: [
    wholeNumber(1, 1200),
    "months from 1 to 1200, or empty to keep all history in the database",
    "",
  ],
  PULSE_HISTORY_THIN_AFTER_DAYS: [wholeNumber(2, 36_500), "days from 2 to 36500, or empty to keep all positions", ""],
  PULSE_BACKUP_DIR: [z.string().min(1), "a folder, or empty for no nightly backups", ""],
  PULSE_BACKUP_KEEP: [wholeNumber(1, 1000), "a number from 1 to 1000", "7"],
  PULSE_BACKUP_AT: [timeOfDay, "a time of day such as 03:00", "03:00"],
  PULSE_SMTP_URL: [smtpAddress, "an smtp:// or smtps:// address, or empty for the outbox", ""],
  PULSE_MAIL_FROM: [mailSender, "an address such as pulse@example.com or Pulse <pulse@example.com>", ""],
  PULSE_SMS_WEBHOOK_URL: [webAddress, "an http:// or https:// address, or empty for the outbox", ""],
  PULSE_SMS_WEBHOOK_SECRET: [webhookSecret, "whsec_ and at least 24 bytes in base64, or empty for no signature", ""],
  PULSE_PUBLIC_MQTT_HOST: [z.string().refine(isHost), "an IP address or a host name", ""],
} as const satisfies Record<string, readonly [z.ZodType, string, string]>;

type Setting = keyof typeof settings;
// Only tests and the launcher use these.
export const knownSettings: ReadonlySet<string> = new Set<string>([
  ...Object.keys(settings),
  "PULSE_CHROMIUM",
  "PULSE_TEST_DATA",
  "PULSE_TEST_DATABASE_URL",
]);

/** The value of a setting, or of its default. Throws a ConfigError that says what is accepted. */
export function read<V extends Setting>(
  env: Record<string, string | undefined>,
  name: V,
): z.output<(typeof settings)[V][0]> {
  const [schema, accepted, fallback] = settings[name];
  const value = env[name] || fallback;
  const result = schema.safeParse(value);
  if (!result.success)
    throw new ConfigError(`${name}="${redacted(name, value)}" is not accepted; it takes ${accepted}`);
  return result.data as z.output<(typeof settings)[V][0]>;
}

/** The value of a setting; null if it is not set. */
export function optional<V extends Setting>(
  env: Record<string, string | undefined>,
  name: V,
): z.output<(typeof settings)[V][0]> | null {
  return env[name] ? read(env, name) : null;
}

/** Passwords in addresses, and tokens, are never shown in a terminal or a log. */
export function redacted(name: string, value: string): string {
  if (/_(TOKEN|SECRET)$/.test(name)) return "…";
  if (name === "PULSE_FILES_URL") return withoutS3Secret(value);
  // Of several addresses each may have a password, or one word, which is a token.
  if (name === "PULSE_NATS_URL")
    return value.replaceAll(/\/\/([^:/@,]*):[^@,]*@/g, "//$1:…@").replaceAll(/\/\/[^:/@,]+@/g, "//…@");
  return value.replace(/\/\/([^:/@]*):[^@]*@/, "//$1:…@");
}

function isNatsAddress(text: string): boolean {
  return /^(nats|tls):\/\/[^/]+\/?$/.test(text) && isReadable(text);
}

/** Whether a text is an address whose name and password can be decoded, as the clients do that are given it. */
function isReadable(text: string): boolean {
  try {
    const { username, password } = new URL(text);
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether PostgreSQL's driver accepts an address. The host may be missing, as `?host=` or PGHOST may name it, or the folder of
 * a socket, and a per cent sign that encodes nothing is taken as it is.
 */
function isDriversAddress(text: string): boolean {
  const address = text.replace("@/", "@host/");
  return /%(?![0-9a-f]{2})/i.test(address) ? URL.canParse(address) : isReadable(address);
}

function hasReadableHost(text: string): boolean {
  return isReadable(text) && new URL(text).hostname !== "";
}

function isHost(value: string): boolean {
  return isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);
}
