import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "./database.ts";
import { freePort } from "../../../scripts/freePort.mjs";

const plugin = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"]
  .map((folder) => join(folder, "mosquitto_dynamic_security.so"))
  .find((file) => existsSync(file));
const programs = ["mosquitto", "mosquitto_pub", "mosquitto_ctrl"];
const isThere = (program: string): boolean =>
  [...process.env["PATH"]!.split(":"), "/usr/sbin"].some((folder) => existsSync(join(folder, program)));
const missing = [...programs.filter((program) => !isThere(program)), ...(plugin ? [] : ["dynamic security"])];

/** Whether a real mosquitto is installed for the tests. In CI it must be. */
export const hasMosquitto = missing.length === 0 || Boolean(process.env["CI"]);
if (!hasMosquitto)
  process.stderr.write(`The tests with mosquitto are left out: ${missing.join(", ")} is not installed here.\n`);

export interface Mosquitto {
  port: number;
  /** With Pulse's own account, if there are accounts. */
  url: string;
  start(): Promise<void>;
  /** SIGTERM makes it save its state. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

const run = promisify(execFile);
const parent = temporaryFolder();

/**
 * A mosquitto of its own: with accounts by its plugin for dynamic security, or open to everybody. Its state survives a
 * restart.
 * @param tls the files of its certificate and key, for a listener that accepts only TLS
 */
export async function mosquitto(options: {
  accounts: boolean;
  tls?: { cert: string; key: string };
}): Promise<Mosquitto> {
  const folder = mkdtempSync(join(parent, "mosquitto-"));
  const port = await freePort();
  const accounts = join(folder, "dynamic-security.json");
  const lines = [
    `user ${process.getuid?.() === 0 ? "root" : ""}`,
    `listener ${port} 127.0.0.1`,
    "persistence true",
    `persistence_location ${folder}/`,
    "max_queued_messages 100000",
    `allow_anonymous ${!options.accounts}`,
    ...(options.tls ? [`certfile ${options.tls.cert}`, `keyfile ${options.tls.key}`] : []),
    ...(options.accounts
      ? ["use_username_as_clientid true", `plugin ${plugin}`, `plugin_opt_config_file ${accounts}`]
      : []),
  ];
  writeFileSync(join(folder, "mosquitto.conf"), lines.filter((line) => line !== "user ").join("\n"));
  if (options.accounts) execFileSync("mosquitto_ctrl", ["dynsec", "init", accounts, "pulse", "secret"]);
  const env = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` };
  let running: ReturnType<typeof spawn> | null = null;
  const start = async (): Promise<void> => {
    running = spawn("mosquitto", ["-c", join(folder, "mosquitto.conf")], { env, stdio: "ignore" });
    while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await start();
  return {
    port,
    url: `${options.tls ? "mqtts" : "mqtt"}://${options.accounts ? "pulse:secret@" : ""}127.0.0.1:${port}`,
    start,
    stop: async (signal = "SIGTERM") => {
      const ending = running;
      running = null;
      if (ending === null) return;
      const ended = once(ending, "exit");
      ending.kill(signal);
      await ended;
    },
  };
}

/** Publishes once with Debian's own client; rejects with its error text if the broker does not accept it. */
export async function mosquittoPub(
  port: number,
  { topic, text, user }: { topic: string; text: string; user: [string, string] },
): Promise<void> {
  const account = ["-u", user[0], "-P", user[1]];
  await run("mosquitto_pub", ["-p", String(port), ...account, "-q", "1", "-t", topic, "-m", text], { timeout: 20_000 });
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
