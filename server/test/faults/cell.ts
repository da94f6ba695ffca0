import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../scripts/freePort.mjs";
import { type PrivatePostgres, startPrivatePostgres } from "../../../scripts/privatePostgres.mjs";
import { findPostgresFolder } from "../../../scripts/systemParts.mjs";
import { temporaryFolder } from "../support/database.ts";
import { type RunningProcess, startedProcess } from "../support/locateProcess.ts";
import { natsCluster, type NatsPlace } from "../support/natsCluster.ts";
import type { NatsServer } from "../support/natsServer.ts";
import { type Disk, disk, hasDisks } from "./disk.ts";
import { hasNetworks, type Host, type Network, network } from "./network.ts";

/** Processes of Pulse, by name: who works on what. */
const processes = { api: "api", ingest: "ingest", jobs: "jobs", west: "locate", east: "locate" } as const;
export type ProcessName = keyof typeof processes;
export const processNames = Object.keys(processes) as ProcessName[];

const natsMb = 256;
const postgresMb = 2048;

/** Machines on a network whose cables can be cut. Null: not possible here, all are on this one. */
export interface Wiring {
  network: Network;
  processes: Record<ProcessName, Host>;
  nats: Host[];
}

/** A cell as production runs it (docs/nats.md): real processes by role, PostgreSQL, and three NATS servers that copy each other. */
export interface Cell {
  /** What each process is started with. */
  settings: Record<string, string>;
  url: string;
  mqttUrl: string;
  postgres: PrivatePostgres;
  nats: NatsServer[];
  wiring: Wiring | null;
  /** Of each of the parts that store something. Null: not possible here. */
  disks: { nats: Disk[]; postgres: Disk } | null;
  of(name: ProcessName): RunningProcess;
  /** Starts a process that does not run; resolves once it says that it does. */
  start(...names: ProcessName[]): Promise<void>;
  /** Starts one with more settings than the others have. */
  startWith(name: ProcessName, more: Record<string, string>): Promise<void>;
  /** Starts those that have ended by themselves, as a supervisor does. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCell(): Promise<Cell> {
  const folder = findPostgresFolder();
  if (folder === null) throw new Error("test:faults needs PostgreSQL's programs");
  const wiring = hasNetworks() ? machines() : null;
  const disks = hasDisks() ? storage() : null;
  const home = wiring?.network.home.ip ?? "127.0.0.1";
  const [postgres, nats] = await Promise.all([
    startPrivatePostgres(folder, {
      host: home,
      ...(disks === null ? {} : { home: ownFolder(disks.postgres) }),
    }),
    natsCluster(natsPlaces(wiring, disks)),
  ]);
  if (disks !== null) execFileSync("sync", ["-f", disks.postgres.folder]);
  const [port, mqttPort] = [await freePort(), await freePort()];
  const ipOf = (name: ProcessName): string => wiring?.processes[name].ip ?? "127.0.0.1";
  const settings = {
    PULSE_DATABASE_URL: postgres.url,
    PULSE_NATS_URL: nats.map(({ url }) => url).join(","),
    PULSE_CLUSTER: "faults",
    PULSE_LOG_MAX_MB: "64",
    // Its monitoring pages are not where Pulse looks for them.
    PULSE_UNSAFE: "1",
    PULSE_WEBHOOK_ALLOW: home,
    PULSE_PUBLIC_URL: `http://${ipOf("api")}:${port}`,
    PULSE_OUTBOX: "1",
  };
  const running = new Map<ProcessName, RunningProcess>();
  const folders = new Map<ProcessName, string>();
  const ports: Partial<Record<ProcessName, Record<string, string>>> = {
    api: { PULSE_PORT: String(port) },
    ingest: { PULSE_MQTT_PORT: String(mqttPort) },
  };
  const startWith = async (name: ProcessName, more: Record<string, string>): Promise<void> => {
    const dataDir = folders.get(name) ?? mkdtempSync(join(temporaryFolder(), `${name}-`));
    folders.set(name, dataDir);
    const own = {
      PULSE_ROLES: processes[name],
      PULSE_DATA_DIR: dataDir,
      PULSE_HOST: ipOf(name),
      PULSE_PORT: "0",
      ...ports[name],
      ...more,
    };
    running.set(name, await startedProcess({ ...settings, ...own }, wiring?.processes[name].through));
  };
  const start = async (...names: ProcessName[]): Promise<void> => {
    await Promise.all(names.map((name) => startWith(name, {})));
  };
  return {
    settings,
    url: settings.PULSE_PUBLIC_URL,
    mqttUrl: `mqtt://${ipOf("ingest")}:${mqttPort}`,
    postgres,
    nats,
    wiring,
    disks,
    of: (name) => running.get(name)!,
    start,
    startWith,
    revive: async () => {
      for (const [name, one] of running) if (one.hasEnded()) await start(name);
    },
    stop: async () => {
      wiring?.network.heal();
      for (const one of running.values()) one.signal("SIGKILL");
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await Promise.all(nats.map(({ remove }) => remove()));
      await postgres.stop();
      for (const one of disks === null ? [] : [...disks.nats, disks.postgres]) one.remove();
      wiring?.network.remove();
    },
  };
}

function machines(): Wiring {
  const own = network();
  const hosts = processNames.map((name) => [name, own.host(name)] as const);
  return {
    network: own,
    processes: Object.fromEntries(hosts) as Record<ProcessName, Host>,
    nats: [1, 2, 3].map((nth) => own.host(`nats${nth}`)),
  };
}

function storage(): NonNullable<Cell["disks"]> {
  const parent = mkdtempSync(join(tmpdir(), "pulse-disks-"));
  // PostgreSQL runs as a user of its own.
  chmodSync(parent, 0o711);
  const nats = [1, 2, 3].map((nth) => disk(parent, `nats${nth}`, natsMb));
  return { nats, postgres: disk(parent, "postgres", postgresMb) };
}

function ownFolder({ folder }: Disk): string {
  const own = join(folder, "server");
  mkdirSync(own);
  return own;
}

function natsPlaces(wiring: Wiring | null, disks: Cell["disks"]): NatsPlace[] {
  return [0, 1, 2].map((nth) => ({
    ...(wiring === null ? {} : { host: wiring.nats[nth]!.ip, through: wiring.nats[nth]!.through }),
    ...(disks === null ? {} : { dataFolder: join(disks.nats[nth]!.folder, "data") }),
  }));
}
