import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "../../../scripts/freePort.mjs";
import { temporaryFolder } from "./database.ts";

const rules = resolve(import.meta.dirname, "../../../deploy/prometheus/alerts.yml");

/** Whether a real Prometheus is installed for the tests. In CI it must be. */
export const hasPrometheus = spawnSync("prometheus", ["--version"]).status === 0 || Boolean(process.env["CI"]);
if (!hasPrometheus) process.stderr.write("The tests with Prometheus are left out: it is not installed here.\n");

/** What Prometheus says of a rule of deploy/prometheus. */
export interface AlertState {
  name: string;
  /** "ok" once it has been evaluated. */
  health: string;
  state: "inactive" | "pending" | "firing";
}

export interface Prometheus {
  /** The series that an expression gives now. Rejects with Prometheus' reason if it is none. */
  query(expression: string): Promise<unknown[]>;
  alerts(): Promise<AlertState[]>;
  stop(): Promise<void>;
}

/** A Prometheus with deploy/prometheus/alerts.yml that reads the metrics of `target` ("HOST:PORT") each second, as the job "pulse". */
export async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(temporaryFolder(), "prometheus-"));
  const port = await freePort();
  const config = {
    global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
    rule_files: [rules],
    scrape_configs: [{ job_name: "pulse", static_configs: [{ targets: [target] }] }],
  };
  // JSON is YAML.
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(config));
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  await ready(child);
  const get = async (path: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { status, data, error } = (await answer.json()) as Record<string, unknown>;
    if (status !== "success") throw new Error(String(error));
    return data as Record<string, unknown>;
  };
  return {
    query: async (expression) => (await get(`query?query=${encodeURIComponent(expression)}`))["result"] as unknown[],
    alerts: async () => {
      const { groups } = (await get("rules?type=alert")) as { groups: { rules: AlertState[] }[] };
      return groups.flatMap((group) => group.rules);
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Prometheus prints this once it answers. */
async function ready(child: ChildProcess): Promise<void> {
  let printed = "";
  await new Promise<void>((done, reject) => {
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (printed.includes("Server is ready to receive web requests")) done();
    });
    child.on("error", reject).on("exit", () => reject(new Error(`Prometheus ended: ${printed.slice(-500)}`)));
  });
}
