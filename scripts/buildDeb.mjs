// A Debian package of the release in dist/: what npm would install, with a Node of its own, a service and its settings.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { inRoot } from "./paths.mjs";
import { systemEnvironment } from "./run.mjs";

const architectures = { x64: "amd64", arm64: "arm64" };
const sources = inRoot("deploy", "debian");

/**
 * Writes `pulse_VERSION_ARCHITECTURE.deb` into `folder` and returns its path. The architecture is this machine's. Options:
 * `version` (of npm's form, default dist's own) and `compression` (dpkg-deb's `-Z`). Throws where npm or dpkg-deb fail.
 */
export function buildDeb(folder, { version = releaseVersion(), compression = "xz" } = {}) {
  const architecture = architectures[process.arch];
  if (process.platform !== "linux" || architecture === undefined)
    throw new Error(`no Debian package is made for ${process.platform} on ${process.arch}`);
  const made = mkdtempSync(join(tmpdir(), "pulse-deb-"));
  // The package's own root folder, whose mode dpkg would give to "/".
  const stage = join(made, "root");
  mkdirSync(stage, { mode: 0o755 });
  try {
    layPrograms(stage);
    layDocuments(stage);
    // A version with a hyphen, 2.0.0-beta.1, comes before 2.0.0.
    const debianVersion = version.replace("-", "~");
    layControl(stage, { VERSION: debianVersion, ARCHITECTURE: architecture });
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `pulse_${debianVersion}_${architecture}.deb`);
    const environment = { ...process.env, SOURCE_DATE_EPOCH: commitTime() };
    const words = ["--root-owner-group", `-Z${compression}`, "--build", stage, file];
    execFileSync("dpkg-deb", words, { env: environment, stdio: ["ignore", "ignore", "inherit"] });
    return file;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function layPrograms(stage) {
  const library = join(stage, "usr", "lib", "pulse");
  mkdirSync(library, { recursive: true });
  const install = ["install", "--install-links", "--no-audit", "--no-fund", "--prefer-offline", inRoot("dist")];
  // --prefix: a folder without a package.json of its own would else be looked for upwards.
  execFileSync("npm", [...install, "--prefix", library], {
    env: systemEnvironment(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  // Of npm's Node only the program is needed.
  const beside = join(library, "node_modules", `node-linux-${process.arch}`);
  mkdirSync(join(library, "bin"));
  cpSync(join(beside, "bin", "node"), join(library, "bin", "node"));
  for (const path of [beside, join(library, "package.json"), join(library, "package-lock.json")])
    rmSync(path, { recursive: true });
  rmSync(join(library, "node_modules", ".package-lock.json"));
  place(stage, "usr/bin/pulse", "pulse", 0o755);
  place(stage, "usr/lib/systemd/system/pulse.service", "pulse.service", 0o644);
  place(stage, "etc/pulse/pulse.env", "pulse.env", 0o640);
}

function layDocuments(stage) {
  const folder = join(stage, "usr", "share", "doc", "pulse");
  mkdirSync(folder, { recursive: true });
  cpSync(inRoot("README.md"), join(folder, "README.md"));
  cpSync(inRoot("dist", "LICENSES.txt"), join(folder, "copyright"));
  writeFileSync(join(folder, "changelog.gz"), gzipSync(readFileSync(inRoot("CHANGELOG.md")), { level: 9 }));
}

function layControl(stage, values) {
  // Before the folder of the maintainer scripts, which is not installed.
  const size = Math.ceil(bytesIn(stage) / 1024);
  const control = readFileSync(join(sources, "control"), "utf8");
  mkdirSync(join(stage, "DEBIAN"), { mode: 0o755 });
  writeFileSync(
    join(stage, "DEBIAN", "control"),
    control.replaceAll(/@([A-Z]+)@/g, (_match, name) => String({ ...values, SIZE: size }[name])),
  );
  writeFileSync(join(stage, "DEBIAN", "conffiles"), "/etc/pulse/pulse.env\n");
  for (const script of ["postinst", "prerm", "postrm"]) place(stage, `DEBIAN/${script}`, script, 0o755);
}

/** Copies a file of deploy/debian to a path in the package. */
function place(stage, path, source, mode) {
  const target = join(stage, path);
  mkdirSync(join(target, ".."), { recursive: true, mode: 0o755 });
  writeFileSync(target, readFileSync(join(sources, source)), { mode });
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, each) => sum + (each.isFile() ? statSync(join(each.parentPath, each.name)).size : 0),
    0,
  );
}

function releaseVersion() {
  return JSON.parse(readFileSync(inRoot("dist", "package.json"), "utf8")).version;
}

/** When the sources were committed, s since 1970, so that the same sources make the same package. */
function commitTime() {
  return execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: inRoot(), encoding: "utf8" }).trim();
}
