import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyDatabase, testDatabaseUrl } from "@pulse/server/test/support/database";
import { hasS3Server, s3Server } from "@pulse/server/test/support/s3Server";
import { afterEach, expect, test } from "vitest";
import { demoUnderLoad, expectDone, pulse, sumsOf, whoSignsIn } from "./installations.ts";
import { aFolder, endPulses, expectRefusal, startPulse } from "./pulseProcess.ts";

afterEach(endPulses);

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

test.runIf(hasS3Server && !onPostgres)(
  "a backup of an installation with its files in a bucket holds them, and restores go from a bucket to a folder and back",
  async () => {
    const [from, folder, there, files] = [aFolder(), aFolder(), aFolder(), aFolder()];
    const server = await s3Server();
    try {
      const [first, second] = [server.bucket(), server.bucket()];
      const ports = { PULSE_PORT: "0", PULSE_MQTT_PORT: "0", PULSE_LOG_LEVEL: "silent" };
      const withBucket = { PULSE_DATA_DIR: from, PULSE_FILES_URL: server.url(first) };
      const [running, stopped, onDisk, again] = ["1", "2", "3", "4"].map((name) => join(files, name)) as [
        string,
        string,
        string,
        string,
      ];
      const demo = await demoUnderLoad({ ...ports, ...withBucket, PULSE_SIMULATE: "0" }, -1);
      expect(server.names(first).length).toBeGreaterThan(0);
      await expectDone(["backup", running], withBucket);
      demo.child.kill("SIGTERM");
      await demo.exit;
      await expectDone(["backup", stopped], withBucket);
      const sums = await sumsOf(stopped);
      expect(sums.folders.files.files).toBe(server.names(first).length);
      expect((await sumsOf(running)).folders.files).toEqual(sums.folders.files);

      const refused = await pulse(["restore", stopped], { PULSE_DATA_DIR: folder, PULSE_FILES_URL: server.url(first) });
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toContain("the bucket of PULSE_FILES_URL has files of Pulse");
      await expectDone(["restore", stopped], { PULSE_DATA_DIR: folder });
      expect(readdirSync(join(folder, "files")).toSorted()).toEqual(server.names(first));
      await expectDone(["backup", onDisk], { PULSE_DATA_DIR: folder });
      const elsewhere = { PULSE_DATA_DIR: there, PULSE_FILES_URL: server.url(second) };
      await expectDone(["restore", onDisk], elsewhere);
      expect(server.names(second)).toEqual(server.names(first));
      expect(readdirSync(there)).not.toContain("files");
      await expectDone(["backup", again], elsewhere);
      expect([await sumsOf(onDisk), await sumsOf(again)]).toEqual([sums, sums]);
    } finally {
      await endPulses();
      await server.stop();
    }
  },
);

test.runIf(hasS3Server && !onPostgres)(
  "a store of files that cannot be used ends the start with one line",
  async () => {
    const server = await s3Server();
    try {
      const run = startPulse(["serve"], {
        PULSE_DATA_DIR: aFolder(),
        PULSE_PORT: "0",
        PULSE_MQTT_PORT: "0",
        PULSE_FILES_URL: server.url("nobucket"),
      });
      await expectRefusal(run, "PULSE_FILES_URL", 'there is no bucket "nobucket"');
    } finally {
      await server.stop();
    }
  },
);
