import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../scripts/freePort.mjs";

/** Where Debian puts it. */
const program = "/usr/sbin/pgbouncer";

/** Whether a PgBouncer is installed for the tests. In CI it must be. */
export const hasPgBouncer = existsSync(program) || Boolean(process.env["CI"]);
if (!hasPgBouncer) process.stderr.write(`The tests with PgBouncer are left out: ${program} is missing.\n`);

export interface PgBouncer {
  /** The address of the same database through it. */
  url: string;
  stop(): Promise<void>;
}

/** A PgBouncer before a database, with transaction pooling. @param sessions how many of the server's it shares */
export async function pgBouncer(databaseUrl: string, sessions: number): Promise<PgBouncer> {
  const { hostname, port: serverPort, pathname, username, password } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "pulse-pgbouncer-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const name = pathname.slice(1);
  writeFileSync(
    file,
    `[databases]
${name} = host=${hostname} port=${serverPort} user=${decodeURIComponent(username)} password='${decodeURIComponent(password)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
`,
  );
  // It refuses to run as root.
  const owner = process.getuid?.() === 0 ? nobody() : null;
  if (owner !== null) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid);
  const child = spawn(program, [file], { ...owner, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`PgBouncer ended with ${code}: ${said}`)));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-4_000);
      if (said.includes("process up")) resolve();
    });
  });
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}/${name}`,
    stop: async () => {
      const ended = once(child, "exit");
      if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function nobody(): { uid: number; gid: number } {
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number(spawnSync("id", [flag, "nobody"], { encoding: "utf8" }).stdout),
  ) as [number, number];
  return { uid, gid };
}
