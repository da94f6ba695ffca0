// The Debian package, on a Debian that boots: installed, upgraded, removed and purged as an administrator does it.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDeb } from "../../scripts/buildDeb.mjs";
import { freePort } from "../../scripts/freePort.mjs";
import { bootDebian, type DebianMachine } from "./debianMachine.ts";

const root = join(import.meta.dirname, "..", "..");
const unit = join(root, "deploy", "debian", "pulse.service");
const base = join(homedir(), ".cache/pulse/debianRoot/root");
let machine: DebianMachine | string = "no Debian: bash .ci/debianRoot/install.sh makes one";
let folder: string;
let [older, newer] = ["", ""];
beforeAll(async () => {
  if (!existsSync(base)) return;
  folder = await mkdtemp(join(tmpdir(), "pulse-debs-"));
  // What is tried is not how small it gets.
  newer = buildDeb(folder, { compression: "none" });
  older = asVersion(newer, "0.0.1");
  machine = await bootDebian(base, Object.fromEntries([older, newer].map((file) => [`root/${basename(file)}`, file])));
});
afterAll(async () => {
  if (typeof machine !== "string") await machine.remove();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** The same package under another version, beside it. */
function asVersion(file: string, version: string): string {
  const [stage, made] = [join(folder, version), join(folder, `pulse_${version}.deb`)];
  execFileSync("dpkg-deb", ["--raw-extract", file, stage]);
  const control = join(stage, "DEBIAN", "control");
  writeFileSync(control, readFileSync(control, "utf8").replace(/^Version: .*$/m, `Version: ${version}`));
  execFileSync("dpkg-deb", ["--root-owner-group", "-Znone", "--build", stage, made], { stdio: "ignore" });
  return made;
}

test.skipIf(!existsSync("/usr/bin/systemd-analyze"))("systemd rates the service's exposure at 2.5 or less", () => {
  const words = ["security", "--offline=true", "--threshold=25", "--no-pager", unit];
  const printed = execFileSync("systemd-analyze", words, { encoding: "utf8" });
  expect(printed).toMatch(/Overall exposure level for pulse\.service: [0-2]\.\d/);
});

test("the package starts a service, keeps settings and data through an upgrade and a removal, and purges them", async (context) => {
  if (typeof machine === "string") {
    context.skip(`no Debian can be booted here: ${machine}`);
    return;
  }
  const debian = machine;
  const install = (file: string) => debian.run("dpkg", "--install", `/root/${basename(file)}`);
  const isActive = () =>
    debian.run("systemctl", "is-active", "pulse").catch(({ stdout }: { stdout: string }) => stdout);
  const data = join(debian.root, "var", "lib", "pulse");

  await install(older);
  // Its default port may be taken here: this machine shares its network with ours.
  const [port, mqttPort] = [await freePort(), await freePort()];
  const settings = `PULSE_DATA_DIR=/var/lib/pulse\nPULSE_PORT=${port}\nPULSE_MQTT_PORT=${mqttPort}\n`;
  writeFileSync(join(debian.root, "etc", "pulse", "pulse.env"), settings);
  await debian.run("systemctl", "restart", "pulse");
  const isReady = async (): Promise<unknown> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.status,
      () => isActive(),
    );
  await expect.poll(isReady).toBe(200);
  expect([await debian.run("systemctl", "is-enabled", "pulse"), await isActive()]).toEqual(["enabled\n", "active\n"]);
  const owner = await debian.run("stat", "--format=%U %a", "/var/lib/pulse", "/etc/pulse/pulse.env");
  expect(owner).toBe("pulse 700\nroot 640\n");

  await debian.run("pulse", "backup", "/var/lib/pulse/one.backup");
  await install(newer);
  await expect.poll(isReady).toBe(200);
  expect(readFileSync(join(debian.root, "etc", "pulse", "pulse.env"), "utf8")).toBe(settings);
  const version = await debian.run("dpkg-query", "--show", "--showformat=${Version}", "pulse");
  expect(newer).toContain(`pulse_${version}_`);
  expect(await readdir(data)).toContain("one.backup");

  await debian.run("dpkg", "--remove", "pulse");
  expect(await isReady()).not.toBe(200);
  expect(await debian.run("find", "/var/lib/pulse", "-not", "-user", "pulse")).toBe("");
  expect([existsSync(join(debian.root, "usr/bin/pulse")), statSync(join(data, "one.backup")).size > 0]).toEqual([
    false,
    true,
  ]);

  await debian.run("dpkg", "--purge", "pulse");
  expect([existsSync(data), existsSync(join(debian.root, "etc/pulse"))]).toEqual([false, false]);
  expect(await debian.run("getent", "passwd").then((people) => people.includes("pulse:"))).toBe(false);
});
