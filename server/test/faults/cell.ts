import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { freePort } from "../../../scripts/freePort.mjs";
import { type PrivatePostgres, startPrivatePostgres } from "../../../scripts/privatePostgres.mjs";
import { findPostgresFolder } from "../../../scripts/systemParts.mjs";
import { temporaryFolder } from "../support/database.ts";
import { type RunningProcess, startedProcess } from "../support/locateProcess.ts";
import { type NatsServer, natsServer } from "../support/natsServer.ts";

/** Processes of Pulse, by name: who works on what. */
const processes = { api: "api", ingest: "ingest", jobs: "jobs", west: "locate", east: "locate" } as const;
export type ProcessName = keyof typeof processes;

/** A cell as production runs it (docs/nats.md): real processes by role, PostgreSQL, and three NATS servers that copy each other. */
export interface Cell {
  /** What each process is started with. */
  settings: Record<string, string>;
  url: string;
  mqttUrl: string;
  postgres: PrivatePostgres;
  nats: NatsServer[];
  of(name: ProcessName): RunningProcess;
  /** Starts a process that does not run; resolves once it says that it does. */
  start(...names: ProcessName[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startCell(): Promise<Cell> {
  const folder = findPostgresFolder();
  if (folder === null) throw new Error("test:faults needs PostgreSQL's programs");
  const [postgres, nats] = await Promise.all([startPrivatePostgres(folder), natsCluster()]);
  const [port, mqttPort] = [await freePort(), await freePort()];
  const settings = {
    PULSE_DATABASE_URL: postgres.url,
    PULSE_NATS_URL: nats.map(({ url }) => url).join(","),
    PULSE_CLUSTER: "faults",
    // Its monitoring pages are not where Pulse looks for them.
    PULSE_UNSAFE: "1",
    PULSE_WEBHOOK_ALLOW: "127.0.0.1",
    PULSE_PUBLIC_URL: `http://127.0.0.1:${port}`,
    PULSE_OUTBOX: "1",
  };
  const running = new Map<ProcessName, RunningProcess>();
  const folders = new Map<ProcessName, string>();
  const ports: Partial<Record<ProcessName, Record<string, string>>> = {
    api: { PULSE_PORT: String(port) },
    ingest: { PULSE_MQTT_PORT: String(mqttPort) },
  };
  const start = async (name: ProcessName): Promise<void> => {
    const dataDir = folders.get(name) ?? mkdtempSync(join(temporaryFolder(), `${name}-`));
    folders.set(name, dataDir);
    const own = { PULSE_ROLES: processes[name], PULSE_DATA_DIR: dataDir, PULSE_PORT: "0", ...ports[name] };
    running.set(name, await startedProcess({ ...settings, ...own }));
  };
  return {
    settings,
    url: settings.PULSE_PUBLIC_URL,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    postgres,
    nats,
    of: (name) => running.get(name)!,
    start: async (...names) => {
      for (const name of names) await start(name);
    },
    stop: async () => {
      for (const one of running.values()) one.signal("SIGKILL");
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await Promise.all(nats.map(({ remove }) => remove()));
      await postgres.stop();
    },
  };
}

/** Three servers, each of which knows the others. */
async function natsCluster(): Promise<NatsServer[]> {
  const ports = [await freePort(), await freePort(), await freePort()];
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join(", ");
  const servers = await Promise.all(
    ports.map((port, nth) =>
      natsServer(
        `server_name: n${nth + 1}\ncluster { name: faults, listen: "127.0.0.1:${port}", routes: [${routes}], no_advertise: true }`,
      ),
    ),
  );
  // They take a leader for JetStream first; without it nobody can make a stream.
  await vi.waitUntil(async () => (await Promise.all(servers.map(hasLeader))).every(Boolean), {
    timeout: 60_000,
    interval: 200,
  });
  return servers;
}

async function hasLeader({ monitorPort }: NatsServer): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${monitorPort}/jsz`);
  const { meta_cluster: cluster } = (await answer.json()) as { meta_cluster?: { leader?: string } };
  return Boolean(cluster?.leader);
}
