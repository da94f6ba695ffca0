import { randomUUID } from "node:crypto";
import { keepingLease, leaseMs } from "../adapters/database/lease.ts";
import { nothing, oneAtATime } from "../turns.ts";
import type { DomainEvent } from "./domainEvent.ts";
import type { EventsRepository } from "./events.repository.ts";

/** Takes one event. When it throws, the event comes again, and none after it before. */
export type Consume = (event: DomainEvent) => Promise<void> | void;

export interface EventStream {
  /** For what this process has in memory: from now on, in every process. */
  inEveryProcess(consume: Consume): Promise<void>;
  /**
   * For what must happen once for the whole installation, also after a crash: one process at a time, from where the last
   * one came to. The first start begins with what happens from then on.
   */
  once(name: string, consume: Consume): Promise<void>;
  /** Resolves when everything committed so far has been taken by the consumers in every process, as far as they take it. */
  deliver(): Promise<void>;
  /** Looks for events of other processes, and for those that were not taken. */
  poll(): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

const batchEvents = 200;

/** The stream of what was written, and those who follow it, each with a place of its own. */
export function eventStream(parts: {
  events: EventsRepository;
  /** Told of a consumer that failed. */
  problem(error: unknown): void;
  /** How long a consumer for the whole installation stays with its process without a sign of life. */
  ms?: number;
}): EventStream {
  const { events, problem, ms = leaseMs } = parts;
  const owner = randomUUID();
  const memory: Follower[] = [];
  const kept: Follower[] = [];
  let closed = false;

  /** Reads on until there is nothing new; `moved` is told of each event that was taken, and stops it with false. */
  const read = async (from: number, consume: Consume, moved: (seq: number) => Promise<boolean>): Promise<void> => {
    let seq = from;
    for (;;) {
      const batch = await events.after(seq, batchEvents);
      for (const event of batch) {
        if (closed) return;
        await consume(event);
        seq = event.seq;
        if (!(await moved(seq))) return;
      }
      if (batch.length < batchEvents) return;
    }
  };

  const readKept = async (name: string, consume: Consume): Promise<void> => {
    const from = await events.claim(name, owner, ms);
    if (from === null) return;
    try {
      await keepingLease(
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
      let place = await events.newest();
      memory.push(
        follower(() =>
          read(place, consume, async (seq) => {
            place = seq;
            return true;
          }),
        ),
      );
    },
    once: async (name, consume) => {
      await events.register(name, await events.newest());
      kept.push(follower(() => readKept(name, consume)));
    },
    deliver: async () => {
      for (const one of kept) one.wake().catch(problem);
      for (const one of memory) await one.wake().catch(problem);
    },
    poll: async () => {
      for (const one of [...memory, ...kept]) await one.wake().catch(problem);
    },
    close: async () => {
      closed = true;
      for (const one of [...memory, ...kept]) await one.over();
    },
  };
}

interface Follower {
  /** Resolves after a reading that began after this call. */
  wake(): Promise<void>;
  over(): Promise<void>;
}

/** Reads one at a time; whoever asks during a reading gets the next one, which all who wait share. */
function follower(read: () => Promise<void>): Follower {
  const inTurn = oneAtATime();
  let next: Promise<void> | null = null;
  return {
    wake: () =>
      (next ??= inTurn(() => {
        next = null;
        return read();
      })),
    over: () => inTurn(nothing),
  };
}
