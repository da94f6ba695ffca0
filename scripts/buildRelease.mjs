// `npm run build`: makes dist/, which is Pulse as it is published: the server and the command in JavaScript, the web app,
// the licences of everything inside and an SBOM. `npm pack ./dist` makes one tarball of it.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildWebIfStale } from "./buildWeb.mjs";
import { ensureDependencies } from "./ensure.mjs";
import { inRoot } from "./paths.mjs";
import { bundleServer } from "./releaseBundle.mjs";
import { billOfMaterials, licencesOfPackages } from "./releaseParts.mjs";

await ensureDependencies();
if (!(await buildWebIfStale())) process.exit(1);
const started = performance.now();
const dist = inRoot("dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "bin"), { recursive: true });

const dependencies = await bundleServer(join(dist, "lib"));
for (const name of readdirSync(inRoot("cli", "bin")))
  if (name.endsWith(".mjs") && !name.endsWith(".test.mjs")) cpSync(inRoot("cli", "bin", name), join(dist, "bin", name));
cpSync(inRoot("web", "dist"), join(dist, "web", "dist"), {
  recursive: true,
  filter: (path) => !path.endsWith(".built-from") && !path.endsWith(".map"),
});
cpSync(inRoot("LICENSE"), join(dist, "LICENSE"));
cpSync(inRoot("docs", "install.md"), join(dist, "README.md"));
writeFileSync(join(dist, "LICENSES.txt"), licencesOfPackages());
writeFileSync(join(dist, "sbom.cdx.json"), billOfMaterials());
writeFileSync(join(dist, "package.json"), `${JSON.stringify(packageOf(dependencies), null, 2)}\n`);
process.stderr.write(`Built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);

/** dist's own package.json. No scripts, and its dependencies are exact. */
function packageOf(exact) {
  const { name, version, description, license, devDependencies } = JSON.parse(
    readFileSync(inRoot("package.json"), "utf8"),
  );
  return {
    name,
    version,
    description,
    license,
    type: "module",
    // What the launcher needs; where it finds a Node that is too old for the product, it takes the one beside it.
    engines: { node: ">=20" },
    bin: { pulse: "bin/pulse.mjs" },
    files: ["bin", "lib", "web", "LICENSES.txt", "sbom.cdx.json"],
    dependencies: exact,
    optionalDependencies: { node: devDependencies.node },
  };
}
