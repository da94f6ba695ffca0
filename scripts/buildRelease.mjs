// `npm run build`: makes dist/, which is Pulse as it is published: the server and the command in JavaScript, the web app,
// the licences of everything inside and an SBOM. `npm pack ./dist` makes one tarball of it. `npm run build -- deb helm` also
// makes a Debian package and a Helm chart, in release/. `npm run build -- demo-site` makes only the public demo without a
// server, in release/demo-site; `--minutes=N` is how long a recording it plays.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { buildDocsIfStale } from "./buildDocs.mjs";
import { buildWebIfStale } from "./buildWeb.mjs";
import { ensureDependencies } from "./ensure.mjs";
import { inRoot, root } from "./paths.mjs";
import { billOfMaterials, licenceTexts } from "./releaseBill.mjs";
import { installedClosure, packagePaths, webPackagePaths } from "./releasePackages.mjs";
import { runNode } from "./run.mjs";

// The bundler wants a newer Node than the one that people may start these scripts with.
const onPinned = "--on-pinned-node";
if (!process.argv.includes(onPinned)) {
  await ensureDependencies();
  if (!(await buildWebIfStale()) || !(await buildDocsIfStale())) process.exit(1);
  process.exit(await runNode([process.argv[1], onPinned, ...process.argv.slice(2)]));
}

if (process.argv.includes("demo-site")) {
  const { buildPublishedDemoSite } = await import("./buildDemoSite.mjs");
  const words = process.argv.slice(2).filter((word) => word !== onPinned);
  process.exit((await buildPublishedDemoSite(words)) ? 0 : 1);
}

const started = performance.now();
const { bundleServer, copied, installed } = await import("./releaseBundle.mjs");
const own = readJson("package.json");
const nodeVersion = own.devDependencies.node;
const lock = readJson("package-lock.json").packages;
const dist = inRoot("dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "bin"), { recursive: true });

const files = await bundleServer(join(dist, "lib"));
for (const name of readdirSync(inRoot("cli", "bin"))) cpSync(inRoot("cli", "bin", name), join(dist, "bin", name));
cpSync(inRoot("web", "dist"), join(dist, "web", "dist"), {
  recursive: true,
  filter: (path) => !/\.(map|built-from|vite)$/.test(path),
});
cpSync(inRoot("docs", "dist"), join(dist, "docs", "dist"), {
  recursive: true,
  filter: (path) => !/[/\\]\.[^/\\]+$/.test(path),
});
cpSync(inRoot("LICENSE"), join(dist, "LICENSE"));
cpSync(inRoot("docs", "install.md"), join(dist, "README.md"));

const beside = installedClosure(lock, installed);
const inside = new Set([
  ...packagePaths(files),
  ...copied.map((name) => `node_modules/${name}`),
  ...packagePaths(readJson("docs", "dist", ".modules.json")),
  ...webPackagePaths(inRoot("web", "dist"), readJson("web", "package.json"), lock),
]);
// The package `node` would choose among these by an install script, which npm no longer runs unasked. The registry has this
// version for no macOS: there the person's Node has to be new enough.
const nodes = ["linux-x64", "linux-arm64", "win-x64"].map((platform) => `node-${platform}`);
const required = new Set([...inside, ...beside.required]);
const ofLock = (path, scope) => ({ ...lock[path], path, scope, name: path.split("node_modules/").at(-1) });
const parts = [
  ...[...required].map((path) => ofLock(path, "required")),
  ...beside.optional.filter((path) => !required.has(path)).map((path) => ofLock(path, "optional")),
  ...nodes.map((name) => ({
    name,
    path: `node_modules/${name}`,
    scope: "optional",
    version: nodeVersion,
    license: "MIT",
  })),
];
writeFileSync(join(dist, "sbom.cdx.json"), `${JSON.stringify(billOfMaterials(own, parts), null, 2)}\n`);
writeFileSync(join(dist, "LICENSES.txt"), licenceTexts(root, parts));
writeFileSync(join(dist, "package.json"), `${JSON.stringify(releasedPackage(), null, 2)}\n`);
process.stderr.write(`Built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
if (process.argv.includes("deb")) {
  const { buildDeb } = await import("./buildDeb.mjs");
  process.stderr.write(`Built ${relative(root, buildDeb(inRoot("release")))}.\n`);
}
if (process.argv.includes("helm")) {
  const { buildHelm } = await import("./buildHelm.mjs");
  process.stderr.write(`Built ${relative(root, buildHelm(inRoot("release"), own.version))}.\n`);
}

/** dist's own package.json. It has no scripts, and its dependencies are exact. */
function releasedPackage() {
  const { name, version, description, license } = own;
  return {
    name,
    version,
    description,
    license,
    type: "module",
    // What the launcher needs; where it finds a Node that is too old for the product, it takes the one beside it.
    engines: { node: ">=20" },
    bin: { pulse: "bin/pulse.mjs" },
    files: ["bin", "lib", "web", "docs", "LICENSES.txt", "sbom.cdx.json"],
    dependencies: Object.fromEntries(
      beside.required.map((path) => [path.slice("node_modules/".length), lock[path].version]),
    ),
    optionalDependencies: Object.fromEntries(nodes.map((node) => [node, nodeVersion])),
  };
}

function readJson(...path) {
  return JSON.parse(readFileSync(inRoot(...path), "utf8"));
}
