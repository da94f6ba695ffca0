// `npm run build -- demo-site`: a public demo without a server, in release/demo-site. It is the web app on a service worker
// that answers from a recording of the demo. `--minutes=5`, `--base=/demo/`. `--docs` puts the documentation into its folder
// `docs`, whose start page shows the demo; `--docs=https://…/docs/` says where it is published instead.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { buildPublishedDocs } from "./buildDocs.mjs";
import { inRoot, root } from "./paths.mjs";
import { runNode, toolEnvironment } from "./run.mjs";

/** The most that the site may take, bytes: what a person waits for on a slow line, and what free hosts take. */
export const maxBytes = 15_000_000;
const scripts = { "sw.js": "worker.ts", "recording/page.js": "page.ts", "recording/start.js": "start.ts" };

/**
 * Builds the site into `folder`, after the web app. Resolves to its sizes, or to null if a part of it failed.
 * @param options.minutes how long a recording to make; `base`: the site's folder on its host, `/` or `/demo/`; `docs`: where
 *   the documentation is published, if anywhere, true: below the site itself; `site`: only this site's things move, and it is
 *   the only one; `recording`: a folder with a recording to take instead of a new one
 */
export async function buildDemoSite(folder, { minutes = 15, base = "/", docs, site, recording: made } = {}) {
  if (!/^\/([\w.-]+\/)*$/.test(base)) throw new Error(`--base has to begin and end with a slash, not ${base}`);
  if (typeof docs === "string" && !/^https?:\/\/.+\/$/.test(docs))
    throw new Error(`--docs has to be an address with a slash at its end, not ${docs}`);
  const app = await appFor(base);
  const own = docs === true ? await buildPublishedDocs(`${base}docs/`, base) : null;
  const recorded = made ?? (await record(minutes, site));
  if (app === null || recorded === null || (docs === true && own === null)) return null;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(app, folder, { recursive: true, filter: isPublic });
  cpSync(recorded, join(folder, "recording"), { recursive: true });
  const recording = JSON.parse(readFileSync(join(recorded, "recording.json"), "utf8"));
  // Its content is in the scripts.
  rmSync(join(folder, "recording", "recording.json"));
  await bundleScripts(folder, { ...recording, docsUrl: docs === true ? `${base}docs/` : (docs ?? null) });
  writePages(folder, base);
  const sizes = sizesOf(folder);
  if (own !== null) cpSync(own, join(folder, "docs"), { recursive: true });
  return { ...sizes, docs: own === null ? 0 : sizesOf(own).demo };
}

/**
 * Plans as PDF are read only to be uploaded, which a recording refuses; the app's own worker is not registered; a server of
 * files compresses by itself.
 */
function isPublic(path) {
  return !/\.(map|br|built-from|vite)$|[/\\](sw\.js|pdf[\w.]+-[\w-]+\.m?js)$/.test(path);
}

/** The bytes of a folder, as files and as hosts send them: text compressed, once more what is not yet. */
function sizesOf(folder) {
  const files = globSync("**/*", { cwd: folder })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());
  const compressed = (path) =>
    /\.(html|m?js|css|json|svg|csv)$/.test(path) ? gzipSync(readFileSync(path)).length : null;
  return {
    demo: files.reduce((sum, path) => sum + statSync(path).size, 0),
    sent: files.reduce((sum, path) => sum + (compressed(path) ?? statSync(path).size), 0),
  };
}

/** Records a demo and resolves to the recording's folder, or to null if that failed. */
async function record(minutes, site) {
  const folder = inRoot(".cache", "recording");
  rmSync(folder, { recursive: true, force: true });
  const recorder = ["--disable-warning=ExperimentalWarning", inRoot("recording", "src", "record", "main.ts")];
  const only = site === undefined ? [] : ["--site", site];
  return (await runNode([...recorder, "--minutes", String(minutes), ...only, folder])) === 0 ? folder : null;
}

/** The folder of the app as it is built, or built once more for another folder on the host; null if that failed. */
async function appFor(base) {
  if (base === "/") return inRoot("web", "dist");
  const folder = inRoot(".cache", "demo-app");
  const vite = [inRoot("node_modules", "vite", "bin", "vite.js"), "build", "--base", base, "--outDir", folder];
  const code = await runNode([...vite, "--emptyOutDir", "--logLevel", "warn"], {
    cwd: inRoot("web"),
    env: toolEnvironment({ NODE_ENV: "production" }),
  });
  return code === 0 ? folder : null;
}

/** What the scripts know of the recording is written before them. */
async function bundleScripts(folder, recording) {
  const banner = `const builtRecording = ${JSON.stringify(recording)};`;
  for (const [file, source] of Object.entries(scripts)) {
    const bundle = await rolldown({ input: inRoot("recording", "src", "site", source), platform: "browser" });
    await bundle.write({ file: join(folder, file), format: "iife", minify: true, banner });
    await bundle.close();
  }
}

/** The app's page gets our script before its own; the page of a first visit has another one. */
function writePages(folder, base) {
  const app = readFileSync(join(folder, "index.html"), "utf8");
  const script = `<script src="${base}recording/page.js"></script>`;
  writeFileSync(join(folder, "app.html"), app.replace("<head>", `<head>\n    ${script}`));
  cpSync(inRoot("recording", "src", "site", "about.html"), join(folder, "about.html"));
  const start = readFileSync(inRoot("recording", "src", "site", "start.html"), "utf8");
  // Hosts show the second for addresses that they do not know, which are pages of the app.
  for (const name of ["index.html", "404.html"]) writeFileSync(join(folder, name), start.replaceAll("BASE", base));
}

/** The options of a command line such as `--minutes=5 --docs`. Throws at one that there is not. */
export function demoSiteOptions(words) {
  const options = {};
  for (const word of words.filter((each) => each.startsWith("--"))) {
    const [, name, value] = /^--(\w+)(?:=(.+))?$/.exec(word) ?? [];
    const isKnown = name === "docs" || (["minutes", "base", "site", "recording"].includes(name) && value !== undefined);
    if (!isKnown)
      throw new Error(`unknown option ${word}; there are --minutes=N --base=/…/ --docs[=https://…/] --site=KEY`);
    options[name] = name === "minutes" ? Number(value) : (value ?? true);
  }
  return options;
}

/** Builds it where releases are, by the words of a command line, and says how large it is; false if it failed or is too large. */
export async function buildPublishedDemoSite(words) {
  const folder = inRoot("release", "demo-site");
  const sizes = await buildDemoSite(folder, demoSiteOptions(words));
  if (sizes === null) return false;
  const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  const docs = sizes.docs === 0 ? "" : `, and the documentation of ${megabytes(sizes.docs)}`;
  process.stderr.write(
    `Built ${relative(root, folder)}: ${megabytes(sizes.demo)} of files, ${megabytes(sizes.sent)} as sent compressed${docs}.\n`,
  );
  if (sizes.demo <= maxBytes) return true;
  process.stderr.write(`pulse: the demo site is larger than ${maxBytes / 1_000_000} MB.\n`);
  return false;
}
