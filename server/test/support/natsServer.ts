import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findNatsServer, natsServerPath } from "../../../scripts/systemParts.mjs";

/** Whether tests can run a NATS server. In CI they must. */
export const hasNats = findNatsServer() !== null || Boolean(process.env["CI"]);
if (!hasNats)
  process.stderr.write(
    `The tests with a NATS server are left out: ${natsServerPath} is missing; bash .ci/realGateways/install.sh installs it.\n`,
  );

export interface NatsServer {
  /** Without a name or password. */
  url: string;
  host: string;
  monitorPort: number;
  /** Of the process that runs now. */
  pid(): number;
  signal(name: NodeJS.Signals): void;
  /** Kills it, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again over the same data, on the same ports. */
  start(): Promise<void>;
  /** Kills it and deletes its data. */
  remove(): Promise<void>;
}

/**
 * Starts a NATS server on free ports.
 * @param extra lines for its configuration
 * @param place where it runs, and where its data are: by default on this machine, in a folder of its own
 */
export async function natsServer(
  extra = "",
  jetStream = "sync_interval: always",
  place: { host?: string; through?: string[]; dataFolder?: string } = {},
): Promise<NatsServer> {
  const { host = "127.0.0.1", through = [] } = place;
  const folder = mkdtempSync(join(tmpdir(), "pulse-nats-"));
  const dataFolder = place.dataFolder ?? join(folder, "data");
  const file = join(folder, "nats.conf");
  const ports = { client: -1, monitor: -1 };
  let child: ChildProcess;

  const start = async (): Promise<void> => {
    const store = jetStream === "" ? "" : `jetstream { store_dir: "${dataFolder}", ${jetStream} }`;
    writeFileSync(file, `host: ${host}\nport: ${ports.client}\nhttp: "${host}:${ports.monitor}"\n${store}\n${extra}\n`);
    const [command, ...parameters] = [...through, natsServerPath, "-c", file];
    child = spawn(command, parameters, { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`the NATS server ended with ${code}: ${said}`)));
      child.stderr!.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.includes("Server is ready")) resolve();
      });
    });
    ports.client = Number(/Listening for client connections on [\d.]+:(\d+)/.exec(said)![1]);
    ports.monitor = Number(/Starting http monitor on [\d.]+:(\d+)/.exec(said)![1]);
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  await start();
  return {
    url: `nats://${host}:${ports.client}`,
    host,
    monitorPort: ports.monitor,
    pid: () => child.pid!,
    signal: (name) => void child.kill(name),
    kill,
    start,
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
