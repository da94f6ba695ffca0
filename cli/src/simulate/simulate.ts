import { parseArgs } from "node:util";
import { demoSites, demoWorld } from "@pulse/simulator/demo/world";
import { startSimulation } from "@pulse/simulator/simulation";
import { existsSync } from "node:fs";
import { settings } from "../commands/settings.ts";
import { untilStopped } from "../commands/untilStopped.ts";
import { readCredentials, type Credentials } from "../replay/credentials.ts";
import { InputError } from "../replay/recording.ts";
import { simulatorSecretsFile } from "../demo/simulatorSecrets.ts";

/** Where the command writes; the process's own streams, or a test's. */
interface Output {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}

const help = `Usage: pulse simulate [options]

Publishes messages of the demo's gateways to a running Pulse that holds the demo's data (created by pulse demo). Their
passwords are in PULSE_DATA_DIR/keys/simulator.json. Start the demo with PULSE_SIMULATE=0, or every message is sent twice.

  --site KEY     one site: harbour, hospital or contoso (default: all)
  --seed N       seed of the random movements (default 1)
  --air N        seed of a radio environment drawn from published measurements for each site: path loss, transmit power,
                 shadows, walls, losses, uploads of 1 to 60 s (default: the demo's, which is kinder than most)
  --url URL      the broker (default mqtt://PULSE_HOST:PULSE_MQTT_PORT)
  --help         show this help
`;

const options = {
  site: { type: "string" },
  seed: { type: "string", default: "1" },
  air: { type: "string" },
  url: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** `pulse simulate`: runs until a signal ends it. Returns 0, or 1 with one line on stderr. */
export async function runSimulate(args: string[], io: Output): Promise<number> {
  try {
    const plan = planOf(args);
    if (plan === null) {
      io.stdout.write(help);
      return 0;
    }
    const simulation = startSimulation({
      ...plan,
      now: Date.now,
      log: {
        info: (message) => void io.stdout.write(`${message}\n`),
        warn: (message) => void io.stderr.write(`pulse simulate: ${message}\n`),
      },
    });
    return await untilStopped(io, { stop: () => simulation.stop() });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    io.stderr.write(`pulse simulate: ${error.message}\n`);
    return 1;
  }
}

/** What to simulate, checked before anything connects; null if help was requested. */
function planOf(args: string[]) {
  const values = parsed(args);
  if (values.help) return null;
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new InputError(`--seed is a whole number, not "${values.seed}"`);
  const air = values.air === undefined ? undefined : Number(values.air);
  if (air !== undefined && (!Number.isSafeInteger(air) || values.air === ""))
    throw new InputError(`--air is a whole number, not "${values.air}"`);
  const world = demoWorld();
  const keys = demoSites(world).map((site) => site.key);
  if (values.site !== undefined && !keys.includes(values.site))
    throw new InputError(`there is no site "${values.site}"; there are ${keys.join(", ")}`);
  if (values.url !== undefined && !/^mqtts?:\/\/[^/]/.test(values.url))
    throw new InputError(`--url is mqtt://HOST:PORT or mqtts://HOST:PORT, not "${values.url}"`);
  const config = settings({ demo: true });
  return {
    world,
    ...(values.site === undefined ? {} : { sites: [values.site] }),
    mqttUrl: values.url ?? `mqtt://${config.host}:${config.mqttPort}`,
    credentials: secretsIn(config.dataDir),
    seed,
    air,
  };
}

function secretsIn(dataDir: string): Map<string, Credentials> {
  const path = simulatorSecretsFile(dataDir);
  if (!existsSync(path))
    throw new InputError(`${path} is missing: it is made by pulse demo, and PULSE_DATA_DIR says where it lies`);
  return readCredentials(path);
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error));
  }
}
