import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");

/** A release as a stranger has it: installed from its tarball into a folder that was empty. */
export interface InstalledRelease {
  /** The tarball's files, by their paths in it. */
  files: string[];
  folder: string;
  /** Where the release itself lies in that folder. */
  packageFolder: string;
  /** Runs a command there to its end; resolves to what it prints, and rejects if it fails. */
  output(program: string, ...words: string[]): Promise<string>;
  /** Starts `pulse …` there, which runs until a signal. */
  start(program: string, ...words: string[]): StartedPulse;
  /** The same with settings. */
  startWith(settings: Record<string, string>, program: string, ...words: string[]): StartedPulse;
  remove(): Promise<void>;
}

export interface StartedPulse {
  child: ChildProcess;
  stderr(): string;
  /** Resolves to the address that it prints once it serves; rejects with its output if it ends before. */
  url: Promise<string>;
  /** Its exit code, or the signal that ended it, once nobody writes to its output any more. */
  ended: Promise<number | string>;
}

/** Packs `dist/`, which `npm run build` has made, and installs the tarball. */
export async function installRelease(): Promise<InstalledRelease> {
  const made = await mkdtemp(join(tmpdir(), "pulse-release-"));
  const folder = join(made, "installed");
  await mkdir(folder);
  const started: StartedPulse[] = [];
  const inFolder = { cwd: folder, env: userEnvironment() };
  const npm = async (...words: string[]): Promise<string> => (await run("npm", words, inFolder)).stdout;
  const packed = await npm("pack", "--json", "--pack-destination", made, join(root, "dist"));
  const [tarball] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
  await npm("install", "--prefix", folder, "--prefer-offline", "--no-audit", "--no-fund", join(made, tarball.filename));
  const startWith: InstalledRelease["startWith"] = (settings, program, ...words) => {
    const env = { ...inFolder.env, ...settings };
    const one = watchPulse(spawn(program, words, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] }));
    started.push(one);
    return one;
  };
  return {
    files: tarball.files.map(({ path }) => path),
    folder,
    packageFolder: join(folder, "node_modules", "pulse"),
    output: async (program, ...words) => (await run(program, words, inFolder)).stdout,
    start: (program, ...words) => startWith({}, program, ...words),
    startWith,
    remove: async () => {
      for (const { child } of started) child.kill("SIGTERM");
      await Promise.all(started.map(({ ended }) => ended));
      await rm(made, { recursive: true, force: true });
    },
  };
}

/**
 * The environment of somebody without this clone, in which npm has started us on the pinned Node: theirs has their own
 * Node first, and of npm's settings only where packages come from. Free ports, because tests run beside each other.
 */
export function userEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(PULSE_|VITEST|NODE_ENV|NODE_OPTIONS|INIT_CWD|npm_(?!config_(registry|cache|userconfig)$))/;
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.startsWith(root));
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name))),
    PATH: path.join(delimiter),
    PULSE_PORT: "0",
    PULSE_MQTT_PORT: "0",
  };
}

/** What a `pulse demo` or `pulse serve` prints, and how it ends. */
export function watchPulse(child: ChildProcess): StartedPulse {
  let [stdout, stderr] = ["", ""];
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  const url = new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      const found = /Pulse is running at\s+(\S+)\n/.exec(stdout)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then((by) => reject(new Error(`ended with ${by}: ${stdout}${stderr}`)));
  });
  return { child, stderr: () => stderr, url, ended };
}
