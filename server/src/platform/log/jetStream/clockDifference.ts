import { jetstream } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Stream } from "./openStream.ts";

/**
 * How far the server's clock is ahead of ours, ms; negative: behind. It is asked by an empty message, as readers ask for
 * the time, and judged by the moments before and after it, so that a slow answer counts for neither.
 */
export async function clockDifferenceMs(
  connection: NatsConnection,
  { manager, name, subject }: Stream,
  now: () => number,
): Promise<number> {
  const beforeMs = now();
  const { seq } = await jetstream(connection).publish(subject, new Uint8Array());
  const afterMs = now();
  const stored = await manager.streams.getMessage(name, { seq });
  if (stored === null) return 0;
  const serverMs = stored.time.getTime();
  if (serverMs < beforeMs) return serverMs - beforeMs;
  return Math.max(0, serverMs - afterMs);
}
