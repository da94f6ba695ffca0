import type { BusWaiting } from "./bus.ts";

/** At most this many messages wait for one listener; if there are more, some are dropped. */
const maxWaiting = 10_000;

/** One listener's own queue: it handles one message at a time and delays nobody else. */
export interface Listener<Message> {
  /** A message that finds the listener idle is handled at once. */
  deliver(message: Message): void;
  waiting(): BusWaiting;
  /** When nothing waits and nothing is under way. */
  idle(): Promise<void>;
  stop(): void;
}

/**
 * @param parts.missed replaces everything that is dropped when too much waits; without it the oldest message is dropped
 */
export function listenerOf<Message>(parts: {
  work: (message: Message) => unknown;
  missed: Message | undefined;
  now(): number;
  /** Called with the number of messages that were dropped. */
  onLoss(count: number): void;
  problem(error: unknown): void;
}): Listener<Message> {
  const { work, missed, now, onLoss, problem } = parts;
  let queue: { message: Message; atMs: number }[] = [];
  let isBusy = false;
  let idlers: (() => void)[] = [];

  const run = (message: Message): void => {
    isBusy = true;
    let outcome: unknown;
    try {
      outcome = work(message);
    } catch (error) {
      problem(error);
    }
    if (outcome instanceof Promise) outcome.catch(problem).finally(onSettled);
    else isBusy = false;
  };
  const onSettled = (): void => {
    isBusy = false;
    drain();
  };
  const drain = (): void => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      run(next.message);
      if (isBusy) return;
    }
    for (const resolve of idlers.splice(0)) resolve();
  };
  const wait = (message: Message): void => {
    if (queue.length < maxWaiting) return void queue.push({ message, atMs: now() });
    if (missed === undefined) {
      onLoss(1);
      queue.shift();
      queue.push({ message, atMs: now() });
      return;
    }
    onLoss(queue.length);
    queue = [{ message: missed, atMs: queue[0]?.atMs ?? now() }];
  };

  return {
    deliver: (message) => {
      if (isBusy) return wait(message);
      run(message);
      // The listener's own call may have published messages, which waited until it ended.
      if (!isBusy && queue.length > 0) drain();
    },
    waiting: () => ({ items: queue.length, oldestMs: queue[0]?.atMs ?? null }),
    idle: async () => {
      if (isBusy) await new Promise<void>((resolve) => (idlers = [...idlers, resolve]));
    },
    stop: () => {
      queue = [];
    },
  };
}
