import { applyChange, type Change } from "./constantTables.ts";

/** What a process of `constants.ts` is asked for, as JSON in its first argument. */
export interface RunRequest {
  change: Change | null;
  folder: string | null;
  only: readonly string[];
  sessions: number;
}

/** Changes a number, and only then loads the engine: some modules compute with their numbers as they are loaded. */
async function main(): Promise<void> {
  const { change, folder, only, sessions } = JSON.parse(process.argv[2]!) as RunRequest;
  if (change) applyChange(change);
  const { constantRun } = await import("./constantRun.ts");
  process.stdout.write(JSON.stringify(constantRun(folder, only, sessions)));
}

if (import.meta.main) await main();
