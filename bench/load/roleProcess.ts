// The product in a process of its own, with whatever settings a bench gives it: one role of a cell, or an embedded
// installation. Sends where it is once it runs, and stops when its parent asks for it.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everythingChanged } from "@pulse/server/platform/bus/changed";
import { readConfig } from "@pulse/server/platform/config/config";
import { createPulse } from "@pulse/server/start/wiring";
import pino from "pino";
import { type CellSite, type SiteCounts, seedSites } from "./cellSites.ts";
import { signIn } from "./runningPulse.ts";

export interface RoleOrder {
  settings: Record<string, string>;
  /** Makes these first, in a database that nobody has filled. */
  seed?: SiteCounts;
}

export interface RolePlace {
  url: string;
  mqttUrl: string;
  /** Of a superadmin; null: nobody signs in here. */
  idToken: string | null;
  sites: CellSite[];
}

// If the bench was ended, its product must not run on.
process.once("disconnect", () => process.exit(1));
const [{ settings, seed }] = (await once(process, "message")) as [RoleOrder];
const folder = mkdtempSync(join(tmpdir(), "pulse-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const config = readConfig(
  { PULSE_PORT: "0", PULSE_MQTT_PORT: "0", PULSE_DATA_DIR: folder, PULSE_LOG_LEVEL: "error", ...settings },
  { demo: false },
);
const pulse = await createPulse(config, {
  log: pino({ level: "error" }),
  webFolder: folder,
  // A few clients represent many gateways.
  maxMessagesPerS: 1_000_000,
});
void pulse.lost.then((error) => {
  console.error(error);
  process.exit(1);
});
const sites = seed === undefined ? [] : await seedSites(pulse.db, seed);
pulse.bus.publish("changed", everythingChanged);
const idToken = pulse.identity === null ? null : (await signIn(pulse)).idToken;
const mqttUrl = `mqtt://127.0.0.1:${pulse.mqttPort}`;
process.send!({ url: pulse.url, mqttUrl, idToken, sites } satisfies RolePlace);
await once(process, "message");
await pulse.stop();
process.exit();
