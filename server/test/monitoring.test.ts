import { mkdtempSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { temporaryFolder } from "./support/database.ts";
import { testPulse } from "./support/testPulse.ts";

const root = resolve(import.meta.dirname, "../..");
const file = (path: string): string => readFileSync(join(root, path), "utf8");

interface Series {
  name: string;
  labels: Record<string, string>;
}

/** The values that a dashboard's reader chooses, or Prometheus adds. */
const addedLabels = new Set(["instance", "job"]);
let exposed: Series[];
let stop: () => Promise<void>;

// With everything that a process shows only where it is set.
beforeAll(async () => {
  const backups = mkdtempSync(join(temporaryFolder(), "backups-"));
  const pulse = await testPulse({ PULSE_BACKUP_DIR: backups, PULSE_MQTT_TLS_PORT: "0" });
  stop = pulse.stop;
  exposed = seriesOf((await call(pulse, "GET", "/metrics")).text);
});
afterAll(() => stop());

test("every panel of the dashboard and every alert asks for metrics and labels that Pulse exposes", () => {
  const panels = panelsOf(file("deploy/grafana/pulse.json"));
  expect(panels.length).toBeGreaterThan(15);
  expect(panels.filter(({ expressions }) => expressions.length === 0)).toEqual([]);
  const expressions = [...panels.flatMap((panel) => panel.expressions), ...alerts().map(({ expr }) => expr)];
  expect(expressions.flatMap(unknownIn)).toEqual([]);
});

test("a name or label that Pulse does not expose is found", () => {
  expect(unknownIn("rate(pulse_nothing_total[5m]) > pulse_behind_seconds")).toEqual(["pulse_nothing_total"]);
  expect(unknownIn('max by (queue) (pulse_queue_items{queue=~"mail|letters",instance="a"})')).toEqual([
    'pulse_queue_items{queue=~"letters"}',
  ]);
  expect(unknownIn('pulse_part_in_trouble{port!="disk"} == 1')).toEqual(['pulse_part_in_trouble{port!="disk"}']);
});

test("each of the ten alerts says how serious it is, what has happened, and where it says what to do", () => {
  const guide = file("docs/operate.md");
  expect(alerts()).toHaveLength(10);
  for (const { name, expr, text } of alerts()) {
    expect(expr).not.toBe("");
    expect(text).toMatch(/severity: (critical|warning)/);
    expect(text).toMatch(/summary: ".{20,}"/);
    expect(text).toContain(`runbook: "docs/operate.md#${name.toLowerCase()}"`);
    expect(guide).toMatch(new RegExp(`^### ${name}$`, "m"));
  }
});

test("the guide for operators lists exactly the metrics that Pulse exposes about itself", () => {
  const listed = [...file("docs/operate.md").matchAll(/^\| `(pulse_\w+)`/gm)].map(([, name]) => name!);
  const own = [...new Set(exposed.map(({ name }) => name))].filter((name) => name.startsWith("pulse_"));
  expect(listed).toEqual(own.toSorted());
});

/** The lines of Prometheus' text format. */
function seriesOf(text: string): Series[] {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = ""] = /^([a-zA-Z_:]\w*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    return name === undefined
      ? []
      : [{ name, labels: Object.fromEntries(matchersOf(labels).map(({ label, value }) => [label, value])) }];
  });
}

function matchersOf(text: string): { label: string; operator: string; value: string }[] {
  return [...text.matchAll(/(\w+)(=~|!~|!=|=)"((?:[^"\\]|\\.)*)"/g)].map(([, label, operator, value]) => ({
    label: label!,
    operator: operator!,
    value: value!,
  }));
}

/** What an expression asks for and nobody exposes: a name, a label, or each value of a label. */
function unknownIn(expression: string): string[] {
  return [...expression.matchAll(/\b((?:pulse|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].flatMap(([, name, selector]) => {
    const known = exposed.filter((series) => series.name === name);
    if (known.length === 0) return [name!];
    return matchersOf(selector ?? "")
      .filter(({ label }) => !addedLabels.has(label))
      .flatMap(({ label, operator, value }) =>
        value
          .split("|")
          .filter((part) => !known.some(({ labels }) => new RegExp(`^(?:${part})$`).test(labels[label] ?? "\n")))
          .map((part) => `${name}{${label}${operator}"${part}"}`),
      );
  });
}

function panelsOf(json: string): { title: string; expressions: string[] }[] {
  const { panels } = JSON.parse(json) as { panels: { title: string; targets: { expr: string }[] }[] };
  return panels.map(({ title, targets }) => ({ title, expressions: targets.map(({ expr }) => expr) }));
}

/** The rules of the file for Prometheus, each with its lines. */
function alerts(): { name: string; expr: string; text: string }[] {
  return file("deploy/prometheus/alerts.yml")
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => ({
      name: text.split("\n", 1)[0]!,
      expr: /^ {8}expr: (.+)$/m.exec(text)?.[1] ?? "",
      text,
    }));
}
