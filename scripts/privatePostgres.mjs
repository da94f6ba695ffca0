// A private PostgreSQL server for one test run: in a temporary folder, on a free port, removed afterwards.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./freePort.mjs";

const startupMs = 30_000;

/**
 * Starts a private server from the programs in `folder`; with `primary`, the `postgres://` address of another such server,
 * a standby of it; with `home`, a folder for its data that survives a power cut; with `host`, at that address, for all of the
 * network that it is in. Resolves to its `postgres://` URL, ways to disturb it and one to stop it for good; rejects with the
 * server's message if it does not start.
 */
export async function startPrivatePostgres(folder, { primary, home: durable, host = "127.0.0.1" } = {}) {
  const home = durable ?? mkdtempSync(join(tmpdir(), "pulse-postgres-"));
  const owner = unprivilegedOwner();
  if (owner) chownSync(home, owner.uid, owner.gid);
  const options = { cwd: home, ...owner };
  const data = join(home, "data");
  const password = primary ? new URL(primary).password : randomBytes(16).toString("hex");
  const made = primary ? copyOf(folder, data, primary, options) : newData(folder, data, password, options);
  if (made.status !== 0) {
    rmSync(home, { recursive: true, force: true });
    throw new Error(`no folder for PostgreSQL: ${made.error?.message ?? made.stderr}`);
  }
  if (host !== "127.0.0.1")
    appendFileSync(join(data, "pg_hba.conf"), `host all all ${host.replace(/\d+$/, "0")}/24 scram-sha-256\n`);
  const port = await freePort();
  const settings = {
    listen_addresses: host,
    unix_socket_directories: "",
    // Most data here does not have to survive a power cut.
    fsync: durable ? "on" : "off",
    // One pool of connections for each worker of the tests.
    max_connections: "200",
  };
  const launch = () =>
    spawn(
      join(folder, "postgres"),
      [
        "-D",
        data,
        "-p",
        String(port),
        ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ],
      { ...options, stdio: ["ignore", "ignore", "pipe"] },
    );
  let child;
  let said = "";
  const start = async () => {
    const launched = launch();
    child = launched;
    said = "";
    let isReady = false;
    launched.stderr.setEncoding("utf8").on("data", (text) => {
      said = (said + text).slice(-4_000);
      // It listens before that, and refuses everybody while it starts.
      isReady ||= /ready to accept (read-only )?connections/.test(said);
    });
    return starts(launched, () => isReady);
  };
  const killAtExit = () => child.kill("SIGQUIT");
  process.once("exit", killAtExit);

  const stop = async () => {
    // SIGINT is PostgreSQL's fast shutdown.
    if (hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  };
  const remove = async () => {
    await stop();
    process.removeListener("exit", killAtExit);
    rmSync(home, { recursive: true, force: true });
  };
  if (!(await start())) {
    await remove();
    throw new Error(`postgres did not start: ${said}`);
  }
  return {
    url: `postgres://pulse:${password}@${host}:${port}/postgres`,
    stop: remove,
    /** Sends a signal to the server and to the process of each of its connections. */
    signal: (name) => {
      const ofConnections = spawnSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" }).stdout;
      for (const pid of [child.pid, ...ofConnections.split("\n").filter(Boolean).map(Number)]) {
        try {
          process.kill(pid, name);
        } catch {
          // It has ended since.
        }
      }
    },
    /** Resolves when the server has ended after a signal. */
    ended: async () => {
      if (!hasEnded(child)) await once(child, "exit");
    },
    /** Starts it again over the same data after it was killed. */
    startAgain: async () => {
      if (!hasEnded(child)) await once(child, "exit");
      // The last of its connections hold the memory of the killed one for a moment.
      while (!(await start())) if (!said.includes("still in use")) throw new Error(`postgres did not start: ${said}`);
    },
  };
}

const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

function newData(folder, data, password, options) {
  const passwordFile = join(options.cwd, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (options.uid) chownSync(passwordFile, options.uid, options.gid);
  return spawnSync(
    join(folder, "initdb"),
    ["-D", data, "-U", "pulse", "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8", "--locale=C", "-N"],
    { ...options, encoding: "utf8" },
  );
}

/** The data of a server, set up to follow it. */
function copyOf(folder, data, primary, options) {
  const parameters = ["-D", data, "-d", primary, "--checkpoint=fast", "--write-recovery-conf", "--no-sync"];
  return spawnSync(join(folder, "pg_basebackup"), parameters, { ...options, encoding: "utf8" });
}

/** PostgreSQL refuses to run as root, so run it as its own user, else as nobody. */
function unprivilegedOwner() {
  if (process.getuid?.() !== 0) return null;
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout));
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  return null;
}

async function starts(child, isReady) {
  const until = performance.now() + startupMs;
  while (performance.now() < until && !hasEnded(child)) {
    if (isReady()) return true;
    await pause(50);
  }
  return false;
}
