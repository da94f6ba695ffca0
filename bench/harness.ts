import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";

/** Whether to check only that the benchmarks still run (`npm run bench -- --smoke`), not how fast. */
export const isSmoke = process.env["PULSE_BENCH_SMOKE"] === "1";

/** How much work there is: the real amount, or just enough to show that it runs. */
export const sized = (real: number, smoke: number): number => (isSmoke ? smoke : real);

/** One of the compared things: `run` does its work once and returns its figure in the bench's unit. */
export interface Contender {
  name: string;
  run: () => number | Promise<number>;
}

export interface Measured {
  name: string;
  median: number;
  lowest: number;
  highest: number;
  samples: number[];
}

/** A figure with its target. `atMost` and `atLeast` are in the figure's own unit. */
export interface Aim {
  what: string;
  value: number;
  atMost?: number;
  atLeast?: number;
}

export interface BenchReport {
  bench: string;
  /** The unit of the figures, for example `adverts/s`. */
  unit: string;
  measured: Measured[];
  aims: Aim[];
  /** What a reader has to know to judge the figures. */
  notes: string[];
}

/**
 * Runs the contenders in turns, so that a machine that slows down slows all of them, with the order reversed every other
 * round. The first `warmUps` rounds are discarded.
 */
export async function alternate(
  contenders: readonly Contender[],
  asked: { rounds: number; warmUps?: number },
): Promise<Measured[]> {
  const { rounds, warmUps = 1 } = isSmoke ? { rounds: 1, warmUps: 0 } : asked;
  const samples = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < warmUps + rounds; round++) {
    for (const { name, run } of round % 2 === 0 ? contenders : contenders.toReversed()) {
      globalThis.gc?.();
      const figure = await run();
      if (round >= warmUps) samples.get(name)?.push(figure);
      process.stderr.write(
        `${round < warmUps ? "warm-up" : `round ${round - warmUps + 1}`}  ${name}: ${figureText(figure)}\n`,
      );
    }
  }
  return [...samples].map(([name, figures]) => measured(name, figures));
}

/** A question as the product answers it, and the bare query. Both return their number of rows. */
export interface Question {
  name: string;
  ours: (nth: number) => Promise<number>;
  bare: (nth: number) => Promise<number>;
}

/**
 * Asks both each question `calls` times, in turns, so that other work on the machine affects both. Returns the
 * milliseconds of every call and how many times as long ours took, at the median and at the 95th percentile.
 */
export async function besideBare(
  questions: readonly Question[],
  { calls, atMost }: { calls: number; atMost: number },
): Promise<{ measured: Measured[]; aims: Aim[] }> {
  const all: Measured[] = [];
  const aims: Aim[] = [];
  const [times, warmUps] = isSmoke ? [1, 0] : [calls, Math.ceil(calls / 5)];
  for (const { name, ours, bare } of questions) {
    const took = { ours: [] as number[], bare: [] as number[] };
    for (let nth = -warmUps; nth < times; nth += 1) {
      const turns = [
        ["ours", ours],
        ["bare", bare],
      ] as const;
      for (const [who, ask] of nth % 2 === 0 ? turns : turns.toReversed()) {
        const started = performance.now();
        const rows = await ask(nth + warmUps);
        if (nth >= 0) took[who].push(performance.now() - started);
        if (rows === 0) throw new Error(`${name}: ${who} found nothing`);
      }
    }
    const [mine, theirs] = [measured(name, took.ours), measured(`${name}: bare`, took.bare)];
    all.push(mine, theirs);
    const ratio = (q: number): number => quantileOf(mine, q) / quantileOf(theirs, q);
    aims.push(
      { what: `${name} ÷ bare, p50`, value: ratio(0.5) },
      { what: `${name} ÷ bare, p95`, value: ratio(0.95), atMost },
    );
    process.stderr.write(`${name}: ${figureText(ratio(0.5))} at the median, ${figureText(ratio(0.95))} at p95\n`);
  }
  return { measured: all, aims };
}

/** A contender's figures with their median. */
export function measured(name: string, samples: number[]): Measured {
  const sorted = samples.toSorted((a, b) => a - b);
  return {
    name,
    median: quantile(sorted, 0.5),
    lowest: sorted[0] ?? Number.NaN,
    highest: sorted.at(-1) ?? Number.NaN,
    samples,
  };
}

/** The `q` quantile (0…1) of an ascending list, interpolated linearly between neighbours; NaN for an empty list. */
export function quantile(ascending: ArrayLike<number>, q: number): number {
  const at = (ascending.length - 1) * q;
  const below = ascending[Math.floor(at)] ?? Number.NaN;
  const above = ascending[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** The `q` quantile of a contender's figures. */
function quantileOf({ samples }: Measured, q: number): number {
  return quantile(
    samples.toSorted((a, b) => a - b),
    q,
  );
}

/** One contender's median. */
export function medianOf(results: readonly Measured[], name: string): number {
  const found = results.find((result) => result.name === name);
  if (!found) throw new Error(`nothing measured under the name ${name}`);
  return found.median;
}

/** The benchmarks that have reported in this process. */
export const reports: string[] = [];

/** Prints the table and writes bench/results/NAME.json; neither for a smoke run, whose figures mean nothing. */
export function report(given: BenchReport): void {
  reports.push(given.bench);
  if (isSmoke) return reportSmoke(given);
  const { bench, unit, aims, notes } = given;
  const rows = given.measured.map((row) => [
    row.name,
    figureText(row.median),
    figureText(row.lowest),
    figureText(row.highest),
  ]);
  const widths = [...[`${bench} (${unit})`, "median", "lowest", "highest"].entries()].map(([column, title]) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  console.log(`\n${line([`${bench} (${unit})`, "median", "lowest", "highest"])}`);
  for (const row of rows) console.log(line(row));
  for (const aim of aims) console.log(`${aim.what}: ${figureText(aim.value)} (${aimText(aim)})`);
  for (const note of notes) console.log(`- ${note}`);

  const folder = join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown", cores: availableParallelism() };
  const file = join(folder, `${bench}.json`);
  writeFileSync(file, `${JSON.stringify({ ...given, at: new Date().toISOString(), machine }, null, 2)}\n`);
}

/** @throws {Error} if something was measured without a figure */
function reportSmoke({ bench, measured: rows }: BenchReport): void {
  const empty = rows.filter(({ median }) => !Number.isFinite(median)).map(({ name }) => name);
  if (rows.length === 0 || empty.length > 0)
    throw new Error(`${bench} has no figure for ${empty.join(", ") || "anything"}`);
  console.log(`${bench} runs: ${rows.map(({ name, median }) => `${name} ${figureText(median)}`).join("; ")}`);
}

function aimText({ value, atMost, atLeast }: Aim): string {
  const met = value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity);
  const wanted = [...(atLeast === undefined ? [] : [`≥ ${atLeast}`]), ...(atMost === undefined ? [] : [`≤ ${atMost}`])];
  return wanted.length === 0 ? "no aim" : `aim ${wanted.join(", ")}: ${met ? "met" : "MISSED"}`;
}

function figureText(figure: number): string {
  if (!Number.isFinite(figure)) return "–";
  if (Math.abs(figure) >= 1000) return Math.round(figure).toLocaleString("en-US");
  return figure.toPrecision(3);
}
