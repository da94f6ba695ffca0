import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inRoot, root } from "./paths.mjs";
import { toolEnvironment } from "./run.mjs";

/** Longest output of `npm sbom` that is expected, in bytes; it was 1 MB. */
const maxSbomBytes = 64 * 1024 * 1024;

/** The texts of the licences of every package that the release contains or installs, as one text. */
export function licencesOfPackages() {
  const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  const parts = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link && existsSync(inRoot(path)))
    .map(([path]) => licenceOf(inRoot(path)));
  return [...new Set(parts)].toSorted().join(`\n${"─".repeat(80)}\n\n`);
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());
  const terms = typeof license === "string" ? license : (license?.type ?? "no licence named");
  return `${[`${name} ${version} (${terms})`, ...files].join("\n\n")}\n`;
}

/** The software bill of materials as CycloneDX JSON, from the lock file, without what only development needs. */
export function billOfMaterials() {
  const parameters = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"];
  return execFileSync("npm", parameters, {
    cwd: root,
    env: toolEnvironment(),
    encoding: "utf8",
    maxBuffer: maxSbomBytes,
  });
}
