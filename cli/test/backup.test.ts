import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { End } from "@pulse/server/platform/backup/archiveFormat";
import { readArchive } from "@pulse/server/platform/backup/readArchive";
import { openSealed } from "@pulse/server/platform/backup/sealedFile";
import { readConfig } from "@pulse/server/platform/config/config";
import { createPulse } from "@pulse/server/start/wiring";
import { emptyDatabase, testDatabaseUrl } from "@pulse/server/test/support/database";
import pino from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { runCommand } from "../src/commands/commands.ts";
import { demoPassword } from "../src/demo/accounts.ts";
import { aFolder, endPulses, startPulse } from "./pulseProcess.ts";
import { keptStream } from "./streams.ts";

afterEach(endPulses);

/** A command in this process: its exit code, and what it prints. */
async function pulse(args: string[], settings: Record<string, string>) {
  const [stdout, stderr] = [keptStream(), keptStream()];
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  try {
    const code = await runCommand(args, { stdout: stdout.stream, stderr: stderr.stream });
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    vi.unstubAllEnvs();
  }
}

async function expectDone(args: string[], settings: Record<string, string>): Promise<void> {
  expect(await pulse(args, settings)).toMatchObject({ code: 0, stderr: "" });
}

/** The counts and checksums in a backup, which are checked on the way. */
async function sumsOf(file: string, passphrase: string | null = null): Promise<Omit<End, "header">> {
  const { end } = await readArchive(await openSealed(file, passphrase), {});
  return { tables: end.tables, folders: end.folders };
}

/** Whether somebody who was there before still signs in, with the code that is sent. */
async function whoSignsIn(settings: Record<string, string>, email: string): Promise<unknown> {
  const config = readConfig({ ...settings, PULSE_PORT: "0", PULSE_MQTT_PORT: "0", PULSE_OUTBOX: "1" }, { demo: false });
  const running = await createPulse(config, { log: pino({ level: "silent" }), webFolder: config.dataDir });
  try {
    const call = async (operation: string, body: object): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${running.url}/identity/`, {
        method: "POST",
        headers: { "x-amz-target": `AWSCognitoIdentityProviderService.${operation}` },
        body: JSON.stringify({ ClientId: running.identity!.pools.current.clientId, ...body }),
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    const { ChallengeName, Session } = await call("InitiateAuth", {
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: email, PASSWORD: demoPassword },
    });
    const outbox = (await (await fetch(`${running.url}/dev/outbox.json`)).json()) as { text: string }[];
    const code = /\b\d{6}\b/.exec(outbox[0]?.text ?? "")?.[0];
    const { AuthenticationResult } = (await call("RespondToAuthChallenge", {
      ChallengeName,
      Session,
      ChallengeResponses: { USERNAME: email, SMS_MFA_CODE: code },
    })) as { AuthenticationResult: { IdToken: string } };
    const me = await fetch(`${running.url}/api/v3/users/me`, {
      headers: { "x-id-token": AuthenticationResult.IdToken },
    });
    return ((await me.json()) as { result: { content: unknown } }).result.content;
  } finally {
    await running.stop();
  }
}

/** A running demo whose gateways have sent this much. */
async function demoUnderLoad(settings: Record<string, string>, minBytes: number): Promise<void> {
  const demo = startPulse(["demo"], settings);
  await expect.poll(() => demo.stdout()).toContain("Press Ctrl+C");
  const log = join(settings["PULSE_DATA_DIR"]!, "log");
  const logBytes = (): number => readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0);
  await expect.poll(logBytes).toBeGreaterThan(minBytes);
}

const onPostgres = testDatabaseUrl() !== null;

test.skipIf(onPostgres)(
  "a demo under load is backed up while it runs, and after a kill it is restored elsewhere with the same rows, files, messages and accounts",
  async () => {
    const [from, to, files] = [aFolder(), aFolder(), aFolder()];
    const settings = { PULSE_DATA_DIR: from, PULSE_PORT: "0", PULSE_MQTT_PORT: "0", PULSE_LOG_LEVEL: "silent" };
    await demoUnderLoad(settings, 300_000);
    const [file, again, passphrase] = [join(files, "a.age"), join(files, "again.tar.gz"), join(files, "passphrase")];
    writeFileSync(passphrase, "correct horse battery staple\n");
    await expectDone(["backup", file, "--passphrase-file", passphrase], settings);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    process.kill(Number(readFileSync(join(from, "pulse.pid"), "utf8")), "SIGKILL");

    const elsewhere = { PULSE_DATA_DIR: to };
    await expectDone(["restore", file, "--passphrase-file", passphrase], elsewhere);
    await expectDone(["backup", again], elsewhere);
    const sums = await sumsOf(file, "correct horse battery staple");
    expect(await sumsOf(again)).toEqual(sums);
    expect(sums.tables["hardwares"]?.rows).toBeGreaterThan(10);
    expect(sums.folders.log.bytes).toBeGreaterThan(300_000);
    expect(sums.folders.files.files).toBeGreaterThan(0);
    expect(await whoSignsIn(elsewhere, "super@pulse.test")).toMatchObject({ is_superadmin: true });
  },
);

test.skipIf(onPostgres)("what cannot be backed up or restored is refused in one line and leaves nothing", async () => {
  const [from, to, files] = [aFolder(), aFolder(), aFolder()];
  const refused = async (args: string[], folder: string, text: string): Promise<void> => {
    const contents = (): string[] => readdirSync(folder).filter((name) => name !== "pulse.lock");
    const before = contents();
    const { code, stdout, stderr } = await pulse(args, { PULSE_DATA_DIR: folder });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^pulse: [^\n]+\n$/);
    expect(stderr).toContain(text);
    expect(contents()).toEqual(before);
  };
  const file = join(files, "a.tar.gz");
  await refused(["backup", file], from, "there is nothing to back up");
  await expectDone(["migrate"], { PULSE_DATA_DIR: from });
  await expectDone(["backup", file], { PULSE_DATA_DIR: from });
  await refused(["backup", file], from, "exists already; --force replaces it");
  await refused(["backup", join(files, "nowhere", "b")], from, "ENOENT");
  await refused(["backup", join(files, "c"), "--passphrase-file", join(files, "none")], from, "cannot be read");
  await refused(["restore", file], from, 'is not empty (it has "database")');
  await refused(["restore", join(files, "none")], to, "ENOENT");
  await refused(["restore"], to, "restore takes one file");
  expect(readdirSync(files)).toEqual(["a.tar.gz"]);
  await expectDone(["backup", file, "--force"], { PULSE_DATA_DIR: from });

  const whole = readFileSync(file);
  const [torn, foreign, sealed] = [join(files, "torn"), join(files, "foreign"), join(files, "sealed")];
  writeFileSync(torn, whole.subarray(0, whole.length / 2));
  writeFileSync(foreign, "asset_name,asset_type\n");
  await refused(["restore", torn], to, "the backup is torn or damaged");
  await refused(["restore", foreign], to, "this is not a backup of Pulse");
  const [passphrase, other] = [join(files, "passphrase"), join(files, "other")];
  writeFileSync(passphrase, "correct horse battery staple\n");
  writeFileSync(other, "another\n");
  await expectDone(["backup", sealed, "--passphrase-file", passphrase], { PULSE_DATA_DIR: from });
  await refused(["restore", sealed], to, "is encrypted; give its passphrase with --passphrase-file");
  await refused(["restore", sealed, "--passphrase-file", other], to, "the passphrase is not that of the backup");
  await expectDone(["restore", file], { PULSE_DATA_DIR: to });
});

test.skipIf(!onPostgres)(
  "a demo's backup goes from the embedded database to a PostgreSQL server and, while Pulse runs there, back again",
  async () => {
    const [from, to, back, files] = [aFolder(), aFolder(), aFolder(), aFolder()];
    const database = await emptyDatabase();
    const ports = { PULSE_PORT: "0", PULSE_MQTT_PORT: "0", PULSE_LOG_LEVEL: "silent" };
    const onServer = { PULSE_DATA_DIR: to, PULSE_DATABASE_URL: database.url };
    const [first, second, third] = [join(files, "1"), join(files, "2"), join(files, "3")];
    try {
      await demoUnderLoad({ ...ports, PULSE_DATA_DIR: from }, 300_000);
      await expectDone(["backup", first], { PULSE_DATA_DIR: from });
      await expectDone(["restore", first], onServer);
      await expectDone(["backup", second], onServer);
      expect(await sumsOf(second)).toEqual(await sumsOf(first));
      expect((await pulse(["restore", first], { ...onServer, PULSE_DATA_DIR: back })).stderr).toContain("is not empty");

      await startPulse(["serve"], { ...ports, ...onServer }).serving();
      await expectDone(["backup", second, "--force"], onServer);
      await expectDone(["restore", second], { PULSE_DATA_DIR: back });
      await expectDone(["backup", third], { PULSE_DATA_DIR: back });
      expect(await sumsOf(third)).toEqual(await sumsOf(second));
      expect(await whoSignsIn({ PULSE_DATA_DIR: back }, "super@pulse.test")).toMatchObject({ is_superadmin: true });
    } finally {
      await endPulses();
      await database.drop();
    }
  },
);
