import { setTimeout as pause } from "node:timers/promises";
import { type CellParts, startingGun, type Store } from "./cellParts.ts";
import { countedBy, sharesAreEven, untilCurrent } from "./installation.ts";
import { startRole } from "./startRole.ts";

/** What it took to work off a backlog, from when the processes had compiled their code to its end. */
export interface BacklogRun {
  /** Adverts a second. */
  pace: number;
  /** Adverts for each second of processor time, of all `locate` processes together if each had a core of its own. */
  processorPace: number;
  /** Processor time of all of them together for an advert, µs. */
  usPerAdvert: number;
  /** Cores that were busy with each part. */
  cores: { locate: number; postgres: number; nats: number };
}

/** How often to look how far it is, ms: each look costs the processes a little. */
const lookMs = 200;

/** The longest that the processes take to share the partitions, beside any load, ms. */
const evenMs = 60_000;

/**
 * Works off the log of a closed store with as many `locate` processes as there are cores given, each on its own, from the moment
 * when all are up until history is current. The store stays as it is.
 * @param from.adverts those in the log
 * @param from.warmUp those of them before the clock starts
 * @param from.prepare what is done to the copy before they start
 * @param from.isShared whether each of them works; by default whether all have the same number of partitions
 * @throws {Error} if another number of adverts is counted, or the processes do not share the partitions evenly
 */
export async function workOff(
  parts: CellParts,
  from: {
    store: string;
    copy: string;
    cores: readonly number[];
    adverts: number;
    warmUp: number;
    prepare?(store: Store): Promise<void>;
    isShared?(store: Store): Promise<boolean>;
  },
): Promise<BacklogRun> {
  const { cores, adverts } = from;
  const store = await parts.open(from.copy, from.store);
  await from.prepare?.(store);
  const gun = await startingGun(store);
  const settings = { ...store.settings, PULSE_ROLES: "locate" };
  const all = await Promise.all(cores.map((core) => startRole({ settings }, core)));
  const look = async () => ({
    atMs: performance.now(),
    usedMs: all.map((one) => one.processorMs()),
    counted: await Promise.all(all.map((one) => countedBy([one]))),
    ...store.used(),
  });

  await gun.fire();
  const firedMs = performance.now();
  let begin = await look();
  while (sumOf(begin.counted) < from.warmUp) begin = await pause(lookMs).then(look);
  // On a busy machine the last partitions begin late; the clock starts once all have.
  const isShared = (): Promise<boolean> => from.isShared?.(store) ?? sharesAreEven(all);
  while (!(await isShared())) {
    if (performance.now() - firedMs > evenMs) throw new Error("the processes do not share the partitions evenly");
    begin = await pause(lookMs).then(look);
  }
  await untilCurrent(all, adverts);
  const end = await look();

  // They store the rest as they stop.
  await Promise.all(all.map((one) => one.stop()));
  const { rows } = await store.client.query<{ count: number }>("select sum(count)::float8 as count from sightings");
  await store.close();
  if (rows[0]!.count !== adverts) throw new Error(`${rows[0]!.count} of ${adverts} adverts were stored`);
  const [ms, usedMs, counted] = [
    end.atMs - begin.atMs,
    differences(end.usedMs, begin.usedMs),
    differences(end.counted, begin.counted),
  ];
  return {
    pace: (1000 * sumOf(counted)) / ms,
    processorPace: sumOf(counted.map((count, nth) => (1000 * count) / usedMs[nth]!)),
    usPerAdvert: (1000 * sumOf(usedMs)) / sumOf(counted),
    cores: {
      locate: sumOf(usedMs) / ms,
      postgres: (end.postgres - begin.postgres) / ms,
      nats: (end.nats - begin.nats) / ms,
    },
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const differences = (values: readonly number[], before: readonly number[]): number[] =>
  values.map((value, nth) => value - before[nth]!);
