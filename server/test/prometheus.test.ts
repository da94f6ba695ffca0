// deploy/prometheus and deploy/grafana with a real Prometheus that reads a running Pulse.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasPrometheus, type Prometheus, startPrometheus } from "./support/prometheus.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

interface Panel {
  title: string;
  panels?: Panel[];
  targets?: { expr: string }[];
}

const dashboard = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../deploy/grafana/pulse.json"), "utf8"),
) as Panel;
const expressionsIn = ({ panels = [], targets = [] }: Panel): string[] => [
  ...targets.map(({ expr }) => expr),
  ...panels.flatMap(expressionsIn),
];
/** As Grafana fills in its own variables. */
const asked = (expression: string): string =>
  expression.replaceAll("$__rate_interval", "5m").replaceAll(/\$\{?(?:instance|job)(?::\w+)?\}?/g, ".*");

describe.runIf(hasPrometheus)("with a real Prometheus", () => {
  let pulse: TestPulse;
  let prometheus: Prometheus;
  beforeAll(async () => {
    pulse = await testPulse();
    prometheus = await startPrometheus(`127.0.0.1:${pulse.port}`);
  });
  afterAll(async () => {
    await prometheus.stop();
    await pulse.stop();
  });

  test("it reads Pulse's metrics, evaluates each alert, and none fires of a Pulse that is well", async () => {
    await expect.poll(() => prometheus.query('up{job="pulse"} == 1')).toHaveLength(1);
    await expect
      .poll(async () => (await prometheus.alerts()).map(({ health }) => health))
      .toEqual(Array.from({ length: 10 }, () => "ok"));
    const unwell = (await prometheus.alerts()).filter(({ state }) => state === "firing");
    expect(unwell.map(({ name }) => name)).toEqual([]);
  });

  test("it understands the expression of each panel of the dashboard", async () => {
    const expressions = expressionsIn(dashboard);
    expect(expressions.length).toBeGreaterThan(15);
    for (const expression of expressions) await prometheus.query(asked(expression));
    await expect(prometheus.query("sum by (")).rejects.toThrow("parse error");
  });

  test("it notices that Pulse has stopped", async () => {
    await pulse.stop();
    const down = async () => (await prometheus.alerts()).find(({ name }) => name === "PulseDown")?.state;
    await expect.poll(down).toBe("pending");
  });
});
