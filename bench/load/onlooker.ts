// Somebody at a screen while the load runs, in a separate process: asks the API and watches the live socket. The parent
// sends an OnlookerOrder, waits for `watching`, and for each `look` gets what was seen since the last one.
import { setTimeout as pause } from "node:timers/promises";
import { socketEvents } from "@pulse/contract/live";
import { liveSocket } from "./liveSocket.ts";

export interface OnlookerOrder {
  kind: "order";
  url: string;
  idToken: string;
  siteId: string;
  /** The path requested again and again. */
  path: string;
}

export interface Seen {
  kind: "seen";
  /** How long each answer of the API took, ms. */
  answersMs: number[];
  /** Answers other than 200. */
  refused: number;
  /** The gaps between moments with news on the socket, ms. */
  gapsMs: number[];
  updates: number;
}

export type OnlookerAnswer = { kind: "watching" } | Seen;

const askEveryMs = 50;
let seen = nothing();
let lastNewsMs = performance.now();

function nothing(): Seen {
  return { kind: "seen", answersMs: [], refused: 0, gapsMs: [], updates: 0 };
}

async function watch({ url, idToken, siteId }: OnlookerOrder): Promise<void> {
  const socket = await liveSocket({ url, idToken, siteId });
  socket.on(socketEvents.locationUpdate, (items: unknown[]) => {
    const nowMs = performance.now();
    seen.gapsMs.push(nowMs - lastNewsMs);
    seen.updates += items.length;
    lastNewsMs = nowMs;
  });
}

async function ask({ url, idToken, path }: OnlookerOrder): Promise<void> {
  for (;;) {
    const into = seen;
    const askedMs = performance.now();
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${idToken}` } });
    await answer.arrayBuffer();
    into.answersMs.push(performance.now() - askedMs);
    if (answer.status !== 200) into.refused += 1;
    await pause(askEveryMs);
  }
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

// The process that ordered it is gone, so nobody is left to end it.
process.on("disconnect", () => process.exit(0));

process.on("message", (message: OnlookerOrder | { kind: "look" }) => {
  if (message.kind === "look") {
    // A silence that is not over yet counts too.
    seen.gapsMs.push(performance.now() - lastNewsMs);
    process.send?.(seen satisfies OnlookerAnswer);
    seen = nothing();
    lastNewsMs = performance.now();
    return;
  }
  ask(message).catch(fail);
  watch(message).then(() => process.send?.({ kind: "watching" } satisfies OnlookerAnswer), fail);
});
