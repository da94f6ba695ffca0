// Broken streams to every port, and what another client notices: how long its answers take before and during that.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { getAccessibleOperations } from "@pulse/contract/users";
import { connectAsync } from "mqtt";
import { freePort } from "../scripts/freePort.mjs";
import { type Aim, isSmoke, measured, quantile, report, sized } from "./harness.ts";
import { runPulse } from "./load/runningPulse.ts";
import type { StrangersAnswer, StrangersOrder } from "./load/strangers.ts";

const streams = sized(100_000, 200);
/** More than a stranger with one machine sends if nothing is wrong with the server, and less than fills a core. */
const streamsPerS = 250;
/** How long the other client asks alone. */
const aloneMs = sized(30_000, 500);
const askEveryMs = 10;

const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
process.on("uncaughtException", note);

const mqttTls = await freePort();
const running = await runPulse({ gateways: 1, trackers: 10 }, undefined, undefined, {
  PULSE_MQTT_TLS_PORT: String(mqttTls),
});
const { pulse, site, mqttUrl } = running;
const at = { http: Number(new URL(pulse.url).port), mqtt: pulse.mqttPort, mqttTls };
const [gateway] = site.gateways;
const { username, password } = gateway!;
const device = { username, password, topic: `kbeacon/publish/${gateway!.mac.replaceAll(":", "")}` };

const strangers = child();
const client = child();

const ask = { kind: "ask", url: `${pulse.url}${getAccessibleOperations.path}`, everyMs: askEveryMs } as const;
const askWhile = async (work: () => Promise<unknown>): Promise<number[]> => {
  tell(client, { ...ask, idToken: running.idToken });
  await work();
  tell(client, { kind: "enough" });
  const said = await answerOf(client);
  return said.kind === "asked" ? said.tookMs : [];
};
// Whatever is compiled on first use.
await askWhile(() => new Promise((resolve) => setTimeout(resolve, aloneMs / 3)));
const alone = await askWhile(() => new Promise((resolve) => setTimeout(resolve, aloneMs)));
const cpuBefore = process.cpuUsage();
const during = await askWhile(async () => {
  tell(strangers, { kind: "feed", at, device, streams, streamsPerS, seed: 1 });
  await answerOf(strangers);
});
const { user, system } = process.cpuUsage(cpuBefore);

// Alive at every port.
for (const url of [mqttUrl, `mqtts://127.0.0.1:${mqttTls}`, `ws://127.0.0.1:${at.http}/mqtt`])
  await (await connectAsync(url, { username, password, reconnectPeriod: 0, rejectUnauthorized: false })).endAsync();
process.off("uncaughtException", note);
if (uncaught.length > 0) throw new Error(`${uncaught.length} errors that nobody caught: ${String(uncaught[0])}`);
for (const one of [strangers, client]) {
  one.kill("SIGTERM");
  await once(one, "exit");
}
await running.stop();

const p99 = (samples: readonly number[]): number =>
  quantile(
    samples.toSorted((a, b) => a - b),
    0.99,
  );
const aims: Aim[] = [
  { what: "p99 during ÷ p99 alone", value: p99(during) / p99(alone), atMost: 2 },
  { what: "p99 alone, ms", value: p99(alone) },
  { what: "p99 during, ms", value: p99(during) },
  { what: "processor time of the server for a broken stream, ms", value: (user + system) / 1000 / streams },
];
report({
  bench: "fuzz",
  unit: "ms",
  measured: [measured("alone", alone), measured("during", during)],
  aims: isSmoke ? [] : aims,
  notes: [
    `${streams.toLocaleString("en-US")} broken streams, a quarter each to HTTP, WebSocket, MQTT and MQTT over TLS, at most ${streamsPerS} a second`,
    "GET users/me/accessible-operations by somebody who is signed in, one after the other over one connection",
    "server, strangers and the other client each have a process of their own on this machine",
  ],
});

function child(): ChildProcess {
  return fork(join(import.meta.dirname, "load", "strangers.ts"), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
}

function tell(to: ChildProcess, order: StrangersOrder): void {
  to.send(order);
}

async function answerOf(from: ChildProcess): Promise<StrangersAnswer> {
  const ended = once(from, "exit").then(() => Promise.reject(new Error("a client of the bench ended")));
  ended.catch(() => undefined);
  const [said] = (await Promise.race([once(from, "message"), ended])) as [StrangersAnswer];
  return said;
}
