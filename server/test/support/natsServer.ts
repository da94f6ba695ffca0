import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** Where `.ci/realGateways/install.sh` puts it: Debian's own is too old for Pulse. */
const program = join(homedir(), ".cache/pulse/real-gateways/python/bin/nats-server");

/** Whether tests can run a NATS server. In CI they must. */
export const hasNats = existsSync(program) || Boolean(process.env["CI"]);
if (!hasNats)
  process.stderr.write(
    `The tests with a NATS server are left out: ${program} is missing; bash .ci/realGateways/install.sh installs it.\n`,
  );

export interface NatsServer {
  /** Without a name or password. */
  url: string;
  monitorPort: number;
  signal(name: NodeJS.Signals): void;
  /** Kills it, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again over the same data, on the same ports. */
  start(): Promise<void>;
  /** Kills it and deletes its data. */
  remove(): Promise<void>;
}

/** Starts a NATS server on free ports. @param extra lines for its configuration */
export async function natsServer(extra = "", jetStream = "sync_interval: always"): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), "pulse-nats-"));
  const file = join(folder, "nats.conf");
  const ports = { client: -1, monitor: -1 };
  let child: ChildProcess;

  const start = async (): Promise<void> => {
    const store = jetStream === "" ? "" : `jetstream { store_dir: "${join(folder, "data")}", ${jetStream} }`;
    writeFileSync(
      file,
      `host: 127.0.0.1\nport: ${ports.client}\nhttp: "127.0.0.1:${ports.monitor}"\n${store}\n${extra}\n`,
    );
    child = spawn(program, ["-c", file], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`the NATS server ended with ${code}: ${said}`)));
      child.stderr!.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.includes("Server is ready")) resolve();
      });
    });
    ports.client = Number(/Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(said)![1]);
    ports.monitor = Number(/Starting http monitor on 127\.0\.0\.1:(\d+)/.exec(said)![1]);
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  await start();
  return {
    url: `nats://127.0.0.1:${ports.client}`,
    monitorPort: ports.monitor,
    signal: (name) => void child.kill(name),
    kill,
    start,
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
