// The container image, as far as it can be tried without a container engine: its Dockerfile is linted, and its steps run in
// a folder that stands for the image.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../scripts/freePort.mjs";
import { lastOf, readDockerfile } from "./dockerfile.ts";
import { userEnvironment, watchPulse } from "./installedRelease.ts";

const root = join(import.meta.dirname, "..", "..");
const file = join(root, "deploy", "docker", "Dockerfile");
const instructions = readDockerfile(file);
const hadolint = join(homedir(), ".cache/pulse/hadolint/bin/hadolint");
const image = mkdtempSync(join(tmpdir(), "pulse-image-"));
const children: ReturnType<typeof spawn>[] = [];
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(image, { recursive: true, force: true });
});

/** A text with the image's absolute paths as paths in the folder that stands for it. */
const inImage = (text: string): string => text.replaceAll(/(?<![\w./])\/(opt|data|tmp)\b/g, `${image}/$1`);
const words = (name: "ENTRYPOINT" | "CMD"): string[] => JSON.parse(inImage(lastOf(instructions, name))) as string[];

test("the image takes its base as an argument, and runs as an unprivileged user with one volume", () => {
  const bases = instructions.filter(({ name }) => name === "FROM").map(({ text }) => text.split(" ")[0]);
  expect(bases).toEqual(["${BASE}", "${BASE}"]);
  expect(lastOf(instructions, "USER")).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
  expect(instructions.filter(({ name }) => name === "VOLUME")).toEqual([{ name: "VOLUME", text: "/data" }]);
  expect(lastOf(instructions, "STOPSIGNAL")).toBe("SIGTERM");
});

test.skipIf(!existsSync(hadolint))("hadolint finds nothing in the Dockerfile", () => {
  expect(execFileSync(hadolint, [file], { encoding: "utf8" })).toBe("");
});

// An image's steps run as root; elsewhere the folder could not be given to another user.
test.skipIf(process.getuid?.() !== 0)(
  "the image's steps make an installation that an unprivileged user runs from files it cannot write",
  async () => {
    const environment = layBase();
    for (const { text } of instructions.filter(({ name }) => name === "RUN"))
      execFileSync("sh", ["-c", inImage(text)], { cwd: join(image, "opt", "pulse"), env: environment, stdio: "pipe" });
    const [uid, gid] = lastOf(instructions, "USER").split(":").map(Number) as [number, number];
    const cwd = join(image, "data");
    const ports = { PULSE_PORT: String(await freePort()), PULSE_MQTT_PORT: String(await freePort()) };
    const run = ([program, ...parameters]: string[]) =>
      spawn(program ?? "", parameters, { cwd, uid, gid, env: { ...environment, HOME: cwd, ...settings(), ...ports } });

    const pulse = run([...words("ENTRYPOINT"), ...words("CMD")]);
    children.push(pulse);
    const watched = watchPulse(pulse);
    const [, check] = /CMD (\[.+\])$/.exec(lastOf(instructions, "HEALTHCHECK")) ?? [];
    const askHealth = async (): Promise<unknown> => (await once(run(JSON.parse(check ?? "[]") as string[]), "exit"))[0];
    expect(await watched.url).toContain(ports.PULSE_PORT);
    expect(await askHealth()).toBe(0);

    pulse.kill(lastOf(instructions, "STOPSIGNAL") as NodeJS.Signals);
    expect([await watched.ended, watched.stderr()]).toEqual([0, expect.stringContaining("Stopping ...")]);
    expect(await askHealth()).toBe(1);
  },
);

/** The settings that the image has. */
function settings(): Record<string, string> {
  const pairs = inImage(lastOf(instructions, "ENV")).split(" ");
  return Object.fromEntries(pairs.map((pair) => pair.split("=", 2) as [string, string]));
}

/** What the base image and COPY bring: a Node, and the release. Returns an environment in which that Node comes first. */
function layBase(): NodeJS.ProcessEnv {
  const node = join(image, "usr", "local", "bin", "node");
  mkdirSync(dirname(node), { recursive: true });
  mkdirSync(join(image, "opt", "pulse"), { recursive: true });
  cpSync(process.execPath, node);
  cpSync(join(root, "dist"), join(image, "tmp", "pulse"), { recursive: true });
  // mkdtemp makes a folder that only its owner enters.
  chmodSync(image, 0o755);
  const theirs = userEnvironment();
  // What npm has fetched before, for the clone, it need not ask the registry for.
  return { ...theirs, npm_config_prefer_offline: "true", PATH: `${dirname(node)}:${theirs["PATH"]}` };
}
