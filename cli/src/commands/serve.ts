import { parseArgs } from "node:util";
import { createPulse } from "@pulse/server/start/wiring";
import { sourceCommit } from "./commit.ts";
import type { Io } from "./io.ts";
import { docsFolder, logger, settings, webFolder } from "./settings.ts";
import { untilStopped } from "./untilStopped.ts";

const help = `Usage: pulse serve

Runs Pulse: web app, API, live socket, identity endpoint and MQTT broker in one process, or the part of them that
PULSE_ROLES names.
Settings are environment variables (a .env file too); the README lists them.
`;

/** `pulse serve`: until a signal ends it. */
export async function runServe(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: { help: { type: "boolean", short: "h" } } });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  const config = settings({ demo: false });
  const pulse = await createPulse(config, { log: logger(config), webFolder, docsFolder, commit: sourceCommit });
  // A program that reads that Pulse is running may stop it at once.
  const stopped = untilStopped(io, pulse);
  const hasApi = config.roles.has("api");
  const token = hasApi ? await pulse.openFirstStart() : null;
  const lines = [
    hasApi
      ? `Pulse is running at ${pulse.url}`
      : `Pulse is running with the roles ${[...config.roles].join(", ")}; its health is at ${pulse.url}/readyz`,
    ...(config.roles.has("ingest")
      ? [`MQTT broker: mqtt://${config.mqttUrl === null ? config.host : config.publicMqttHost}:${pulse.mqttPort}`]
      : []),
    ...(token === null
      ? []
      : [
          `Nobody can sign in yet. Create the first superadmin with this one-time link: ${pulse.url}/setup?token=${token}`,
        ]),
  ];
  io.stdout.write(`${lines.join("\n")}\n`);
  return stopped;
}
