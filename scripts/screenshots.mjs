// `npm run screenshots`: every screen of the running demo into docs/screenshots.
import { buildWebIfStale } from "./buildWeb.mjs";
import { ensureDependencies } from "./ensure.mjs";
import { inRoot } from "./paths.mjs";
import { runNode, toolEnvironment } from "./run.mjs";
import { findChromium, installChromium } from "./systemParts.mjs";

await ensureDependencies();
const chromium = findChromium() ?? installChromium();
if (chromium === null) {
  process.stderr.write("pulse: no Chromium found or installable; name one by PULSE_CHROMIUM\n");
  process.exit(1);
}
if (!(await buildWebIfStale())) process.exit(1);
const env = toolEnvironment({ PULSE_CHROMIUM: chromium });
const script = [inRoot("e2e", "screenshots.ts"), ...process.argv.slice(2)];
process.exit(await runNode(["--disable-warning=ExperimentalWarning", ...script], { env }));
