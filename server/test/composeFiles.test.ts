// deploy/compose: its settings are ones that Pulse takes, and a real Caddy with its Caddyfile stands before a real Pulse.
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { resolve } from "node:path";
import { io } from "socket.io-client";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../../scripts/freePort.mjs";
import { readConfig } from "../src/platform/config/config.ts";
import { allRoles } from "../src/platform/config/roles.ts";
import { knownSettings } from "../src/platform/config/settings.ts";
import { type Caddy, hasCaddy, startCaddy } from "./support/caddy.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

const folder = resolve(import.meta.dirname, "../../deploy/compose");
const chosen = { DOMAIN: "pulse.example.com", DATABASE_PASSWORD: "one1", NATS_PASSWORD: "two2" };
let pulse: TestPulse | undefined;
let caddy: Caddy | undefined;
afterAll(async () => {
  await caddy?.stop();
  await pulse?.stop();
});

interface Compose {
  services: Record<string, { image: string; environment?: Record<string, string> }>;
}

/** A compose file as `docker compose` reads it, with these variables in the environment. */
function compose(name: string, variables: Readonly<Record<string, string>>): Compose {
  const text = readFileSync(resolve(folder, name), "utf8").replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_match, variable: string, kind: string | undefined, word: string | undefined) => {
      const value = variables[variable];
      if (value !== undefined) return value;
      if (kind === "?") throw new Error(`${variable} is required: ${word}`);
      return kind === "-" ? (word ?? "") : "";
    },
  );
  return parse(text, { merge: true }) as Compose;
}

/** The settings of the services that run Pulse, with the image's own. */
function settingsIn(name: string): Record<string, string>[] {
  const services = Object.values(compose(name, chosen).services).filter(({ image }) => image === "pulse:latest");
  return services.map(({ environment }) => ({ PULSE_HOST: "0.0.0.0", PULSE_DATA_DIR: "/data", ...environment }));
}

test.each(["single.yml", "cluster.yml"])("Pulse takes every setting of %s", (name) => {
  for (const settings of settingsIn(name)) {
    expect(Object.keys(settings).filter((setting) => !knownSettings.has(setting))).toEqual([]);
    expect(readConfig(settings, { demo: false })).toMatchObject({ publicUrl: "https://pulse.example.com" });
  }
});

test("the services of cluster.yml have each role once, and the same settings beside it", () => {
  const all = settingsIn("cluster.yml");
  expect(all.map(({ PULSE_ROLES }) => PULSE_ROLES)).toEqual([...allRoles]);
  const ownOf: ReadonlySet<string> = new Set(["PULSE_ROLES", "PULSE_MQTT_TLS_PORT"]);
  const common = all.map((settings) => Object.entries(settings).filter(([name]) => !ownOf.has(name)));
  for (const settings of common) expect(settings).toEqual(common[0]);
});

test.each(["single.yml", "cluster.yml"])("%s says which name is missing", (name) => {
  expect(() => compose(name, {})).toThrow("DOMAIN is required");
});

test.runIf(hasCaddy)(
  "behind Caddy people reach pages and the live socket, and nobody passes for this machine",
  async () => {
    const port = await freePort();
    pulse = await testPulse({ PULSE_TRUST_PROXY: "127.0.0.1", PULSE_PUBLIC_URL: `https://localhost:${port}` });
    caddy = await startCaddy(port, `127.0.0.1:${pulse.port}`);
    const status = (path: string, headers = {}): Promise<number | undefined> =>
      new Promise((done, reject) => {
        const sent = request({ host: "localhost", port, path, headers, rejectUnauthorized: false }, (answer) => {
          answer.resume();
          done(answer.statusCode);
        });
        sent.on("error", reject).end();
      });
    // Caddy listens before it has made its certificate.
    await expect.poll(() => status("/readyz").catch(() => null)).toBe(200);
    expect((await fetch(`http://127.0.0.1:${pulse.port}/dev/outbox.json`)).status).toBe(200);
    const forged = { "X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "localhost" };
    expect([await status("/dev/outbox.json"), await status("/dev/outbox.json", forged)]).not.toContain(200);
    expect(await status("/metrics", forged)).not.toBe(200);

    const socket = io(`https://localhost:${port}`, {
      transports: ["websocket"],
      reconnection: false,
      rejectUnauthorized: false,
    });
    await new Promise<void>((done, reject) => {
      socket.on("connect", done);
      socket.on("connect_error", reject);
    });
    socket.disconnect();
  },
);
