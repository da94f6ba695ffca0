import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import type { RunRequest } from "./changedRun.ts";
import { constantHead, constantLine } from "./constantLines.ts";
import type { ConstantFigures } from "./constantRun.ts";
import { type Change, type Stage, STAGES, TABLES } from "./constantTables.ts";
import { recordingsFolder } from "./recordedSets.ts";

/**
 * `npm run accuracy -- constants [--stages NAME,…] [--names NAME,…] [--only SITE,…] [--sessions N] [--jobs N]`: each
 * number of the engine's tables halved and doubled on recordings: errors, circles and what fixes say about motion. By
 * default two sessions of walkers and two of still tags of tetam. A number that changes no fix shows "–": what it
 * decides does not happen there.
 */
async function main(): Promise<void> {
  const asked = options(process.argv.slice(2));
  if (typeof asked === "string") {
    process.stderr.write(`pulse: ${asked}\n`);
    process.exitCode = 1;
    return;
  }
  const { stages, names, jobs, ...on } = asked;
  const figuresOf = serially(jobs, (change: Change | null) => changedFigures({ change, ...on }));
  const usual = await figuresOf(null);
  if (usual === null) throw new Error("the engine fails with its own numbers");
  for (const stage of stages) {
    const chosen = Object.entries(TABLES[stage].constants).filter(([name]) => names?.includes(name) ?? true);
    if (chosen.length === 0) continue;
    process.stdout.write(`\n## ${stage}\n\n${constantHead()}\n`);
    const lines = chosen.map(async ([name, constant]) => {
      const [halved, doubled] = await Promise.all([0.5, 2].map((factor) => figuresOf({ stage, name, factor })));
      return constantLine(name, constant, usual, halved!, doubled!);
    });
    for (const line of lines) process.stdout.write(`${await line}\n`);
  }
}

interface Options extends Omit<RunRequest, "change"> {
  stages: readonly Stage[];
  names: readonly string[] | undefined;
  jobs: number;
}

/** What was asked for; a sentence if that is not understood. */
function options(args: string[]): Options | string {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({
      args,
      options: { stages: text, names: text, only: text, sessions: text, jobs: text },
    });
    const stages = values.stages?.split(",") ?? STAGES;
    const unknown = stages.find((stage) => !isStage(stage));
    if (unknown !== undefined) return `no stage ${unknown}; there are ${STAGES.join(", ")}`;
    const only = values.only?.split(",") ?? ["tetam"];
    const folder = only.join() === "espresense" ? null : recordingsFolder();
    if (folder === null && only.join() !== "espresense")
      return "the recordings are not on this machine; PULSE_TEST_DATA names the folder that holds them";
    return {
      stages: stages.filter(isStage),
      names: values.names?.split(","),
      folder,
      only,
      sessions: Number(values.sessions ?? 2),
      jobs: Number(values.jobs ?? availableParallelism()),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isStage(name: string): name is Stage {
  return STAGES.some((stage) => stage === name);
}

/** The same function, of which only so many calls run at a time. */
function serially<In, Out>(jobs: number, run: (input: In) => Promise<Out>): (input: In) => Promise<Out> {
  const lanes = Array.from({ length: jobs }, () => Promise.resolve());
  let calls = 0;
  return (input) => {
    const lane = calls++ % jobs;
    const result = lanes[lane]!.then(() => run(input));
    lanes[lane] = result.then(
      () => {},
      () => {},
    );
    return result;
  };
}

/** The figures of a process of its own with one number changed; null: the engine fails. */
async function changedFigures(request: RunRequest): Promise<ConstantFigures | null> {
  const script = join(import.meta.dirname, "changedRun.ts");
  const args = ["--disable-warning=ExperimentalWarning", script, JSON.stringify(request)];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout) as ConstantFigures;
  } catch (error) {
    if (request.change === null) throw error;
    return null;
  }
}

if (import.meta.main) await main();
