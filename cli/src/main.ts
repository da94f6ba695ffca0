import { runCommand } from "./commands/commands.ts";

process.exitCode = await runCommand(process.argv.slice(2), { stdout: process.stdout, stderr: process.stderr });
