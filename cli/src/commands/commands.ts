import { versions } from "@pulse/contract/limits";
import { ConfigError } from "@pulse/server/platform/config/settings";
import type { Command, Io } from "./io.ts";
import { sourceCommit } from "./commit.ts";

// Loaded on demand: `pulse locate` starts no server, and `pulse --help` starts nothing.
const commands: Readonly<Record<string, { summary: string; load(): Promise<Command> }>> = {
  serve: {
    summary: "run Pulse",
    load: async () => (await import("./serve.ts")).runServe,
  },
  demo: {
    summary: "run Pulse with the demo customers, their sites and a running simulator",
    load: async () => (await import("./demo.ts")).runDemo,
  },
  simulate: {
    summary: "run the simulator against a running Pulse",
    load: async () => (await import("../simulate/simulate.ts")).runSimulate,
  },
  replay: {
    summary: "publish recorded gateway messages",
    load: async () => (await import("../replay/replay.ts")).runReplay,
  },
  locate: {
    summary: "compute positions from files with the live engine",
    load: async () => (await import("../locate/runLocate.ts")).runLocate,
  },
  migrate: {
    summary: "update the database to this release",
    load: async () => (await import("./migrate.ts")).runMigrate,
  },
  backup: {
    summary: "write everything to one file, while Pulse runs or not",
    load: async () => (await import("./backup.ts")).runBackup,
  },
  restore: {
    summary: "put a backup into an empty data folder or database",
    load: async () => (await import("./restore.ts")).runRestore,
  },
  "migrate-data": {
    summary: "move an embedded installation to a PostgreSQL server",
    load: async () => (await import("./migrateData.ts")).runMigrateData,
  },
  doctor: {
    summary: "check whether people can be reached and can sign in",
    load: async () => (await import("../doctor/doctor.ts")).runDoctor,
  },
  admin: {
    summary: "create a superadmin, or reset two-factor sign-in",
    load: async () => (await import("../admin/admin.ts")).runAdmin,
  },
};

const help = `Pulse ${versions.app}: find things indoors

Usage: pulse COMMAND [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`)
  .join("\n")}

Run pulse COMMAND --help for details. Settings are environment variables, listed in the README.
`;

/** Runs one command line and returns its exit code. An error is one line on stderr, never a stack. */
export async function runCommand(args: string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    io.stdout.write(help);
    return 0;
  }
  if (name === "--version" || name === "-v") {
    const commit = sourceCommit();
    io.stdout.write(`${versions.app}${commit === null ? "" : ` (commit ${commit})`}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    io.stderr.write(`pulse: unknown command "${name}"; see pulse --help\n`);
    return 1;
  }
  try {
    const run = await command.load();
    return await run(rest, io);
  } catch (error) {
    io.stderr.write(`pulse: ${error instanceof ConfigError ? error.message : describe(error)}\n`);
    return 1;
  }
}

function describe(error: unknown): string {
  if (process.env["PULSE_LOG_LEVEL"] === "debug" && error instanceof Error) return error.stack ?? error.message;
  return error instanceof Error ? (error.message.split("\n", 1)[0] ?? error.name) : String(error);
}
