// `npm run screenshots`: every screen of the running demo into docs/screenshots. `npm run screenshots -- animation`: its map
// in motion, as the README's only animation. `npm run screenshots -- --sheets`: every page on sheets to look at (e2e/screenshots/sheets.ts).
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
const quietly = "--disable-warning=ExperimentalWarning";
const asked = process.argv.slice(2);
const taking = asked.includes("--sheets") ? "sheets.ts" : "take.ts";
process.exit(asked[0] === "animation" ? await animate() : await run(join("screenshots", taking), asked));

/**
 * @param {string} script
 * @param {string[]} given
 */
function run(script, given) {
  return runNode([quietly, inRoot("e2e", script), ...given], { env });
}

/** About two seconds on the map are one second in the animation. */
async function animate() {
  // Imported only after it is installed.
  const { default: sharp } = await import("sharp");
  const folder = await mkdtemp(join(tmpdir(), "pulse-animation-"));
  try {
    const code = await run("animation.ts", [folder]);
    if (code !== 0) return code;
    const frames = (await readdir(folder)).sort().map((name) => join(folder, name));
    // Each frame separately, because resizing the joined picture would end its animation.
    const small = await Promise.all(frames.map((frame) => sharp(frame).resize({ width: 960 }).png().toBuffer()));
    const made = await sharp(small, { join: { animated: true } })
      .webp({ quality: 60, effort: 6, loop: 0, delay: frames.map(() => 160), minSize: true })
      .toFile(inRoot("docs", "screenshots", "live.webp"));
    process.stdout.write(`live.webp: ${frames.length} pictures, ${Math.round(made.size / 1000)} kB\n`);
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
