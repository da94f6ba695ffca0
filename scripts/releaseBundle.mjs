import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { rolldown } from "rolldown";
import { inRoot, root } from "./paths.mjs";

/** Packages with native code or WebAssembly: npm installs them beside the release, they are not bundled. */
export const installed = ["@electric-sql/pglite", "sharp"];

/** Packages that others take only if somebody has installed them: the clone's tools bring some, a release has none. */
const absent = new Set(["pg-native", "supports-color"]);

/** Packages of which only files are served. */
export const copied = ["swagger-ui-dist"];

/**
 * Bundles server and command into `folder`: main.js, one file for each thread or process that they start, and their
 * shared parts. Resolves to the source files that are in it.
 */
export async function bundleServer(folder) {
  const bundle = await rolldown({
    input: { main: inRoot("cli", "src", "main.ts") },
    platform: "node",
    external: (id) => absent.has(id) || installed.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [filesBesideCode()],
    transform: { target: "node24", define: { pulseRelease: JSON.stringify(release()) } },
    logLevel: "warn",
    onLog: (level, log, handle) => (log.code === "EVAL" ? undefined : handle(level, log)),
  });
  // Flat, so that every file finds its neighbours at "./".
  const names = { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" };
  const { output } = await bundle.write({ dir: folder, format: "esm", minify: false, sourcemap: false, ...names });
  await bundle.close();
  const swagger = join(folder, "swagger-ui");
  mkdirSync(swagger);
  for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"])
    cpSync(inRoot("node_modules", "swagger-ui-dist", name), join(swagger, name));
  return output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

/**
 * What code finds by `new URL("…", import.meta.url)`. A TypeScript file is a thread or a process: it becomes an entry of
 * the bundle, named as its source. Anything else keeps its place in the repository, below dist/.
 */
function filesBesideCode() {
  const pattern = /new URL\("([^"]+)",\s*import\.meta\.url\)/g;
  return {
    name: "files-beside-code",
    transform(code, id) {
      if (id.includes("node_modules") || !code.includes("import.meta.url")) return null;
      const changed = code.replaceAll(pattern, (_match, path) => {
        const file = resolve(dirname(id), path);
        if (!path.endsWith(".ts"))
          return `new URL(${JSON.stringify(`../${relative(root, file).replaceAll(sep, "/")}`)}, import.meta.url)`;
        const name = basename(file, ".ts");
        this.emitFile({ type: "chunk", id: file, fileName: `${name}.js` });
        return `new URL("./${name}.js", import.meta.url)`;
      });
      return { code: changed, map: null };
    },
  };
}

/** What a release knows of its sources, which are not in it; read as `pulseRelease`. */
function release() {
  const git = ["describe", "--always", "--dirty", "--exclude=*"];
  const { status, stdout } = spawnSync("git", git, { cwd: root, encoding: "utf8" });
  const hash = createHash("sha256");
  const migrations = inRoot("server", "migrations");
  for (const file of readdirSync(migrations).toSorted()) hash.update(file).update(readFileSync(join(migrations, file)));
  return { commit: status === 0 ? stdout.trim() : null, migrations: hash.digest("hex") };
}
