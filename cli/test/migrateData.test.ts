import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { emptyDatabase, testDatabaseUrl } from "@pulse/server/test/support/database";
import { hasS3Server, s3Server } from "@pulse/server/test/support/s3Server";
import { afterEach, expect, test } from "vitest";
import { freePort } from "../../scripts/freePort.mjs";
import { cutProxy } from "./cutProxy.ts";
import { demoUnderLoad, expectDone, pulse, sumsOf, whoSignsIn } from "./installations.ts";
import { aFolder, endPulses, startPulse } from "./pulseProcess.ts";

afterEach(endPulses);

const onPostgres = testDatabaseUrl() !== null;
const ports = { PULSE_PORT: "0", PULSE_MQTT_PORT: "0", PULSE_LOG_LEVEL: "silent" };

/** The SHA-256 of each file of a folder, but of the lock on it. */
function contents(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith("pulse."));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length), createHash("sha256").update(readFileSync(path)).digest("hex")]),
  );
}

/** Expects a refusal in one line, which changes nothing. */
async function refused(args: string[], settings: Record<string, string>, text: string): Promise<void> {
  const before = contents(settings["PULSE_DATA_DIR"]!);
  const { code, stdout, stderr } = await pulse(["migrate-data", ...args], settings);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^pulse: [^\n]+\n$/);
  expect(stderr).toContain(text);
  expect(contents(settings["PULSE_DATA_DIR"]!)).toEqual(before);
}

/** A stopped installation with a demo's data. */
async function demoInstallation(folder: string, isMoving = true): Promise<void> {
  const settings = { ...ports, PULSE_DATA_DIR: folder, PULSE_SIMULATE: isMoving ? "1" : "0" };
  const demo = await demoUnderLoad(settings, isMoving ? 300_000 : -1);
  demo.child.kill("SIGTERM");
  await demo.exit;
}

test.skipIf(onPostgres)("what cannot be moved is refused in one line and changes nothing", async () => {
  const folder = aFolder();
  const settings = { PULSE_DATA_DIR: folder };
  const to = `postgres://pulse:not-to-be-shown@127.0.0.1:${await freePort()}/pulse`;
  await refused([], settings, "--to takes a postgres:// address");
  await refused(["--to", "mysql://a/b"], settings, "--to takes a postgres:// address");
  await refused(["--to", to, "--files", "s3://bucket"], settings, "--files takes s3://KEY:SECRET@HOST");
  await refused(["--to", to], settings, "there is nothing to move");
  await expectDone(["migrate"], settings);
  await refused(["--to", to], settings, "does not answer");
  await refused(["--to", to], { ...settings, PULSE_DATABASE_URL: to }, "is on a PostgreSQL server already");
  expect((await pulse(["migrate-data", "--to", to], settings)).stderr).not.toContain("not-to-be-shown");
  await startPulse(["serve"], { ...ports, ...settings }).serving();
  const { code, stderr } = await pulse(["migrate-data", "--to", to], settings);
  expect([code, stderr]).toEqual([1, expect.stringContaining("is using this folder")]);
});

test.skipIf(!onPostgres)(
  "an embedded demo moves to a PostgreSQL server, also after kills in the middle, with the same rows, and stays as it was",
  async () => {
    const [from, files] = [aFolder(), aFolder()];
    const database = await emptyDatabase();
    const embedded = { PULSE_DATA_DIR: from };
    const onServer = { ...embedded, PULSE_DATABASE_URL: database.url };
    const [before, after] = [join(files, "before"), join(files, "after")];
    try {
      await demoInstallation(from);
      await expectDone(["backup", before], embedded);
      const sums = await sumsOf(before);
      const untouched = contents(from);
      // While the tables are made, and among the rows.
      for (const bytes of [20_000, 400_000]) {
        const proxy = await cutProxy(database.url, bytes);
        const moving = startPulse(["migrate-data", "--to", proxy.url], embedded);
        await Promise.race([
          proxy.reached,
          moving.exit.then(() => Promise.reject(new Error(`it has ended: ${moving.stderr()}`))),
        ]);
        process.kill(Number(readFileSync(join(from, "pulse.pid"), "utf8")), "SIGKILL");
        await moving.exit;
        proxy.close();
      }
      const started = startPulse(["serve"], { ...ports, ...onServer });
      expect(await started.exit).toBe(1);
      expect(started.stderr()).toContain("in part only; run pulse migrate-data again");
      const moved = await pulse(["migrate-data", "--to", database.url], embedded);
      expect(moved).toMatchObject({ code: 0, stderr: "" });
      expect(moved.stdout).toMatch(
        /begun before \([1-9]\d* tables were there\):\n {2}\d{4,} rows in \d+ tables, compared by count and checksum/,
      );
      expect(moved.stdout).toContain("PULSE_DATABASE_URL=");
      expect(contents(from)).toEqual(untouched);

      await expectDone(["backup", after], onServer);
      expect(await sumsOf(after)).toEqual(sums);
      expect((await pulse(["migrate-data", "--to", database.url], embedded)).stdout).toContain("nothing has changed");
      expect(await whoSignsIn(onServer, "super@pulse.test")).toMatchObject({ is_superadmin: true });
    } finally {
      await endPulses();
      await database.drop();
    }
  },
);

/** A stopped installation with keys of its own. */
async function aNewInstallation(): Promise<Record<string, string>> {
  const settings = { PULSE_DATA_DIR: aFolder() };
  const run = startPulse(["serve"], { ...ports, ...settings });
  await run.serving();
  run.child.kill("SIGTERM");
  await run.exit;
  return settings;
}

test.skipIf(!onPostgres)(
  "an installation moves neither into a database that is not empty nor into another's",
  async () => {
    const [own, foreign] = [await emptyDatabase(), await emptyDatabase()];
    try {
      const [first, second] = [await aNewInstallation(), await aNewInstallation()];
      await expectDone(["migrate"], { ...first, PULSE_DATABASE_URL: foreign.url });
      await refused(["--to", foreign.url], first, "the database of --to is not empty");
      expect((await pulse(["migrate-data", "--to", own.url], first)).code).toBe(0);
      await refused(["--to", own.url], second, "another installation has been moved");
    } finally {
      await own.drop();
      await foreign.drop();
    }
  },
);

test.skipIf(!onPostgres)(
  "an installation with which somebody has gone on does not move into its database again",
  async () => {
    const database = await emptyDatabase();
    try {
      const settings = await aNewInstallation();
      expect((await pulse(["migrate-data", "--to", database.url], settings)).code).toBe(0);
      const person = ["--email", "more@pulse.test", "--given-name", "More", "--family-name", "People"];
      const create = ["admin", "create-superadmin", ...person, "--password-stdin"];
      const admin = startPulse(create, settings, "Nine-Lakes-4-Boats\n");
      expect([await admin.exit, admin.stderr()]).toEqual([0, expect.any(String)]);
      await refused(["--to", database.url], settings, "has changed since");
    } finally {
      await database.drop();
    }
  },
);

test.runIf(onPostgres && hasS3Server)("files move to a bucket with the database, and are compared there", async () => {
  const [from, files] = [aFolder(), aFolder()];
  const database = await emptyDatabase();
  const server = await s3Server();
  try {
    const bucket = server.bucket();
    await demoInstallation(from, false);
    const embedded = { PULSE_DATA_DIR: from };
    const [before, after] = [join(files, "before"), join(files, "after")];
    await expectDone(["backup", before], embedded);
    const to = ["--to", database.url, "--files"];
    await refused([...to, server.url("nobucket")], embedded, 'there is no bucket "nobucket"');
    const moved = await pulse(["migrate-data", ...to, server.url(bucket)], embedded);
    expect(moved).toMatchObject({ code: 0, stderr: "" });
    const names = readdirSync(join(from, "files")).toSorted();
    expect(moved.stdout).toContain(`${names.length} files (`);
    expect(server.names(bucket)).toEqual(names);
    const onServer = { ...embedded, PULSE_DATABASE_URL: database.url, PULSE_FILES_URL: server.url(bucket) };
    await expectDone(["backup", after], onServer);
    expect(await sumsOf(after)).toEqual(await sumsOf(before));
  } finally {
    await endPulses();
    await database.drop();
    await server.stop();
  }
});
