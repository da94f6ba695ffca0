// Runs in a process of its own: strangers who feed broken streams, or a client who wants its answers meanwhile.
import { Agent, get } from "node:http";
import { setTimeout as after } from "node:timers/promises";
import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { brokenStreams, type Device, ports } from "@pulse/server/test/support/brokenStreams";
import { feed, type ListeningPorts } from "@pulse/server/test/support/fedStreams";

export type StrangersOrder =
  | { kind: "feed"; at: ListeningPorts; device: Device; streams: number; streamsPerS: number; seed: number }
  | { kind: "ask"; url: string; idToken: string; everyMs: number }
  | { kind: "enough" };
export type StrangersAnswer = { kind: "fed"; streams: number } | { kind: "asked"; tookMs: number[] };

/** How many streams are under way at most. */
const lanes = 32;

/** Feeds each port in turn, at most so many a second. */
async function feedAll(order: Extract<StrangersOrder, { kind: "feed" }>): Promise<void> {
  const next = brokenStreams(seededRandom(order.seed), order.device);
  const started = performance.now();
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < order.streams) {
      const nth = begun++;
      const early = started + (nth / order.streamsPerS) * 1000 - performance.now();
      if (early > 0) await after(early);
      const port = ports[nth % ports.length]!;
      await feed(order.at, port, next(port));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  process.send!({ kind: "fed", streams: begun } satisfies StrangersAnswer);
}

/** Asks again and again until it is enough; each request waits for the one before. */
async function askOn(order: Extract<StrangersOrder, { kind: "ask" }>, isEnough: () => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${order.idToken}` };
  const tookMs: number[] = [];
  while (!isEnough()) {
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(order.url, { agent, headers }, (answer) => {
        answer.resume().once("end", resolve);
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
      }).once("error", reject);
    });
    tookMs.push(performance.now() - started);
    await after(order.everyMs);
  }
  agent.destroy();
  process.send!({ kind: "asked", tookMs } satisfies StrangersAnswer);
}

let enough = false;
process.on("message", (order: StrangersOrder) => {
  enough = order.kind === "enough";
  const work =
    order.kind === "feed" ? feedAll(order) : order.kind === "ask" ? askOn(order, () => enough) : Promise.resolve();
  work.catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});
