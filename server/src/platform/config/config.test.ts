import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { ConfigError } from "./settings.ts";

const read = (env: Record<string, string>) => readConfig(env, { demo: false });

test("without settings the contract's defaults apply", () => {
  expect(read({})).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    mqttPort: 1883,
    dataDir: "./data",
    databaseUrl: null,
    publicUrl: "http://127.0.0.1:8080",
    simulate: false,
    outbox: false,
    keep: { sightingsDay: 30, positionsDay: 400, eventsDay: 400, auditDay: 730 },
  });
});

test("demo mode turns the simulator and the outbox on, and both can be turned off", () => {
  expect(readConfig({}, { demo: true })).toMatchObject({ simulate: true, outbox: true });
  expect(readConfig({ PULSE_SIMULATE: "0", PULSE_OUTBOX: "0" }, { demo: true })).toMatchObject({
    simulate: false,
    outbox: false,
  });
});

test.each([
  ["PULSE_PORT", "99999"],
  ["PULSE_PORT", "http"],
  ["PULSE_PORT", "-1"],
  ["PULSE_PORT", " "],
  ["PULSE_PORT", "1e3"],
  ["PULSE_MQTT_PORT", "0x10"],
  ["PULSE_KEEP_SIGHTINGS_DAY", "1e3"],
  ["PULSE_MQTT_URL", "localhost"],
  ["PULSE_MQTT_URL", "mqtt://"],
  ["PULSE_MQTT_URL", "mqtt://100%@broker"],
  ["PULSE_HOST", "not a host"],
  ["PULSE_DATABASE_URL", "mysql://x"],
  ["PULSE_DATABASE_URL", "postgres://["],
  ["PULSE_DATABASE_URL", "postgres://%ff@host/pulse"],
  ["PULSE_DATABASE_READ_URL", "mysql://x"],
  ["PULSE_DATABASE_READ_URL", "postgres://replica/pulse"],
  ["PULSE_LOG_LEVEL", "loud"],
  ["PULSE_SIMULATE", "yes"],
  ["PULSE_KEEP_AUDIT_DAY", "0"],
  ["PULSE_PUBLIC_URL", "ftp://x"],
  ["PULSE_PRIVACY_URL", "javascript:alert(1)"],
  ["PULSE_ROLES", "api"],
  ["PULSE_ROLES", "web"],
  ["PULSE_ROLES", "api,api"],
  ["PULSE_NATS_URL", "http://nats:4222"],
  ["PULSE_NATS_URL", "nats://one:4222,two"],
  ["PULSE_NATS_URL", "nats://[:4222"],
  ["PULSE_SMTP_URL", "smtp://"],
  ["PULSE_SMTP_URL", "smtp://100%@mail"],
  ["PULSE_CLUSTER", "ward.7"],
  ["PULSE_CLUSTER", "pulse"],
  ["PULSE_UNSAFE", "1"],
  ["PULSE_IDENTITY", "ldap"],
  ["PULSE_COGNITO_REGION", "eu-central-1"],
  ["PULSE_MAP_STYLE_URL", "style.json"],
  ["PULSE_MAP_STYLE_URL", "https://maps.test/style.json,tiles"],
  ["PULSE_TRUST_PROXY", "proxy.example"],
  ["PULSE_WEBHOOK_ALLOW", "everything"],
  ["PULSE_TRUST_PROXY", "10.0.0.0/33"],
  ["PULSE_TRUST_PROXY", "0.0.0.0/0"],
  ["PULSE_TRUST_PROXY", "10.0.0.1;10.0.0.2"],
])("the setting %s=%s stops the start with one line that names the variable and the value", (name, value) => {
  const line = message(() => read({ [name]: value }));
  expect(line).toContain(name);
  expect(line).toContain(value);
  expect(line).not.toContain("\n");
});

test.each([
  "postgres://pulse:secret@db/pulse",
  // The folder of a socket.
  "postgres://pulse:secret@/pulse?host=/var/run/postgresql",
  "postgres:///pulse?host=/var/run/postgresql",
  // PGHOST names it.
  "postgres://pulse:secret@/pulse",
  // The driver takes a stray per cent sign as it is.
  "postgres://pulse:50%off@db/pulse",
  "postgresql://100%@db/pulse",
])("the database's address may be anything that the driver accepts, such as %s", (url) => {
  expect(read({ PULSE_DATABASE_URL: url }).databaseUrl).toBe(url);
  const replica = { PULSE_DATABASE_URL: "postgres://db/pulse", PULSE_DATABASE_READ_URL: url };
  expect(read(replica).databaseReadUrl).toBe(url);
});

test("a NATS server keeps the log of a cluster, and only a demo takes one that syncs late without being told so", () => {
  const url = "nats://pulse:secret@one:4222, tls://two:4222";
  expect(read({ PULSE_NATS_URL: url }).nats).toEqual({ url, cluster: "pulse", isUnsafeAllowed: false });
  const named = { PULSE_NATS_URL: url, PULSE_CLUSTER: "ward-7", PULSE_UNSAFE: "1" };
  expect(read(named).nats).toEqual({ url, cluster: "ward-7", isUnsafeAllowed: true });
  expect(readConfig({ PULSE_NATS_URL: url }, { demo: true }).nats?.isUnsafeAllowed).toBe(true);
  expect(read({}).nats).toBeNull();
});

test("a process has the roles that are named, if the processes have a database and a NATS server to share", () => {
  const shared = { PULSE_DATABASE_URL: "postgres://db/pulse", PULSE_NATS_URL: "nats://nats:4222" };
  expect([...read({ ...shared, PULSE_ROLES: "api, jobs" }).roles]).toEqual(["api", "jobs"]);
  expect([...read({}).roles]).toEqual(["api", "ingest", "locate", "jobs"]);
  for (const name of ["PULSE_DATABASE_URL", "PULSE_NATS_URL"])
    expect(message(() => read({ ...shared, [name]: "", PULSE_ROLES: "locate" }))).toContain(`needs ${name}`);
});

test("history moves to files after months that positions are kept for, and not before they are deleted", () => {
  const cold = { PULSE_HISTORY_COLD_AFTER_MONTHS: "3" };
  expect([read({}).coldAfterMonths, read(cold).coldAfterMonths]).toEqual([null, 3]);
  expect(message(() => read({ ...cold, PULSE_KEEP_POSITIONS_DAY: "84" }))).toBe(
    'PULSE_HISTORY_COLD_AFTER_MONTHS="3" has no effect with PULSE_KEEP_POSITIONS_DAY=84, as positions are deleted before; take fewer months or keep more days',
  );
  expect(read({ ...cold, PULSE_KEEP_POSITIONS_DAY: "85" }).coldAfterMonths).toBe(3);
  for (const bad of ["0", "-1", "2.5", "soon"])
    expect(message(() => read({ PULSE_HISTORY_COLD_AFTER_MONTHS: bad }))).toContain("it takes months from 1 to 1200");
});

test("history is thinned after days that are fewer than those for which it is kept in the database", () => {
  const thin = { PULSE_HISTORY_THIN_AFTER_DAYS: "60" };
  expect([read({}).thinAfterDays, read(thin).thinAfterDays]).toEqual([null, 60]);
  expect(message(() => read({ ...thin, PULSE_KEEP_POSITIONS_DAY: "60" }))).toContain(
    "has no effect with PULSE_KEEP_POSITIONS_DAY=60, as positions are deleted before",
  );
  expect(message(() => read({ ...thin, PULSE_HISTORY_COLD_AFTER_MONTHS: "2" }))).toBe(
    'PULSE_HISTORY_THIN_AFTER_DAYS="60" has no effect with PULSE_HISTORY_COLD_AFTER_MONTHS=2, as history is in files before; take at most 56 days or more months',
  );
  expect(read({ ...thin, PULSE_HISTORY_COLD_AFTER_MONTHS: "3" }).thinAfterDays).toBe(60);
});

test("an external broker requires an MQTT address, gives gateways its host, and excludes settings of the embedded one", () => {
  const url = "mqtts://pulse:secret@broker.example.com:8884?share=pulse";
  expect(read({ PULSE_MQTT_URL: url })).toMatchObject({ mqttUrl: url, publicMqttHost: "broker.example.com" });
  expect(read({ PULSE_MQTT_URL: "mqtt://[::1]" }).publicMqttHost).toBe("::1");
  expect(read({ PULSE_MQTT_URL: url, PULSE_PUBLIC_MQTT_HOST: "10.0.0.1" }).publicMqttHost).toBe("10.0.0.1");
  expect(read({})).toMatchObject({ mqttUrl: null, publicMqttHost: "127.0.0.1" });
  for (const bad of ["http://broker", "broker:1883", "mqtt://broker?clean=1"])
    expect(message(() => read({ PULSE_MQTT_URL: bad }))).toContain(`PULSE_MQTT_URL="${bad}" is not accepted`);
  expect(message(() => read({ PULSE_MQTT_URL: url, PULSE_MQTT_TLS_PORT: "8883" }))).toContain("PULSE_MQTT_TLS_PORT");
});

test("Amazon's pools require their three settings, and the legacy pool all three or none", () => {
  const current = {
    PULSE_IDENTITY: "cognito",
    PULSE_COGNITO_REGION: "eu-central-1",
    PULSE_COGNITO_USER_POOL_ID: "eu-central-1_AbCdEfGhI",
    PULSE_COGNITO_CLIENT_ID: "1h57kf5cpq17m0eml12EXAMPLE",
  };
  expect(read(current).identity).toMatchObject({ mode: "cognito", legacy: null, current: { region: "eu-central-1" } });
  for (const name of Object.keys(current).slice(1))
    expect(message(() => read({ ...current, [name]: "" }))).toContain(name);
  expect(message(() => read({ ...current, PULSE_COGNITO_LEGACY_REGION: "eu-west-1" }))).toContain(
    "LEGACY_USER_POOL_ID",
  );
  expect(message(() => read({ ...current, PULSE_COGNITO_USER_POOL_ID: "noUnderscore" }))).toContain("USER_POOL_ID");
  expect(message(() => read({ ...current, PULSE_COGNITO_USER_POOL_ID: `eu_${"x".repeat(53)}` }))).toContain(
    "USER_POOL_ID",
  );
  expect(message(() => readConfig(current, { demo: true }))).toContain("PULSE_IDENTITY");
});

test("a misspelt setting is listed, so that the start can warn about it", () => {
  expect(read({ PULSE_PROT: "8080", HOME: "/" }).unknownSettings).toEqual(["PULSE_PROT"]);
});

test("a password in an address is never printed", () => {
  const line = message(() => read({ PULSE_NATS_URL: "nats://me:hush@host,nats://you:hush@host,tls://hush@host/path" }));
  expect(line).toContain('PULSE_NATS_URL="nats://me:…@host,nats://you:…@host,tls://…@host/path"');
  expect(line).not.toContain("hush");
});

function message(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("it was accepted");
}

test("a certificate for MQTT requires its key and a port for TLS", () => {
  expect(read({ PULSE_MQTT_TLS_PORT: "8883" }).mqttTls).toEqual({ port: 8883, files: null });
  const files = { PULSE_MQTT_TLS_CERT: "a.crt", PULSE_MQTT_TLS_KEY: "a.key" };
  expect(read({ ...files, PULSE_MQTT_TLS_PORT: "8883" }).mqttTls).toEqual({
    port: 8883,
    files: { cert: "a.crt", key: "a.key" },
  });
  expect(message(() => read({ PULSE_MQTT_TLS_PORT: "8883", PULSE_MQTT_TLS_CERT: "a.crt" }))).toMatch(
    /^PULSE_MQTT_TLS_KEY="" is not accepted/,
  );
  expect(message(() => read(files))).toMatch(/^PULSE_MQTT_TLS_CERT="a.crt" has no effect without PULSE_MQTT_TLS_PORT/);
});

test("HTTPS requires a certificate and its key, and changes the address that people use", () => {
  const files = { PULSE_TLS_CERT: "a.crt", PULSE_TLS_KEY: "a.key" };
  const tls = { cert: "a.crt", key: "a.key" };
  expect(read(files)).toMatchObject({ tls, publicUrl: "https://127.0.0.1:8080", httpRedirectPort: null });
  expect(read({ ...files, PULSE_HTTP_REDIRECT_PORT: "80" }).httpRedirectPort).toBe(80);
  expect(read({ ...files, PULSE_PUBLIC_URL: "https://pulse.test/" }).publicUrl).toBe("https://pulse.test");
  expect(message(() => read({ PULSE_TLS_CERT: "a.crt" }))).toMatch(/^PULSE_TLS_KEY="" is not accepted/);
  expect(message(() => read({ PULSE_TLS_KEY: "a.key" }))).toMatch(/^PULSE_TLS_CERT="" is not accepted/);
  expect(message(() => read({ ...files, PULSE_PUBLIC_URL: "http://pulse.test" }))).toMatch(
    /^PULSE_PUBLIC_URL="http:\/\/pulse.test" is not accepted with PULSE_TLS_CERT/,
  );
  expect(message(() => read({ PULSE_HTTP_REDIRECT_PORT: "80" }))).toContain("has no effect without PULSE_TLS_CERT");
  expect(message(() => read({ ...files, PULSE_PORT: "80", PULSE_HTTP_REDIRECT_PORT: "80" }))).toContain(
    "other than PULSE_PORT",
  );
});

test("an SMS webhook takes an address and a secret that is never shown", () => {
  const [url, secret] = ["https://sms.example.com/pulse", "whsec_c2VjcmV0IG9mIGF0IGxlYXN0IDI0IGJ5dGVz"];
  expect(read({ PULSE_SMS_WEBHOOK_URL: url, PULSE_SMS_WEBHOOK_SECRET: secret }).sms).toEqual({ url, secret });
  expect(read({ PULSE_SMS_WEBHOOK_URL: url }).sms).toEqual({ url, secret: null });
  expect(read({}).sms).toBeNull();
  const short = message(() => read({ PULSE_SMS_WEBHOOK_URL: url, PULSE_SMS_WEBHOOK_SECRET: "whsec_short" }));
  expect(short).toContain("PULSE_SMS_WEBHOOK_SECRET");
  expect(short).not.toContain("whsec_short");
  expect(message(() => read({ PULSE_SMS_WEBHOOK_SECRET: secret }))).toContain("without PULSE_SMS_WEBHOOK_URL");
  expect(message(() => read({ PULSE_SMS_WEBHOOK_URL: "ftp://sms" }))).toContain("PULSE_SMS_WEBHOOK_URL");
});

test("a bucket for files takes key, secret, host and name, and neither key nor secret is ever shown", () => {
  const filesStore = (url: string) => read({ PULSE_FILES_URL: url }).filesStore;
  expect(read({}).filesStore).toBeNull();
  expect(filesStore("s3://KEY:a%2Fb@s3.test:9000/files?tls=0")).toEqual({
    endpoint: "http://s3.test:9000",
    host: "s3.test:9000",
    bucket: "files",
    region: "us-east-1",
    key: "KEY",
    secret: "a/b",
  });
  const refusal = message(() => filesStore("s3://KEY:a@b@s3.test/files?tls=maybe"));
  expect(refusal).toMatch(/^PULSE_FILES_URL="s3:\/\/…@s3.test\/files\?tls=maybe" is not accepted; it takes/);
});
