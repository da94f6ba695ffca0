import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { ownCertificate } from "../src/platform/broker/ownCertificate.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken } from "./support/builders.ts";
import { identityMigrations } from "@pulse/identity/identity";
import { temporaryFolder, testDatabase } from "./support/database.ts";
import { hasNats, natsServer } from "./support/natsServer.ts";
import { testClock } from "./support/radio.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { aQueuedReport, aWaitingDelivery, eventsEachSecond } from "./support/waitingWork.ts";
import { unreachable } from "./support/unreachable.ts";
import { workGate } from "./support/workGate.ts";

const mb = 1024 * 1024;
const folder = temporaryFolder();
let pulse: TestPulse;
afterEach(() => pulse.stop());

interface Page {
  version: string;
  commit: string | null;
  started_at: string;
  running_s: number;
  status: string;
  process: { host: string; roles: string[] };
  parts: { id: string; state: string; message: string; since: string }[];
  queues: { id: string; waiting: number | null; age_s: number; is_late: boolean }[];
  disk: Record<string, unknown> & {
    forecast: {
      kinds: { id: string; rows_per_day: number; bytes_per_row: number | null; bytes: number | null }[];
      bytes: number | null;
    } | null;
  };
  backup: { state: string; failure: { reason: string } | null; last: { bytes: number } | null } & Record<
    string,
    unknown
  >;
  certificates: { purpose: string; days_left: number | null; error: string | null; is_own: boolean }[];
  warnings: { level: string; message: string; detail: string | null; count: number }[];
}

/** The page, as a superadmin gets it. */
async function page(token?: string): Promise<Page> {
  const answer = await call(pulse, "GET", "system/operations", { token: token ?? (await aToken(pulse, null, null)) });
  expect(answer.status).toBe(200);
  return answer.content as unknown as Page;
}
const metrics = async (): Promise<string> => (await call(pulse, "GET", "/metrics")).text;
const part = ({ parts }: Page, id: string) => parts.find((each) => each.id === id);
const queue = ({ queues }: Page, id: string) => queues.find((each) => each.id === id);

test("superadmins see version, commit and running time, and every part is well; nobody else gets the page", async () => {
  const clock = testClock();
  pulse = await testPulse({}, { now: clock.now, commit: () => "abc1234" });
  clock.advance(90_000);
  const shown = await page();
  expect(shown).toMatchObject({ version: "1.19.2", commit: "abc1234", running_s: 90, status: "ready" });
  expect(Date.parse(shown.started_at)).toBe(clock.now() - 90_000);
  expect(shown.process.roles).toEqual(["api", "ingest", "locate", "jobs"]);
  expect(shown.parts.filter(({ state }) => state !== "ok")).toEqual([]);
  expect(shown.queues.filter((each) => each.is_late)).toEqual([]);
  expect(new Set(shown.parts.map(({ since }) => since))).toEqual(new Set([shown.started_at]));
  expect(part(shown, "database")!.message).toMatch(/^The database answers in \d+ ms\.$/);
  const customer = await aCustomer(pulse);
  const admin = await aToken(pulse, customer, "Administrator");
  const refused = await call(pulse, "GET", "system/operations", { token: admin });
  expect([refused.status, refused.content["code"]]).toEqual([403, "operation_not_allowed"]);
  expect((await call(pulse, "GET", "system/operations")).status).toBe(401);
});

test("while messages wait, the live picture and history say how far they are behind, and for what they wait", async () => {
  const clock = testClock();
  const gate = workGate();
  pulse = await testPulse({}, { now: clock.now, delayWork: gate.delayWork });
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer);
  const gateway = await aGateway(pulse, customer, site, { x: 3, y: 3 });
  const asset = await anAsset(pulse, customer, site);
  await pulse.settled();
  await pulse.turn();
  gate.close();
  const post = async (): Promise<void> => {
    const basic = Buffer.from(`${gateway.username}:${gateway.password}`).toString("base64");
    const obj = [{ type: 4, dmac: asset.mac.replaceAll(":", ""), rssi: -60, refpower: -59 }];
    const body = { msg: "advData", gmac: gateway.gmac, obj };
    const headers = { authorization: `Basic ${basic}` };
    expect((await call(pulse, "POST", "ingest/scans", { headers, body })).status).toBe(202);
  };
  await post();
  clock.advance(4 * 60_000);
  await post();
  const shown = await page();
  gate.open();
  expect(part(shown, "live_picture")).toMatchObject({
    state: "warning",
    message: "4 min behind: positions wait for processor time.",
  });
  expect(part(shown, "history")!.message).toBe("4 min behind: history and geofences wait for processor time.");
  expect(part(shown, "live_picture")!.since).toBe(new Date(clock.now()).toISOString());
  expect(queue(shown, "live_picture")).toMatchObject({ age_s: 240, is_late: true });
  expect(queue(shown, "history")).toMatchObject({ age_s: 240, waiting: null });
  await pulse.settled();
});

test("webhooks, reports and mails that wait are counted with the age of the oldest, for monitors too", async () => {
  pulse = await testPulse();
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer);
  await aWaitingDelivery(pulse, customer, site, 3 * 60_000);
  await aQueuedReport(pulse, customer, site, 2 * 3_600_000);
  const shown = await page();
  expect(queue(shown, "webhooks")).toMatchObject({ waiting: 1 });
  expect(queue(shown, "webhooks")!.age_s).toBeCloseTo(180, -2);
  expect(queue(shown, "reports")).toMatchObject({ waiting: 1 });
  expect(queue(shown, "reports")!.age_s).toBeCloseTo(7200, -2);
  expect(queue(shown, "mail")).toEqual({ id: "mail", waiting: 0, age_s: 0, is_late: false });
  // A receiver may be away for hours; a report may not.
  expect(shown.queues.filter((each) => each.is_late).map(({ id }) => id)).toEqual(["reports"]);
  const text = await metrics();
  expect(text).toContain('pulse_queue_items{queue="webhooks"} 1');
  expect(text).toMatch(/pulse_queue_age_seconds\{queue="reports"\} 72\d\d/);
});

test("the disk has its free space, the data their size, and the forecast is computed from what came in", async () => {
  pulse = await testPulse(
    { PULSE_KEEP_EVENTS_DAY: "10" },
    { freeSpace: async () => ({ bytes: 12 * mb, files: null }) },
  );
  await eventsEachSecond(pulse, 12_000);
  await sql`analyze events`.execute(pulse.db);
  const shown = await page();
  expect(part(shown, "disk")).toMatchObject({
    id: "disk",
    state: "failed",
    message: "the disk of PULSE_DATA_DIR is nearly full: 12 MB left, then nothing can be stored",
  });
  expect(shown.disk).toMatchObject({ free_bytes: 12 * mb, is_database_embedded: true });
  expect(shown.disk["folder_bytes"]).toBeGreaterThan(0);
  expect(shown.disk["database_bytes"]).toBeGreaterThan(mb);
  expect([shown.disk["cold_history"], shown.disk["cold_months"]]).toEqual([null, null]);
  const events = shown.disk.forecast!.kinds.find(({ id }) => id === "events")!;
  // One event a second, for ten days and the rest of a month. A row has a size as measured.
  expect(events).toMatchObject({ setting: "PULSE_KEEP_EVENTS_DAY", keep_day: 10 });
  expect(events.rows_per_day / 86_400).toBeCloseTo(1, 1);
  expect(events.bytes_per_row).toBeGreaterThan(100);
  expect(events.bytes_per_row).toBeLessThan(3000);
  expect(events.bytes! / (events.rows_per_day * events.bytes_per_row! * 41)).toBeCloseTo(1, 2);
  expect(shown.disk.forecast!.bytes).toBe(events.bytes);
  expect(await metrics()).toContain(`pulse_disk_free_bytes ${12 * mb}`);
});

test("while the database does not answer the page says so, but only to whom is known: no rights are taken from memory", async () => {
  const line = unreachable();
  const clock = testClock();
  const stored = await testDatabase(identityMigrations);
  pulse = await testPulse({}, { now: clock.now, database: { ...stored, db: stored.db.withPlugin(line.plugin) } });
  const token = await aToken(pulse, null, null);
  await page(token);
  line.cut();
  const shown = await page(token);
  expect(shown.status).toBe("unavailable");
  expect(part(shown, "database")).toMatchObject({
    state: "failed",
    message: "The database does not answer: nothing can be stored or looked up.",
  });
  expect(shown.disk).toMatchObject({ database_bytes: null, forecast: null });
  expect(queue(shown, "webhooks")).toBeUndefined();
  expect(await metrics()).not.toContain("pulse_queue_items{");
  // Rights are read again every five seconds. Somebody may have withdrawn them meanwhile.
  clock.advance(6_000);
  const refused = await call(pulse, "GET", "system/operations", { token });
  expect([refused.status, refused.content["code"]]).toEqual([503, "service_unavailable"]);
  line.mend();
  expect((await page(token)).status).toBe("ready");
});

test.skipIf(!hasNats)("each process answers for itself, and says which role no process has", async () => {
  const server = await natsServer();
  const backups = join(folder, "unseen");
  pulse = await testPulse({
    PULSE_NATS_URL: server.url,
    PULSE_DATABASE_URL: "postgres://opened-by-the-test/pulse",
    PULSE_CLUSTER: "operations",
    PULSE_UNSAFE: "1",
    PULSE_ROLES: "api",
    PULSE_BACKUP_DIR: backups,
    PULSE_MQTT_TLS_PORT: "0",
    PULSE_DATA_DIR: mkdtempSync(join(folder, "roles-")),
  });
  try {
    const shown = await page();
    expect(shown.process.roles).toEqual(["api"]);
    expect(part(shown, "role_locate")).toMatchObject({
      state: "failed",
      message: "No process with the role locate is running: positions stand still.",
    });
    expect(queue(shown, "history")!.waiting).toBeNull();
    expect(queue(shown, "writes")!.waiting).toBeNull();
    expect(shown.backup).toMatchObject({ state: "elsewhere", folder: backups });
    // Devices connect to processes with the role ingest.
    expect(shown.certificates).toEqual([]);
    expect(await metrics()).not.toContain("pulse_backup_last_success_timestamp_seconds");
  } finally {
    await pulse.stop();
    await server.remove();
  }
});

test("without a folder for backups the page says so", async () => {
  pulse = await testPulse();
  expect((await page()).backup).toMatchObject({ state: "off", folder: null, last: null });
});

test("a nightly backup that failed shows why, and one that was made shows its size and its time", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  pulse = await testPulse({ PULSE_BACKUP_DIR: join(file, "backups") });
  expect((await page()).backup).toMatchObject({ state: "failed", last: null });
  await pulse.turn();
  const failed = (await page()).backup;
  expect(failed.state).toBe("failed");
  expect(failed.failure!.reason).toMatch(/ENOTDIR/);
  expect((await page()).warnings.map(({ message }) => message)).toContain("the nightly backup failed");
  expect(await metrics()).toContain("pulse_backup_last_success_timestamp_seconds 0");
  await pulse.stop();

  const backups = join(folder, "backups");
  mkdirSync(backups);
  const atMs = Date.now() - 3_600_000;
  const name = `pulse-${new Date(atMs).toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.gz`;
  writeFileSync(join(backups, name), "x".repeat(1234));
  pulse = await testPulse({ PULSE_BACKUP_DIR: backups, PULSE_BACKUP_AT: "04:30", PULSE_BACKUP_KEEP: "3" });
  const made = (await page()).backup;
  expect(made).toMatchObject({ state: "ok", last: { bytes: 1234 }, failure: null, keep: 3, due_at: "04:30" });
  expect(await metrics()).toContain(`pulse_backup_last_success_timestamp_seconds ${Math.floor(atMs / 1000)}`);
});

test("certificates have their days left; one that cannot be read any more says so", async () => {
  const made = await ownCertificate(join(folder, "certificate"), "localhost", Date.now());
  const paths = { cert: join(folder, "web.crt"), key: join(folder, "web.key") };
  writeFileSync(paths.cert, made.cert);
  writeFileSync(paths.key, made.key);
  pulse = await testPulse({ PULSE_MQTT_TLS_PORT: "0", PULSE_MQTT_TLS_CERT: paths.cert, PULSE_MQTT_TLS_KEY: paths.key });
  const [mqtt] = (await page()).certificates;
  expect(mqtt).toMatchObject({ purpose: "mqtt", error: null, is_own: false });
  expect(Math.abs(mqtt!.days_left! - 20 * 365)).toBeLessThanOrEqual(1);
  expect(await metrics()).toContain('pulse_certificate_expiry_timestamp_seconds{purpose="mqtt"}');
  writeFileSync(paths.cert, "no certificate");
  const [broken] = (await page()).certificates;
  expect(broken).toMatchObject({ days_left: null });
  expect(broken!.error).not.toBeNull();
});

test("the log's warnings are listed with their number, without addresses and secrets", async () => {
  pulse = await testPulse({ PULSE_KEPP: "1" });
  const token = await aToken(pulse, null, null);
  const crash = { message: "TypeError for nora@ward.example", stack: "", page: "/map" };
  for (let nth = 0; nth < 2; nth++) await call(pulse, "POST", "crashes", { token, body: crash });
  const shown = await page();
  expect(shown.warnings).toContainEqual(
    expect.objectContaining({ level: "error", message: "a page of the web app broke", count: 2 }),
  );
  expect(JSON.stringify(shown.warnings)).not.toContain("nora");
  expect(await metrics()).toContain('pulse_log_warnings_total{level="error"} 2');
});
