// deploy/helm: what it renders is what Kubernetes and Pulse take, in both modes, and wrong values are refused in words.
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildHelm } from "../../scripts/buildHelm.mjs";
import { readConfig } from "../src/platform/config/config.ts";
import { allRoles } from "../src/platform/config/roles.ts";
import { knownSettings } from "../src/platform/config/settings.ts";
import { temporaryFolder } from "./support/database.ts";
import { chart, hasHelm, linted, type Rendered, rendered, validate } from "./support/helm.ts";

const single = ["--set", "publicUrl=https://pulse.example.com", "--set-string", "trustProxy=10.0.0.0/8"];
const secrets = {
  PULSE_DATABASE_URL: "postgres://pulse:one1@postgres/pulse",
  PULSE_NATS_URL: "nats://pulse:two2@nats:4222",
  PULSE_FILES_URL: "s3://key:three3@store.example.com/pulse",
};
const given = (settings: object): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ["--set", `secretSettings.${name}=${String(value)}`]);
const cluster = [...single, "--set", "mode=cluster", "--set", "mqttTlsSecret=mqtt", ...given(secrets)];
const modes: [string, string[]][] = [
  ["single", single],
  ["cluster", cluster],
];

interface Container {
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  securityContext: object;
  readinessProbe: { httpGet: { path: string; port: string } };
}
interface Workload {
  replicas: number;
  template: { spec: { securityContext: object; automountServiceAccountToken: boolean; containers: [Container] } };
}

const ofKind = (objects: readonly Rendered[], kind: string): Rendered[] => objects.filter((one) => one.kind === kind);
const workloads = (objects: readonly Rendered[]): Workload[] =>
  ofKind(objects, "StatefulSet").map(({ spec }) => spec as unknown as Workload);

/** The environment of each process, with the image's own. */
function settingsIn(objects: readonly Rendered[]): Record<string, string>[] {
  const [common] = ofKind(objects, "ConfigMap");
  const [secret] = ofKind(objects, "Secret");
  return workloads(objects).map(({ template }) => ({
    PULSE_HOST: "0.0.0.0",
    PULSE_DATA_DIR: "/data",
    ...common?.data,
    ...secret?.stringData,
    ...Object.fromEntries(template.spec.containers[0].env.map(({ name, value }) => [name, value])),
  }));
}

describe.skipIf(!hasHelm)("the Helm chart", () => {
  test.each(modes)("%s: Helm's lint finds nothing, and Kubernetes 1.25 and 1.37 know every field", (_mode, words) => {
    expect(linted(words)).toContain("0 chart(s) failed");
    for (const version of ["1.25", "1.37"]) validate(rendered(words), version);
  });

  test.each(modes)("%s: Pulse takes every setting", (_mode, words) => {
    for (const settings of settingsIn(rendered(words))) {
      expect(Object.keys(settings).filter((name) => !knownSettings.has(name))).toEqual([]);
      expect(readConfig(settings, { demo: false })).toMatchObject({ publicUrl: "https://pulse.example.com" });
    }
  });

  test("one process has all roles, or each role its own processes", () => {
    expect(settingsIn(rendered(single)).map(({ PULSE_ROLES }) => PULSE_ROLES)).toEqual(["all"]);
    const roles = settingsIn(rendered(cluster)).map(({ PULSE_ROLES }) => PULSE_ROLES);
    expect(roles).toHaveLength(allRoles.length);
    expect(new Set(roles)).toEqual(new Set(allRoles));
  });

  test.each(modes)("%s: processes run without any privilege, and are ready when they say so", (_mode, words) => {
    for (const { template } of workloads(rendered(words))) {
      const [container] = template.spec.containers;
      expect(template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: "RuntimeDefault" } },
      });
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        readinessProbe: { httpGet: { path: "/readyz", port: "http" } },
      });
    }
  });

  test("a budget keeps one of several processes running, and none keeps a node from being emptied", () => {
    const objects = rendered(cluster);
    const several = workloads(objects).filter(({ replicas }) => replicas > 1).length;
    expect(ofKind(objects, "PodDisruptionBudget")).toHaveLength(several);
    expect(ofKind(rendered(single), "PodDisruptionBudget")).toEqual([]);
  });

  test("only web and MQTT can be reached, and others' metrics by whom the values name", () => {
    const open = (words: string[]): unknown =>
      Object.fromEntries(
        ofKind(rendered(words), "NetworkPolicy").map(({ metadata, spec }) => [
          metadata.name,
          (spec["ingress"] as { ports: { port: string }[] }[]).flatMap(({ ports }) => ports.map(({ port }) => port)),
        ]),
      );
    expect(open(cluster)).toEqual({
      "pulse-api": ["http"],
      "pulse-ingest": ["mqtt", "mqtts"],
      "pulse-jobs": [],
      "pulse-locate": [],
    });
    const monitored = [...cluster, "--set", "networkPolicy.metricsFrom[0].podSelector.matchLabels.app=prometheus"];
    expect(open(monitored)).toMatchObject({ "pulse-ingest": ["http", "mqtt", "mqtts"], "pulse-locate": ["http"] });
    expect(open([...single, "--set", "networkPolicy.enabled=false"])).toEqual({});
  });

  test("an own Secret takes the place of the chart's", () => {
    const words = [...single, "--values", join(chart, "values-cluster.yaml")];
    expect(ofKind(rendered(words), "Secret")).toEqual([]);
    expect(JSON.stringify(rendered(words))).toContain(`{"secretRef":{"name":"pulse"}}`);
  });

  test.each([
    ["no address", ["--set", "mode=single"], "publicUrl is required: the address that people open"],
    ["a path in the address", ["--set", "publicUrl=https://a.test/pulse"], "publicUrl"],
    [
      "a cluster without a database",
      [...single, "--set", "mode=cluster"],
      "PULSE_DATABASE_URL is required in a cluster",
    ],
    ["a value that does not exist", [...single, "--set", "replicas=3"], "replicas"],
    ["a setting of another program", [...single, "--set", "settings.DATABASE_URL=x"], "DATABASE_URL"],
    ["two places for secrets", [...single, ...given(secrets), "--set", "existingSecret=x"], "exclude each other"],
  ])("%s is refused in words", (_what, words, reason) => {
    expect(() => rendered(words)).toThrow(reason);
  });

  test("the file that the build makes installs the image of its version", () => {
    const file = buildHelm(mkdtempSync(join(temporaryFolder(), "chart-")), "9.8.7");
    expect(file).toMatch(/pulse-chart-9\.8\.7\.tgz$/);
    expect(JSON.stringify(rendered(single, file))).toContain('"image":"pulse:9.8.7"');
  });
});
