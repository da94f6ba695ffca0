import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import { v7 as uuidv7 } from "uuid";
import { readConfig } from "../../src/platform/config/config.ts";
import { openConfigured } from "../../src/start/storage.ts";
import { createPulse } from "../../src/start/wiring.ts";
import { unusedMqttPair } from "../../src/platform/devices/secrets.ts";
import { aCustomer, aGateway, aSite, aToken, type TestGateway, type TestSite } from "./builders.ts";
import { compileCache } from "./compileCache.ts";
import { temporaryFolder, testDatabaseUrl } from "./database.ts";
import type { TestPulse } from "./testPulse.ts";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { freePort } from "../../../scripts/freePort.mjs";

// Not the launcher: killing it would leave the product running.
const main = new URL("../../../cli/src/main.ts", import.meta.url).pathname;

/** A tracker that is heard once by one gateway, so that its sighting differs from every other. */
export interface OnceHeard {
  id: string;
  mac: string;
}

export interface KilledPulse {
  url: string;
  mqttUrl: string;
  site: TestSite;
  token: string;
  gateways: TestGateway[];
  trackers: OnceHeard[];
  /** Resolves when the process accepts messages; `settings` are for this run. */
  start(settings?: Record<string, string>): Promise<void>;
  /** Ends the process like a crash: nothing of it runs any more. */
  kill(): Promise<void>;
  /** Resolves when everything that was kept is processed and written. */
  worked(): Promise<void>;
  /** Ends the process as an operator does. */
  stop(): Promise<void>;
  /** What the database contains, while no process uses it. */
  read<T>(query: (db: Awaited<ReturnType<typeof openConfigured>>["db"]) => Promise<T>): Promise<T>;
  /** Deletes the process's folder and database. */
  remove(): Promise<void>;
}

/** The product in a process of its own, over a folder and a database that survive it. */
export async function killedPulse(given: {
  gateways: number;
  trackers: number;
  /** Fills the database further. */
  fill?(pulse: TestPulse, customer: NewCustomer, site: TestSite): Promise<void>;
}): Promise<KilledPulse> {
  const database = await ownDatabase();
  const env: Record<string, string> = {
    PULSE_DATA_DIR: join(temporaryFolder(), "data"),
    PULSE_PORT: String(await freePort()),
    PULSE_MQTT_PORT: String(await freePort()),
    PULSE_LOG_LEVEL: process.env["PULSE_LOG_LEVEL"] ?? "error",
    ...(database ? { PULSE_DATABASE_URL: database.url } : {}),
  };
  const config = readConfig(env, { demo: false });
  const seeded = await seed(config, given);
  let child: ChildProcess | null = null;

  /** The exit code; null: it was killed, or has ended already. */
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const exit = once(child, "exit");
    child.kill(signal);
    const [code] = (await exit) as [number | null];
    child = null;
    return code;
  };
  return {
    url: `http://127.0.0.1:${env["PULSE_PORT"]}`,
    mqttUrl: `mqtt://127.0.0.1:${env["PULSE_MQTT_PORT"]}`,
    ...seeded,
    start: async (settings = {}) => {
      const inherited = Object.entries(process.env).filter(([name]) => !/^(PULSE_|VITEST)/.test(name));
      const started = spawn(process.execPath, [main, "serve"], {
        env: { ...Object.fromEntries(inherited), ...compileCache, ...env, ...settings },
        stdio: ["ignore", "pipe", "inherit"],
      });
      child = started;
      await new Promise<void>((resolve, reject) => {
        let said = "";
        started.stdout.setEncoding("utf8").on("data", (text: string) => {
          said += text;
          if (said.includes("Pulse is running at")) resolve();
        });
        started.once("exit", (code) => reject(new Error(`the product ended with ${code}`)));
      });
    },
    kill: async () => void (await end("SIGKILL")),
    worked: async () => {
      const log = { items: NaN, age_seconds: NaN };
      while (log.items !== 0 || log.age_seconds !== 0) {
        const answer = await fetch(`http://127.0.0.1:${env["PULSE_PORT"]}/metrics`);
        const metrics = await answer.text();
        for (const name of ["items", "age_seconds"] as const)
          log[name] = Number(new RegExp(`^pulse_buffer_${name}\\{buffer="log"\\} (\\S+)$`, "m").exec(metrics)?.[1]);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    stop: async () => {
      const code = await end("SIGTERM");
      if (code !== 0) throw new Error(`the product did not stop by itself: ${code}`);
    },
    read: async (query) => {
      const open = await openConfigured(config);
      try {
        return await query(open.db);
      } finally {
        await open.close();
      }
    },
    remove: async () => {
      await end("SIGKILL");
      await database?.drop();
    },
  };
}

async function seed(config: ReturnType<typeof readConfig>, given: Parameters<typeof killedPulse>[0]) {
  const created = await createPulse(config, {
    log: pino({ level: "silent" }),
    webFolder: join(config.dataDir, "web"),
  });
  const pulse: TestPulse = { ...created, identity: created.identity!, config, mqttUrl: "" };
  const customer = await aCustomer(pulse, "Killed");
  const site = await aSite(pulse, customer);
  const gateways = [];
  for (let nth = 0; nth < given.gateways; nth++)
    gateways.push(await aGateway(pulse, customer, site, { x: 3 + ((nth * 11) % 35), y: 3 + ((nth * 7) % 20) }));
  const rows = Array.from({ length: given.trackers }, (_, nth) => ({
    id: uuidv7(),
    guid: uuidv7(),
    customer_id: customer.id,
    site_id: site.id,
    name: `Once ${nth}`,
    type: "KKM" as const,
    mac: `DD3506${nth.toString(16).toUpperCase().padStart(6, "0")}`.replace(/(..)(?=.)/g, "$1:"),
    mqtt_guid: uuidv7(),
    ...unusedMqttPair("tracker"),
  }));
  for (let start = 0; start < rows.length; start += 1000)
    await pulse.db
      .insertInto("trackers")
      .values(rows.slice(start, start + 1000))
      .execute();
  await given.fill?.(pulse, customer, site);
  const token = await aToken(pulse, customer, "Administrator");
  await created.stop();
  return { site, token, gateways, trackers: rows.map(({ id, mac }) => ({ id, mac })) };
}

/** A database of its own if the tests run over a server; null: the embedded one in the folder. */
async function ownDatabase(): Promise<{ url: string; drop(): Promise<void> } | null> {
  const url = testDatabaseUrl();
  if (url === null) return null;
  const name = `pulse_kill_${process.pid}_${Date.now()}`;
  const asAdmin = async (statement: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(statement);
    await admin.end();
  };
  await asAdmin(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}
