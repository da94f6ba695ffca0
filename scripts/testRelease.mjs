// `npm run test:release`: builds the release, packs it, installs the tarball in an empty folder and tries it there.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";
import { run, runNode, systemEnvironment } from "./run.mjs";

const folder = mkdtempSync(join(tmpdir(), "pulse-release-"));
const installed = join(folder, "installed");
mkdirSync(installed);
try {
  process.exitCode = await tryRelease();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Resolves to the exit code of the first step that fails, or to 0. */
async function tryRelease() {
  const built = await run(process.execPath, [inRoot("scripts", "buildRelease.mjs")]);
  if (built !== 0) return built;
  const npm = (cwd, ...parameters) => run("npm", parameters, { cwd, env: systemEnvironment() });
  const packed = await npm(inRoot("dist"), "pack", "--silent", "--pack-destination", folder);
  if (packed !== 0) return packed;
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")));
  const added = await npm(installed, "install", "--no-audit", "--no-fund", "--prefer-offline", tarball);
  if (added !== 0) return added;
  const command = join(installed, "node_modules", ".bin", "pulse");
  return runNode(["--disable-warning=ExperimentalWarning", inRoot("e2e", "releaseSmoke.ts"), command, folder]);
}
