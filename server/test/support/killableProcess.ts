import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import { readConfig } from "../../src/platform/config/config.ts";
import { createPulse } from "../../src/start/wiring.ts";
import { compileCache } from "./compileCache.ts";
import { temporaryFolder, testDatabaseUrl } from "./database.ts";
import type { Asked, StopPoint } from "./killedWriter.ts";
import type { TestPulse } from "./testPulse.ts";
import { freePort } from "../../../scripts/freePort.mjs";

export interface KillableProcess {
  url: string;
  start(): Promise<void>;
  /** Where the process has to kill itself. */
  dieAt(stop: StopPoint): Promise<void>;
  /** How many statements it has sent. */
  statements(): Promise<number>;
  rows<T>(query: string): Promise<T[]>;
  /** Resolves when the process has died, by itself or by this. */
  kill(): Promise<void>;
  /** Resolves when the process has died by itself. */
  died(): Promise<void>;
  remove(): Promise<void>;
}

/** The product in a process of its own, over a folder and a database that survive it; `seed` fills them first. */
export async function killableProcess<S>(
  seed: (pulse: TestPulse) => Promise<S>,
  settings: Record<string, string> = {},
): Promise<KillableProcess & S> {
  const database = await ownDatabase();
  const env = {
    PULSE_DATA_DIR: join(temporaryFolder(), "data"),
    PULSE_PORT: String(await freePort()),
    PULSE_MQTT_PORT: String(await freePort()),
    PULSE_LOG_LEVEL: process.env["PULSE_LOG_LEVEL"] ?? "silent",
    PULSE_OUTBOX: "1",
    ...settings,
    ...(database ? { PULSE_DATABASE_URL: database.url } : {}),
  };
  const config = readConfig(env, { demo: false });
  const filled = await createPulse(config, { log: pino({ level: "silent" }), webFolder: config.dataDir });
  const seeded = await seed({ ...filled, identity: filled.identity!, config, mqttUrl: "" });
  await filled.stop();

  let child: ChildProcess | null = null;
  const answer = async (asked: Asked | null): Promise<unknown> => {
    const said = once(child!, "message");
    if (asked) child!.send(asked);
    const [message] = (await said) as [unknown];
    return message;
  };
  const kill = async (): Promise<void> => {
    const dying = child;
    child = null;
    if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
    const exit = once(dying, "exit");
    dying.kill("SIGKILL");
    await exit;
  };
  return {
    ...seeded,
    url: `http://127.0.0.1:${env.PULSE_PORT}`,
    start: async () => {
      const inherited = Object.entries(process.env).filter(([name]) => !/^(PULSE_|VITEST)/.test(name));
      child = fork(new URL("./killedWriter.ts", import.meta.url), {
        env: { ...Object.fromEntries(inherited), ...compileCache, ...env },
        execArgv: [],
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      const gone = once(child, "exit").then(() => Promise.reject(new Error("the process ended at its start")));
      await Promise.race([answer(null), gone]);
      gone.catch(() => undefined);
    },
    dieAt: async (stop) => {
      await answer({ stop });
    },
    statements: async () => Number(await answer({ count: true })),
    rows: async <T>(query: string) => (await answer({ query })) as T[],
    kill,
    died: async () => {
      const dying = child!;
      child = null;
      if (dying.exitCode === null && dying.signalCode === null) await once(dying, "exit");
    },
    remove: async () => {
      await kill();
      await database?.drop();
    },
  };
}

/** A database of its own if the tests run over a server; null: the embedded one in the folder. */
async function ownDatabase(): Promise<{ url: string; drop(): Promise<void> } | null> {
  const url = testDatabaseUrl();
  if (url === null) return null;
  const name = `pulse_writes_${process.pid}_${Date.now()}`;
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
