import { runCommand } from "./commands/commands.ts";

// A reader of only the first lines of an output (`pulse locate … | head`) wants no more of it, and no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
process.exitCode = await runCommand(process.argv.slice(2), { stdout: process.stdout, stderr: process.stderr });
