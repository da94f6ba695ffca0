import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GatewaySecret } from "./seedSite.ts";

/** The simulated gateways' own passwords: PULSE_DATA_DIR/keys/simulator.json, readable only by this user. */
export function simulatorSecretsFile(dataDir: string): string {
  return join(dataDir, "keys", "simulator.json");
}

export async function writeSimulatorSecrets(dataDir: string, secrets: readonly GatewaySecret[]): Promise<void> {
  const gateways = Object.fromEntries(secrets.map(({ mac, username, password }) => [mac, { username, password }]));
  await mkdir(join(dataDir, "keys"), { recursive: true, mode: 0o700 });
  await writeFile(simulatorSecretsFile(dataDir), `${JSON.stringify({ gateways }, null, 2)}\n`, { mode: 0o600 });
}

/** By gateway MAC; null if the file is missing or cannot be read. */
export async function readSimulatorSecrets(
  dataDir: string,
): Promise<Map<string, { username: string; password: string }> | null> {
  try {
    const file = JSON.parse(await readFile(simulatorSecretsFile(dataDir), "utf8")) as {
      gateways: Record<string, { username: string; password: string }>;
    };
    return new Map(Object.entries(file.gateways));
  } catch {
    return null;
  }
}
