import type { IncomingMessage } from "../../platform/broker/broker.ts";
import type { MessageLog } from "../../platform/log/messageLog.ts";
import type { CountLoss } from "../../platform/health/buffers.ts";

/** Takes the place of the topic of a posted message. */
export const postedTopic = "POST ingest/scans";

/** The sender of a record of the log. */
export interface Source {
  kind: "gateway" | "tracker";
  id: string;
  /**
   * Of a message that is tried again: its row among the failed ones, when it arrived the first time, and the shares of its site whose work
   * on it failed, 0 that of the site's home.
   */
  failed?: { id: string; receivedMs: number; shares: readonly number[] };
}

export function sourceText({ kind, id, failed }: Source): string {
  return failed ? `${kind}/${id}/${failed.id}/${failed.receivedMs}/${failed.shares.join(".")}` : `${kind}/${id}`;
}

/** Null: not one of our records. */
export function sourceOf(text: string): Source | null {
  const [kind, id, failedId, receivedMs, shares = "0"] = text.split("/");
  if ((kind !== "gateway" && kind !== "tracker") || !id) return null;
  if (!failedId) return { kind, id };
  return { kind, id, failed: { id: failedId, receivedMs: Number(receivedMs), shares: shares.split(".").map(Number) } };
}

export interface Intake {
  /** Takes a message that the broker has accepted. The acknowledgement waits for the promise. */
  mqtt(message: IncomingMessage): void | Promise<void>;
  /** Takes a posted message. Rejects if it cannot be kept. */
  posted(gatewayId: string, payload: Uint8Array): Promise<void>;
}

/**
 * Puts device messages into the log unchanged; they are acknowledged once they are kept there. Messages without an
 * acknowledgement wait too, so that nobody sends faster than the disk writes. If one cannot be kept it is counted.
 */
export function intake(parts: {
  log: Pick<MessageLog, "append">;
  backpressure(): Promise<void> | null;
  countLoss: CountLoss;
  /** Something came over this connection of a gateway. */
  onActivity(gatewayId: string, connection: string, atMs: number): void;
  /** Whether this message of a gateway is one too many: it is dropped. */
  throttled(gateway: { id: string; name: string }): boolean;
  hold(gatewayId: string): Promise<void>;
  /** Null: this process does not know the sender yet. */
  siteOf(sender: Source): string | null;
}): Intake {
  const { log, backpressure, countLoss } = parts;
  const append = (sender: Source, topic: string, payload: Uint8Array): Promise<void> =>
    log.append({ source: sourceText(sender), topic, payload, siteId: parts.siteOf(sender) });
  const afterRoom = (appended: Promise<void>): Promise<void> => {
    const crowd = backpressure();
    return crowd === null ? appended : appended.then(() => crowd);
  };
  return {
    mqtt: ({ client, connection, topic, payload, qos, atMs }) => {
      if (client.kind !== "gateway" && client.kind !== "tracker") return undefined;
      if (client.kind === "gateway") {
        parts.onActivity(client.id, connection, atMs);
        // Acknowledged all the same, or it would be sent again.
        if (parts.throttled(client)) return parts.hold(client.id);
      }
      const appended = append({ kind: client.kind, id: client.id }, topic, payload);
      if (qos > 0) return afterRoom(appended);
      return afterRoom(
        appended.catch((error: unknown) =>
          countLoss(error instanceof Error && error.name === "LogFull" ? "full" : "disk"),
        ),
      );
    },
    posted: (gatewayId, payload) => append({ kind: "gateway", id: gatewayId }, postedTopic, payload),
  };
}
