import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseAllDocuments } from "yaml";
import { temporaryFolder } from "./database.ts";

// Where .ci/helm/install.sh puts them.
const folder = join(homedir(), ".cache/pulse/helm/bin");
const helm = join(folder, "helm");

/** Whether Helm and Kubernetes' schemas are installed for the tests. */
export const hasHelm = existsSync(helm);
if (!hasHelm)
  process.stderr.write(`The chart is not rendered: ${helm} is missing; bash .ci/helm/install.sh installs it.\n`);

export const chart = resolve(import.meta.dirname, "../../../deploy/helm/pulse");

/** An object of Kubernetes as far as the tests look at it. */
export interface Rendered {
  kind: string;
  metadata: { name: string };
  spec: Record<string, unknown>;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

const known = new Map<string, Rendered[]>();

/** What Helm would install with these words of its command line. Throws what it prints if it refuses. */
export function rendered(words: readonly string[], from = chart): Rendered[] {
  const key = [from, ...words].join("\n");
  const objects = known.get(key) ?? render(words, from);
  known.set(key, objects);
  return objects;
}

function render(words: readonly string[], from: string): Rendered[] {
  const { status, stdout, stderr } = spawnSync(helm, ["template", "pulse", from, ...words], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Rendered | null)
    .filter((one) => one !== null);
}

/** What `helm lint --strict` prints; throws where it finds something. */
export const linted = (words: readonly string[]): string =>
  execFileSync(helm, ["lint", "--strict", chart, ...words], { encoding: "utf8" });

/** Checks rendered objects by Kubernetes' own schemas, unknown fields too. Throws what does not fit. */
export function validate(objects: readonly Rendered[], version: string): void {
  const file = join(mkdtempSync(join(temporaryFolder(), "kubernetes-")), "objects.yaml");
  writeFileSync(file, objects.map((one) => JSON.stringify(one)).join("\n---\n"));
  const words = ["--strict", "--quiet", "--kubernetes-version", version, file];
  const { status, stdout, stderr } = spawnSync(join(folder, "kubernetes-validate"), words, { encoding: "utf8" });
  if (status !== 0) throw new Error(stdout + stderr);
}
