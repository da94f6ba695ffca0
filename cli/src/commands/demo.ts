import { parseArgs } from "node:util";
import type { Config } from "@pulse/server/platform/config/config";
import { createPulse } from "@pulse/server/start/wiring";
import { demoAccounts, demoPassword } from "../demo/accounts.ts";
import { prepareDemo } from "../demo/prepare.ts";
import { sourceCommit } from "./commit.ts";
import type { Io } from "./io.ts";
import { docsFolder, logger, settings, webFolder } from "./settings.ts";
import { untilStopped } from "./untilStopped.ts";

const help = `Usage: pulse demo

Runs Pulse on the embedded defaults with two customers, three sites and a simulator whose gateways speak to the real
MQTT port or, with PULSE_MQTT_URL, to that broker, which has to let them in. PULSE_SIMULATE=0 turns the simulator off;
PULSE_DATA_DIR is the folder for the data.
`;

/** `pulse demo`: a whole world to look at, until a signal ends it. */
export async function runDemo(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: { help: { type: "boolean", short: "h" } } });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  const config = settings({ demo: true });
  const log = logger(config);
  const demo = prepareDemo(config, log, io);
  const pulse = await createPulse(config, { log, webFolder, docsFolder, commit: sourceCommit, prepare: demo.seed });
  const broker = brokerAddress(config, pulse.mqttPort);
  const simulation = config.simulate && broker !== null ? await demo.simulate(broker) : null;

  const width = Math.max(...demoAccounts.map(({ email }) => email.length));
  io.stdout.write(
    [
      "",
      `  Pulse is running at   ${pulse.url}`,
      `  Password for all      ${demoPassword}`,
      ...demoAccounts.map(
        ({ email, note }, index) =>
          `  ${index === 0 ? "Accounts" : "        "}              ${email.padEnd(width)}  ${note}`,
      ),
      ...(config.outbox ? [`  Texts and emails      ${pulse.url}/dev/outbox`] : []),
      `  API                   ${pulse.url}/api/docs`,
      ...(broker === null ? [] : [`  MQTT broker           ${broker}`]),
      "",
      "  Press Ctrl+C to stop.",
      "",
      "",
    ].join("\n"),
  );
  return untilStopped(io, {
    uncaught: pulse.uncaught,
    lost: pulse.lost,
    stop: async () => {
      await simulation?.stop();
      await pulse.stop();
    },
  });
}

/** Where the simulated gateways connect, each with its own account; null: the broker is in another process. */
function brokerAddress({ mqttUrl, host, roles }: Config, port: number): string | null {
  if (mqttUrl === null) return roles.has("ingest") ? `mqtt://${host}:${port}` : null;
  const address = new URL(mqttUrl);
  address.username = address.password = address.search = "";
  return address.href;
}
