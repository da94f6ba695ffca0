import { randomUUID } from "node:crypto";
import { withLease, leaseMs } from "../database/lease.ts";
import { nothing, serialQueue } from "../runtime/keyedQueue.ts";
import type { DomainEvent } from "./domainEvent.ts";
import type { EventsRepository } from "./events.repository.ts";

/** Handles one event. If it throws, the same event comes again before any later one. */
export type Consume = (event: DomainEvent) => Promise<void> | void;

export interface EventStream {
  /** For what this process keeps in memory: gets events in every process, from now on. */
  inEveryProcess(consume: Consume): Promise<void>;
  /**
   * For what must happen once for the whole installation, even across a crash: runs in one process at a time and
   * continues where the last one stopped. On the first start it begins with new events.
   */
  once(name: string, consume: Consume): Promise<void>;
  /** Resolves when the consumers in every process have handled everything committed so far, unless they failed. */
  deliver(): Promise<void>;
  /** Looks for events of other processes, and for those that failed before. */
  poll(): Promise<void>;
  /** Waits for what is running. */
  close(): Promise<void>;
}

const batchEvents = 200;

/** The stream of what was written, and its consumers, each at its own position. */
export function eventStream(parts: {
  events: EventsRepository;
  /** Called when a consumer fails. */
  problem(error: unknown): void;
  /** How long a consumer for the whole installation stays with a process that gives no sign of life. */
  ms?: number;
}): EventStream {
  const { events, problem, ms = leaseMs } = parts;
  const owner = randomUUID();
  const memoryFollowers: Follower[] = [];
  const storedFollowers: Follower[] = [];
  let closed = false;

  /** Reads until there is nothing new; `moved` is called after each event and stops the reading by returning false. */
  const read = async (from: number, consume: Consume, onAdvance: (seq: number) => Promise<boolean>): Promise<void> => {
    let seq = from;
    for (;;) {
      const batch = await events.after(seq, batchEvents);
      for (const event of batch) {
        if (closed) return;
        await consume(event);
        seq = event.seq;
        if (!(await onAdvance(seq))) return;
      }
      if (batch.length < batchEvents) return;
    }
  };

  const readStored = async (name: string, consume: Consume): Promise<void> => {
    const from = await events.claim(name, owner, ms);
    if (from === null) return;
    try {
      await withLease(
        ms,
        () => events.claim(name, owner, ms),
        () => read(from, consume, (seq) => events.advance(name, owner, seq)),
      );
    } finally {
      await events.release(name, owner);
    }
  };

  return {
    inEveryProcess: async (consume) => {
      let position = await events.newest();
      memoryFollowers.push(
        createFollower(() =>
          read(position, consume, async (seq) => {
            position = seq;
            return true;
          }),
        ),
      );
    },
    once: async (name, consume) => {
      await events.register(name, await events.newest());
      storedFollowers.push(createFollower(() => readStored(name, consume)));
    },
    deliver: async () => {
      for (const follower of storedFollowers) follower.wake().catch(problem);
      for (const follower of memoryFollowers) await follower.wake().catch(problem);
    },
    poll: async () => {
      for (const follower of [...memoryFollowers, ...storedFollowers]) await follower.wake().catch(problem);
    },
    close: async () => {
      closed = true;
      for (const follower of [...memoryFollowers, ...storedFollowers]) await follower.idle();
    },
  };
}

interface Follower {
  /** Resolves after a reading that began after this call. */
  wake(): Promise<void>;
  idle(): Promise<void>;
}

/** Reads one at a time. Calls during a reading share the next one. */
function createFollower(read: () => Promise<void>): Follower {
  const serially = serialQueue();
  let next: Promise<void> | null = null;
  return {
    wake: () =>
      (next ??= serially(() => {
        next = null;
        return read();
      })),
    idle: () => serially(nothing),
  };
}
