import type { IncomingMessage } from "../adapters/broker/broker.ts";
import type { MessageLog } from "../adapters/log/messageLog.ts";
import type { CountLoss } from "../system/buffers.ts";

/** Where a posted message stands in for a topic. */
export const postedTopic = "POST ingest/scans";

/** Who said a record of the log. */
export interface Source {
  kind: "gateway" | "tracker";
  id: string;
}

export function sourceText({ kind, id }: Source): string {
  return `${kind}/${id}`;
}

/** Null: not one of ours. */
export function sourceOf(text: string): Source | null {
  const [kind, id] = text.split("/");
  return (kind === "gateway" || kind === "tracker") && id ? { kind, id } : null;
}

export interface Intake {
  /** Takes what the broker has accepted; the promise is its sender's acknowledgement. */
  mqtt(message: IncomingMessage): void | Promise<void>;
  /** Takes what a gateway has posted. Rejects when it cannot be kept. */
  posted(gatewayId: string, payload: Uint8Array): Promise<void>;
}

/**
 * The way in: what devices say goes into the log as it is, and is acknowledged once it is kept there. What is not to be
 * acknowledged waits as well, so that nobody sends faster than the disk writes; where it cannot be kept it is counted.
 */
export function intake(parts: {
  log: Pick<MessageLog, "append">;
  room(): Promise<void> | null;
  lost: CountLoss;
}): Intake {
  const { log, room, lost } = parts;
  const afterRoom = (kept: Promise<void>): Promise<void> => {
    const crowd = room();
    return crowd === null ? kept : kept.then(() => crowd);
  };
  return {
    mqtt: ({ client, topic, payload, qos }) => {
      if (client.kind !== "gateway" && client.kind !== "tracker") return undefined;
      const kept = log.append({ source: sourceText({ kind: client.kind, id: client.id }), topic, payload });
      if (qos > 0) return afterRoom(kept);
      return afterRoom(
        kept.catch((error: unknown) => lost(error instanceof Error && error.name === "LogFull" ? "full" : "disk")),
      );
    },
    posted: (gatewayId, payload) =>
      log.append({ source: sourceText({ kind: "gateway", id: gatewayId }), topic: postedTopic, payload }),
  };
}
