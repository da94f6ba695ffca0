import { rmSync } from "node:fs";
import { join } from "node:path";
import { identityMigrations } from "@pulse/identity/identity";
import pino, { type Logger } from "pino";
import type { OpenDatabase } from "../../src/platform/database/database.ts";
import { type Config, readConfig, withPort } from "../../src/platform/config/config.ts";
import type { FreeSpace } from "../../src/resources/system/diskSpace.ts";
import type { Resolve } from "../../src/resources/webhooks/webhookAddress.ts";
import type { LogRecord } from "../../src/platform/log/messageLog.ts";
import type { DelayWork } from "../../src/start/baseContext.ts";
import { createPulse, type Identity, type Pulse } from "../../src/start/wiring.ts";
import { temporaryFolder, testDatabase } from "./database.ts";

export interface TestPulse extends Pulse {
  identity: Identity;
  config: Config;
  mqttUrl: string;
}

// One folder per worker, so that the identity's keys are made only once.
const folder = temporaryFolder();

/**
 * A whole Pulse on ports of the system's choice over this worker's database and files, emptied first; `keep` leaves the data, as after a restart.
 * Stop it in `afterAll`.
 */
export async function testPulse(
  settings: Record<string, string> = {},
  {
    keep = false,
    ...options
  }: {
    now?: () => number;
    keep?: boolean;
    database?: OpenDatabase;
    log?: Logger;
    resolveHost?: Resolve;
    providerTimeoutMs?: number;
    delayWork?: DelayWork;
    breakWork?: (record: LogRecord) => void;
    freeSpace?: () => Promise<FreeSpace>;
    commit?: () => string | null;
    docsFolder?: string;
  } = {},
): Promise<TestPulse> {
  const database = await testDatabase(identityMigrations);
  if (!keep) {
    await database.reset();
    // Their rows are gone: a start reports files that no row refers to.
    for (const name of ["files", "reports"]) rmSync(join(folder, name), { recursive: true, force: true });
  }
  const config = readConfig(
    {
      PULSE_PORT: "0",
      PULSE_MQTT_PORT: "0",
      PULSE_DATA_DIR: folder,
      PULSE_OUTBOX: "1",
      // Tests write dates of any day.
      PULSE_KEEP_SIGHTINGS_DAY: "36500",
      PULSE_KEEP_POSITIONS_DAY: "36500",
      PULSE_KEEP_EVENTS_DAY: "36500",
      PULSE_KEEP_AUDIT_DAY: "36500",
      ...settings,
    },
    { demo: false },
  );
  const pulse = await createPulse(config, {
    log: pino({ level: process.env["PULSE_LOG_LEVEL"] ?? "silent" }),
    webFolder: join(folder, "web"),
    database,
    checkMessages: true,
    ...options,
  });
  return {
    ...pulse,
    identity: pulse.identity!,
    config: withPort(config, pulse.port),
    mqttUrl: `mqtt://127.0.0.1:${pulse.mqttPort}`,
  };
}
