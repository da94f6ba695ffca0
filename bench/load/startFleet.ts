import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FleetAnswer, FleetGo, FleetOrder } from "./gatewayFleet.ts";

/** A fleet of connected MQTT clients in another process. */
export interface Fleet {
  /** Publishes `messages` messages; resolves to their number once all are written to the sockets. */
  send: (messages: number, messagesPerSecond?: number) => Promise<number>;
  /** Publishes with QoS 1 at this pace; resolves to how long each message waited for its acknowledgement, ms. */
  sendAcknowledged: (messages: number, messagesPerSecond: number) => Promise<number[]>;
  /** Waits for something that only this fleet's messages cause; rejects if the fleet fails. */
  until: <T>(work: Promise<T>) => Promise<T>;
  stop: () => Promise<void>;
}

/** Starts a fleet and waits until all its clients are connected; rejects if one is refused. */
export async function startFleet(order: Omit<FleetOrder, "kind">): Promise<Fleet> {
  const child = fork(join(import.meta.dirname, "gatewayFleet.ts"), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const ended = once(child, "exit");
  const until = <T>(work: Promise<T>): Promise<T> =>
    Promise.race([
      work,
      ended.then(([code]) => Promise.reject(new Error(`the fleet ended with exit code ${String(code)}`))),
    ]);
  const answer = async (kind: FleetAnswer["kind"]): Promise<FleetAnswer> => {
    const [said] = (await until(once(child, "message"))) as [FleetAnswer];
    if (said.kind !== kind) throw new Error(`the fleet answered ${said.kind} instead of ${kind}`);
    return said;
  };
  child.send({ kind: "order", ...order } satisfies FleetOrder);
  await answer("connected");
  return {
    send: async (messages, messagesPerSecond) => {
      const go: FleetGo = { kind: "go", messages, ...(messagesPerSecond === undefined ? {} : { messagesPerSecond }) };
      child.send(go);
      const said = await answer("sent");
      return said.kind === "sent" ? said.messages : 0;
    },
    sendAcknowledged: async (messages, messagesPerSecond) => {
      child.send({ kind: "go", messages, messagesPerSecond, acknowledged: true } satisfies FleetGo);
      const said = await answer("sent");
      return said.kind === "sent" ? said.waitedMs : [];
    },
    until,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
