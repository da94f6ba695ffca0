import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "../../../scripts/freePort.mjs";
import { temporaryFolder } from "./database.ts";

const caddyfile = resolve(import.meta.dirname, "../../../deploy/compose/Caddyfile");

/** Whether a real Caddy is installed for the tests. In CI it must be. */
export const hasCaddy = spawnSync("caddy", ["version"]).status === 0 || Boolean(process.env["CI"]);
if (!hasCaddy) process.stderr.write("The test with Caddy is left out: caddy is not installed here.\n");

/** A Caddy that runs deploy/compose/Caddyfile for `localhost`, with a certificate of its own. */
export interface Caddy {
  port: number;
  stop(): Promise<void>;
}

/** Starts Caddy before `upstream` ("HOST:PORT") on a port that `port` names. Rejects with what it printed if it ends. */
export async function startCaddy(port: number, upstream: string): Promise<Caddy> {
  const folder = mkdtempSync(join(temporaryFolder(), "caddy-"));
  const config = join(folder, "Caddyfile");
  const options = [
    "admin off",
    "skip_install_trust",
    `http_port ${await freePort()}`,
    `https_port ${port}`,
    `storage file_system ${folder}`,
    // freePort finds free ports of TCP, and HTTP/3 would also take the one of UDP.
    "servers {\n\t\tprotocols h1 h2\n\t}",
  ];
  writeFileSync(config, `{\n\t${options.join("\n\t")}\n}\nimport ${caddyfile}\n`);
  const child = spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], {
    env: { ...process.env, HOME: folder, DOMAIN: "localhost", UPSTREAM: upstream },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await serves(child);
  return {
    port,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Caddy prints this line once it listens. */
async function serves(child: ChildProcess): Promise<void> {
  let printed = "";
  await new Promise<void>((done, reject) => {
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (printed.includes("serving initial configuration")) done();
    });
    child.on("exit", () => reject(new Error(`Caddy ended: ${printed.slice(-500)}`)));
  });
}
