import type { LogAttempts } from "./logAttempts.repository.ts";

/** From so many beginnings at one position on, each but the last ended with its process, messages are watched one by one. */
const watchedFrom = 2;

/** A message that ended the process each time it was processed. */
export class ProcessEnded extends Error {
  override readonly name = "ProcessEnded";
  constructor() {
    super("Pulse ended each time it processed this message");
  }
}

/**
 * Finds the message that ends the whole process, by memory that runs out or a loop without end: nothing can catch that, and
 * every process that takes over would end as well.
 */
export interface WorkAttempts {
  /** Whether earlier processes ended while they worked on this message. */
  endsProcess(position: number): boolean;
  /** Works on a message, noted while that lasts if need be. Null: it has been done, as `work` says it. */
  watched(position: number, work: () => Promise<void> | null): Promise<void> | null;
  /** Everything that was in the log at the start has been processed. */
  caughtUp(): void;
  /** The work has ended as it should. */
  ended(): Promise<void>;
}

/**
 * Counts the beginning of work on a partition. From the second at one position on, each message of the backlog is noted while
 * it is processed; the message at which two processes in a row have ended is the one.
 */
export async function workAttempts(parts: {
  attempts: LogAttempts;
  /** Where the work begins. */
  position: number;
  /** One message at a time in all partitions of this process: otherwise the process ends while others are noted, too. */
  oneAtATime<T>(act: () => Promise<T>): Promise<T>;
  /** A note could not be stored: then the work goes on without. */
  problem(error: unknown): void;
}): Promise<WorkAttempts> {
  const { attempts, oneAtATime, problem } = parts;
  const { starts, deadly } = await attempts.begin(parts.position);
  let isWatched = starts >= watchedFrom;
  const note = (message: number | null): Promise<void> => attempts.note(message).catch(problem);
  return {
    endsProcess: (position) => position === deadly,
    watched: (position, work) => {
      if (!isWatched) return work();
      return oneAtATime(async () => {
        await note(position);
        try {
          await work();
        } finally {
          await note(null);
        }
      });
    },
    caughtUp: () => void (isWatched = false),
    ended: () => attempts.forget().catch(problem),
  };
}
