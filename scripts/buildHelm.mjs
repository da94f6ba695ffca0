// deploy/helm as one file of this release, which `helm install` takes.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";

/** Writes `pulse-chart-VERSION.tgz` into `folder` and returns its path. The image's tag is the version, too. */
export function buildHelm(folder, version) {
  const made = mkdtempSync(join(tmpdir(), "pulse-helm-"));
  try {
    const chart = join(made, "pulse");
    cpSync(inRoot("deploy", "helm", "pulse"), chart, { recursive: true });
    const about = join(chart, "Chart.yaml");
    const text = readFileSync(about, "utf8")
      .replace(/^(?:#.*\n)?version: .*/m, `version: ${version}`)
      .replace(/^appVersion: .*/m, `appVersion: "${version}"`);
    writeFileSync(about, text);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `pulse-chart-${version}.tgz`);
    execFileSync("tar", ["--create", "--gzip", "--file", file, "--directory", made, "pulse"]);
    return file;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
