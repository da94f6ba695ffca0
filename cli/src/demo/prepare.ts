import { resolve } from "node:path";
import type { Config } from "@pulse/server/platform/config/config";
import { hashSecret, newSecret } from "@pulse/server/platform/devices/secrets";
import type { Prepared } from "@pulse/server/start/wiring";
import type { DemoCustomer } from "@pulse/simulator/demo/model";
import { demoWorld } from "@pulse/simulator/demo/world";
import type { Logger } from "pino";
import type { Io } from "../commands/io.ts";
import { isSeeded, seedDemo } from "./seed.ts";
import type { GatewaySecret } from "./seedSite.ts";
import { readSimulatorSecrets, writeSimulatorSecrets } from "./simulatorSecrets.ts";

/** The demo's two halves: its data, inserted before the first request is served, and its simulator. */
export function prepareDemo(config: Config, log: Logger, io: Io) {
  const world = demoWorld();
  const dataDir = resolve(config.dataDir);
  return {
    seed: async (parts: Prepared): Promise<void> => {
      if (!(await isSeeded(parts.db, world))) {
        io.stderr.write("Drawing the demo's floors and placing its things ...\n");
        await writeSimulatorSecrets(dataDir, await seedDemo(parts, world));
      } else if ((await readSimulatorSecrets(dataDir)) === null) {
        // The keys were lost or never copied: the gateways get new ones.
        await writeSimulatorSecrets(dataDir, await renewSecrets(parts.db, world));
      }
    },
    simulate: async (mqttUrl: string) => {
      const { startSimulation } = await import("@pulse/simulator/simulation");
      const credentials = await readSimulatorSecrets(dataDir);
      return startSimulation({
        world,
        mqttUrl,
        credentials: credentials ?? new Map(),
        seed: 1,
        now: Date.now,
        log,
      });
    },
  };
}

async function renewSecrets(db: Prepared["db"], world: readonly DemoCustomer[]): Promise<GatewaySecret[]> {
  const macs = world.flatMap((customer) => customer.sites).flatMap((site) => site.gateways.map(({ mac }) => mac));
  const rows = await db
    .selectFrom("hardwares")
    .select(["id", "mac", "mqtt_username"])
    .where("mac", "in", macs)
    .execute();
  const secrets: GatewaySecret[] = [];
  for (const { id, mac, mqtt_username: username } of rows) {
    const password = newSecret();
    await db
      .updateTable("hardwares")
      .set({ mqtt_secret_hash: hashSecret(password) })
      .where("id", "=", id)
      .execute();
    secrets.push({ mac, username, password });
  }
  return secrets;
}
