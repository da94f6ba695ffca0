import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A Debian that has booted, with systemd and this machine's network. */
export interface DebianMachine {
  /** The folder that is its "/". */
  root: string;
  /** Runs a command in it as root; resolves to what it prints, and rejects if it fails. */
  run(program: string, ...words: string[]): Promise<string>;
  /** Switches it off and removes it. */
  remove(): Promise<void>;
}

/** How long a boot may take before it counts as impossible here, ms. On a busy machine of two cores it took 4 s. */
const bootMs = 120_000;

/**
 * Boots a copy of the Debian in `base` with systemd-nspawn, and puts `files` into it first, by their paths. Resolves to the
 * reason where that is impossible: no such folder, not root, or a machine that lets nobody boot a container.
 */
export async function bootDebian(
  base: string,
  files: Readonly<Record<string, string>>,
): Promise<DebianMachine | string> {
  if (process.getuid?.() !== 0) return "only root boots a container";
  const made = await mkdtemp(join(tmpdir(), "pulse-debian-"));
  const root = join(made, "root");
  const copied = await run("cp", ["-a", base, root]).then(
    () => null,
    (error: Error) => error.message,
  );
  if (copied !== null) return copied;
  for (const [path, source] of Object.entries(files)) await cp(source, join(root, path));
  // Nobody signs in to it.
  await writeFile(join(root, "etc", "machine-id"), "");
  const words = ["--directory", root, "--boot", "--register=no", "--keep-unit", "--quiet", "--console=read-only"];
  const nspawn = spawn("systemd-nspawn", words, { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [nspawn.stdout, nspawn.stderr])
    stream.setEncoding("utf8").on("data", (text) => (printed += text));
  const ended = once(nspawn, "exit").catch((error: Error) => (printed += error.message));
  const isRunning = (): boolean => nspawn.pid !== undefined && nspawn.exitCode === null && nspawn.signalCode === null;
  const inside = async (...command: string[]): Promise<string> => {
    const children = await readFile(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`, "utf8");
    const target = ["--target", children.trim().split(" ")[0] ?? "", "--mount", "--uts", "--ipc", "--pid", "--cgroup"];
    const environment = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8", DEBIAN_FRONTEND: "noninteractive" };
    return (await run("nsenter", [...target, "--", ...command], { env: environment, cwd: "/" })).stdout;
  };
  const remove = async (): Promise<void> => {
    if (isRunning()) await inside("systemctl", "poweroff").catch(() => nspawn.kill("SIGKILL"));
    await ended;
    await rm(made, { recursive: true, force: true });
  };
  const state = () =>
    inside("systemctl", "is-system-running").catch((error: { stdout?: string }) => error.stdout ?? "");
  for (const until = Date.now() + bootMs; isRunning() && Date.now() < until; await pause(200))
    // Some of a machine's services cannot run in a container: "degraded".
    if (/^(running|degraded)/.test(await state())) return { root, run: inside, remove };
  nspawn.kill("SIGKILL");
  await remove();
  return printed.trim() === "" ? `it did not boot within ${bootMs / 1_000} s` : printed.trim().slice(-500);
}
