import { buildWebIfStale } from "./buildWeb.mjs";
import { buildDocsInBackground } from "./buildDocs.mjs";
import { ensureDependencies } from "./ensure.mjs";
import { inRoot } from "./paths.mjs";
import { runNode } from "./run.mjs";

/** Installs and builds what is missing, then runs `pulse COMMAND` until it ends, and ends with its exit code. */
export async function startProduct(command) {
  await ensureDependencies();
  if (!(await buildWebIfStale())) process.exit(1);
  buildDocsInBackground();
  process.stderr.write("Starting Pulse ...\n");
  const parameters = [inRoot("cli", "bin", "pulse.mjs"), command, ...process.argv.slice(2)];
  process.exit(await runNode(parameters, { stdio: "inherit" }));
}
