import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { temporaryFolder } from "../support/database.ts";
import { untilLed } from "../support/natsCluster.ts";
import { type Cell, type ProcessName, processNames, type Wiring } from "./cell.ts";
import { hasDisks, hasSlowDisks } from "./disk.ts";
import { hasNetworks } from "./network.ts";

/** What can happen to a cell. */
export interface Fault {
  name: string;
  /** Whether it stands for its kind in the short form, which CI waits for: other tests pause processes and set clocks wrong. */
  isShort?: boolean;
  act(cell: Cell): Promise<unknown>;
}

/** How long a part stands still, ms: longer than a lease (5 s), as long as a paused machine is away. */
const pauseMs = 8_000;
/** How long a cable is cut, ms: longer than a lease, too, and than a reader waits for its server. */
const cutMs = 12_000;
/** How far a clock is off. */
const clockS = 3_600;
/** So many writes a second has a disk that is nearly broken: a message takes three syncs. */
const slowWrites = 30;
/** libfaketime of Debian, for programs with threads. */
const fakeTime = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

const killed = (...names: ProcessName[]): Fault => ({
  name: `SIGKILL of ${names.join(" and ")}`,
  act: async (cell) => {
    for (const name of names) cell.of(name).signal("SIGKILL");
    await Promise.all(names.map((name) => cell.of(name).ended));
    await cell.start(...names);
  },
});
const paused = (...names: ProcessName[]): Fault => ({
  name: `SIGSTOP of ${names.join(" and ")} for ${pauseMs / 1000} s`,
  act: async (cell) => {
    for (const name of names) cell.of(name).signal("SIGSTOP");
    await pause(pauseMs);
    for (const name of names) cell.of(name).signal("SIGCONT");
  },
});
/** @param part which machines are cut off from which */
const cut = (name: string, part: (wiring: Wiring) => Parameters<Wiring["network"]["cut"]>): Fault => ({
  name: `${name} for ${cutMs / 1000} s`,
  act: async ({ wiring }) => {
    wiring!.network.cut(...part(wiring!));
    await pause(cutMs);
    wiring!.network.heal();
  },
});
const startNatsAgain = async ({ nats }: Cell, ofThem: Cell["nats"]): Promise<void> => {
  await Promise.all(ofThem.map(({ kill }) => kill()));
  await Promise.all(ofThem.map(({ start }) => start()));
  await untilLed(nats);
};

const kills: Fault[] = [
  { ...killed("west"), isShort: true },
  { ...killed("ingest"), isShort: true },
  { ...killed("api"), isShort: true },
  { ...killed("jobs"), isShort: true },
  killed("west", "east"),
  {
    name: "SIGKILL of one of three NATS servers",
    isShort: true,
    act: async ({ nats: [one] }) => {
      await one!.kill();
      await pause(pauseMs);
      await one!.start();
    },
  },
  {
    name: "SIGKILL of all three NATS servers at once",
    act: async ({ nats }) => {
      await Promise.all(nats.map(({ kill }) => kill()));
      await Promise.all(nats.map(({ start }) => start()));
    },
  },
  {
    name: "SIGKILL of PostgreSQL",
    isShort: true,
    act: async ({ postgres }) => {
      postgres.signal("SIGKILL");
      await postgres.startAgain();
    },
  },
  {
    name: "SIGTERM of each process, one after the other",
    act: async (cell) => {
      for (const name of ["api", "ingest", "jobs", "west", "east"] as const) {
        cell.of(name).signal("SIGTERM");
        expect(await cell.of(name).ended).toBe(0);
        await cell.start(name);
      }
    },
  },
];
const pauses: Fault[] = [
  {
    name: `SIGSTOP of a locate process past its lease, which then ends`,
    act: async (cell) => {
      await paused("east").act(cell);
      expect(await cell.of("east").ended).toBe(1);
      await cell.start("east");
    },
  },
  paused("ingest"),
  paused("jobs"),
  paused("api"),
  {
    name: `SIGSTOP of one of three NATS servers for ${pauseMs / 1000} s`,
    act: async ({ nats: [, two] }) => {
      two!.signal("SIGSTOP");
      await pause(pauseMs);
      two!.signal("SIGCONT");
    },
  },
  {
    name: "SIGSTOP of PostgreSQL for 3 s",
    act: async ({ postgres }) => {
      postgres.signal("SIGSTOP");
      await pause(3_000);
      postgres.signal("SIGCONT");
    },
  },
];
const cuts: Fault[] = [
  cut("one NATS server cut off from everybody", ({ network, processes, nats: [one, two, three] }) => [
    [one!],
    [two!, three!, network.home, ...Object.values(processes)],
  ]),
  cut("one NATS server cut off from the others of its cluster only", ({ nats: [one, two, three] }) => [
    [one!],
    [two!, three!],
  ]),
  cut("a minority cut off: a NATS server and a locate process", ({ network, processes, nats: [one, two, three] }) => {
    const { west, ...others } = processes;
    return [
      [three!, west],
      [one!, two!, network.home, ...Object.values(others)],
    ];
  }),
  cut("a locate process cut off from PostgreSQL", ({ network, processes }) => [[processes.west], [network.home]]),
  { ...cut("a locate process cut off from NATS", ({ processes, nats }) => [[processes.west], nats]), isShort: true },
  cut("ingest cut off from NATS", ({ processes, nats }) => [[processes.ingest], nats]),
];
const disks: Fault[] = [
  {
    name: "a power cut of all machines at once: what was not synced is lost",
    isShort: true,
    act: async (cell) => {
      const { nats, postgres } = cell.disks!;
      for (const one of [...nats, postgres]) one.cutPower();
      for (const name of processNames) cell.of(name).signal("SIGKILL");
      cell.postgres.signal("SIGKILL");
      await Promise.all([...cell.nats.map(({ kill }) => kill()), ...processNames.map((name) => cell.of(name).ended)]);
      await cell.postgres.ended();
      for (const one of [...nats, postgres]) one.powerOn();
      await Promise.all([cell.postgres.startAgain(), ...cell.nats.map(({ start }) => start())]);
      await untilLed(cell.nats);
      await cell.start(...processNames);
    },
  },
  {
    name: `a full disk of one NATS server for ${pauseMs / 1000} s, which is started again then`,
    isShort: true,
    act: async (cell) => {
      const [one] = cell.disks!.nats;
      one!.fill();
      await pause(pauseMs);
      one!.empty();
      await startNatsAgain(cell, cell.nats.slice(0, 1));
    },
  },
  {
    name: `full disks of all NATS servers for ${pauseMs / 1000} s, which are started again then`,
    act: async (cell) => {
      for (const one of cell.disks!.nats) one.fill();
      await pause(pauseMs);
      for (const one of cell.disks!.nats) one.empty();
      await startNatsAgain(cell, cell.nats);
    },
  },
];
const slowDisks: Fault[] = [
  {
    name: `disks of all NATS servers that make ${slowWrites} writes a second for ${pauseMs / 1000} s`,
    act: async (cell) => {
      for (const one of cell.disks!.nats) one.slow(slowWrites);
      await pause(pauseMs);
      for (const one of cell.disks!.nats) one.slow(null);
    },
  },
];
const clocks: Fault[] = [
  {
    name: `clocks of locate, ingest and jobs that jump an hour ahead for ${pauseMs / 1000} s, and back`,
    act: async (cell) => {
      const names: ProcessName[] = ["west", "ingest", "jobs"];
      const file = join(mkdtempSync(join(temporaryFolder(), "clock-")), "offset");
      writeFileSync(file, "+0");
      const clock = {
        LD_PRELOAD: fakeTime,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        DONT_FAKE_MONOTONIC: "1",
      };
      for (const name of names) {
        cell.of(name).signal("SIGTERM");
        await cell.of(name).ended;
        await cell.startWith(name, clock);
      }
      writeFileSync(file, `+${clockS}`);
      await pause(pauseMs);
      writeFileSync(file, "+0");
      await pause(pauseMs);
      for (const name of names) {
        cell.of(name).signal("SIGTERM");
        await cell.of(name).ended;
        await cell.start(name);
      }
    },
  },
];

/** Those that can be made here; the others are named on the console. */
export function faultList(isShort: boolean): Fault[] {
  const groups: [faults: Fault[], can: boolean, needs: string][] = [
    [kills, true, ""],
    [pauses, true, ""],
    [cuts, hasNetworks(), "network namespaces (root on Linux)"],
    [disks, hasDisks(), "loop devices (root on Linux)"],
    [slowDisks, hasSlowDisks(), "the blkio controller of cgroups"],
    [clocks, existsSync(fakeTime), "libfaketime"],
  ];
  for (const [faults, can, needs] of groups)
    if (!can) for (const { name } of faults) process.stderr.write(`left out, as there are no ${needs}: ${name}\n`);
  const all = groups.flatMap(([faults, can]) => (can ? faults : []));
  const only = process.env["PULSE_FAULTS_ONLY"];
  return all.filter((fault) => (only ? new RegExp(only).test(fault.name) : !isShort || fault.isShort === true));
}
