// Parts of the system that npm cannot install: a browser, a PostgreSQL server and a NATS server.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

// The headless shell is the same Chromium without a browser window around the page: a quarter less work for each test.
const browserNames = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];
const browserOnMac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The path of a Chromium to test with (PULSE_CHROMIUM first, then the PATH), or null. */
export function findChromium() {
  const named = process.env.PULSE_CHROMIUM;
  if (named) return isProgram(named) ? named : null;
  for (const name of browserNames) {
    const path = onPath(name);
    if (path !== null) return path;
  }
  return existsSync(browserOnMac) ? browserOnMac : null;
}

/** Installs Chromium with apt if this user may; returns its path or null. */
export function installChromium() {
  if (process.env.PULSE_CHROMIUM || process.platform !== "linux" || onPath("apt-get") === null) return null;
  const prefix = process.getuid?.() === 0 ? [] : maySudo() ? ["sudo", "-n"] : null;
  if (prefix === null) return null;
  process.stderr.write("Installing Chromium (apt-get) ...\n");
  const apt = (...parameters) => {
    const [program, ...rest] = [...prefix, "apt-get", "-qq", ...parameters];
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    return spawnSync(program, rest, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  };
  // The slow update is needed only if package lists are empty, as in a fresh image.
  if (!apt("install", "-y", "--no-install-recommends", "chromium"))
    if (!apt("update") || !apt("install", "-y", "--no-install-recommends", "chromium")) return null;
  return findChromium();
}

/** The folder with `initdb` and `postgres`, or null. Debian keeps them off the PATH. */
export function findPostgresFolder() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== ""),
  ];
  return folders.find((folder) => isProgram(join(folder, "initdb")) && isProgram(join(folder, "postgres"))) ?? null;
}

/** Where .ci/realGateways/install.sh puts a NATS server: Debian's own is too old for Pulse. */
export const natsServerPath = join(homedir(), ".cache/pulse/real-gateways/python/bin/nats-server");

/** The path of a NATS server, or null. */
export function findNatsServer() {
  return isProgram(natsServerPath) ? natsServerPath : null;
}

function onPath(name) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, name);
    if (folder !== "" && isProgram(path)) return path;
  }
  return null;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function maySudo() {
  return onPath("sudo") !== null && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0;
}
