import { parseArgs } from "node:util";
import { createPulse } from "@pulse/server/start/wiring";
import { demoAccounts, demoPassword } from "../demo/accounts.ts";
import { prepareDemo } from "../demo/prepare.ts";
import { checkedOutCommit } from "./commit.ts";
import type { Io } from "./io.ts";
import { logger, settings, webFolder } from "./settings.ts";
import { untilStopped } from "./untilStopped.ts";

const help = `Usage: pulse demo

Runs Pulse on the embedded defaults with two customers, three sites and a simulator whose gateways speak to the real
MQTT port. PULSE_SIMULATE=0 turns the simulator off; PULSE_DATA_DIR is the folder for the data.
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
  const pulse = await createPulse(config, { log, webFolder, commit: checkedOutCommit, prepare: demo.seed });
  const simulation = config.simulate ? await demo.simulate(`mqtt://${config.host}:${pulse.mqttPort}`) : null;

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
      `  MQTT broker           mqtt://${config.host}:${pulse.mqttPort}`,
      "",
      "  Press Ctrl+C to stop.",
      "",
      "",
    ].join("\n"),
  );
  return untilStopped(io, {
    uncaught: pulse.uncaught,
    stop: async () => {
      await simulation?.stop();
      await pulse.stop();
    },
  });
}
