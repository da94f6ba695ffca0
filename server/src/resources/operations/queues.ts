import type { Queue } from "@pulse/contract/operations";
import type { Buffers } from "../../platform/health/buffers.ts";
import type { StoredQueues } from "./operations.repository.ts";

/**
 * From which age on the oldest item is late, s. The live picture and history are seconds behind at most while all is well;
 * writes and audit entries are stored every second or two; mails and reports take minutes where there are many. Webhooks are
 * tried again for a day while their receiver does not answer, which is not this installation's trouble until it is hours.
 */
const lateS: Record<Queue["id"], number> = {
  live_picture: 10,
  history: 10,
  writes: 60,
  audit: 60,
  webhooks: 4 * 3600,
  reports: 1800,
  mail: 1800,
};

/** What waits in this process and in the database. */
export function queuesOf(parts: {
  behindMs: number;
  workBehindMs: number;
  waiting: Pick<Buffers, "read">;
  /** Null: the database does not answer. */
  stored: StoredQueues | null;
  nowMs: number;
}): Queue[] {
  const { behindMs, workBehindMs, waiting, stored, nowMs } = parts;
  const queues: Omit<Queue, "isLate">[] = [
    { id: "live_picture", waiting: null, ageS: behindMs / 1000 },
    // The log's buffer also counts what is done already, until its progress is stored.
    { id: "history", waiting: null, ageS: workBehindMs / 1000 },
    buffered("writes", ["positions", "sightings"], waiting, nowMs),
    buffered("audit", ["audit"], waiting, nowMs),
    ...(stored === null ? [] : inDatabase(stored, nowMs)),
  ];
  return queues.map((queue) => ({ ...queue, isLate: queue.ageS >= lateS[queue.id] }));
}

/** Several buffers as one queue. */
function buffered(
  id: Queue["id"],
  names: readonly string[],
  waiting: Pick<Buffers, "read">,
  nowMs: number,
): Omit<Queue, "isLate"> {
  const states = names.map((name) => waiting.read(name)).filter((state) => state !== null);
  const oldestMs = Math.min(nowMs, ...states.map((state) => state.oldestMs ?? nowMs));
  return {
    id,
    waiting: states.length === 0 ? null : states.reduce((sum, { items }) => sum + items, 0),
    ageS: (nowMs - oldestMs) / 1000,
  };
}

function inDatabase(stored: StoredQueues, nowMs: number): Omit<Queue, "isLate">[] {
  return (["webhooks", "reports", "mail"] as const).map((id) => {
    const { waiting, since } = stored[id];
    return { id, waiting, ageS: since === null ? 0 : Math.max(0, nowMs - since.getTime()) / 1000 };
  });
}
