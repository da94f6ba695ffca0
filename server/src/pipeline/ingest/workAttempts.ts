import type { LogAttempts } from "./logAttempts.repository.ts";

/** After so many beginnings at one position, each of which ended with its process, messages are watched one by one. */
const watchedFrom = 3;

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
  /** To be awaited before a message is processed. Null: nothing has to be noted, as usual. */
  before(position: number): Promise<void> | null;
  /** Everything that was in the log at the start has been processed. */
  caughtUp(): Promise<void>;
  /** The work has ended as it should. */
  ended(): Promise<void>;
}

/**
 * Counts the beginning of work on a partition. From the third at one position on, each message of the backlog is noted before
 * it is processed, so that the next process knows which one it was.
 */
export async function workAttempts(parts: {
  attempts: LogAttempts;
  /** Where the work begins. */
  position: number;
  /** A note could not be stored: then the work goes on without. */
  problem(error: unknown): void;
}): Promise<WorkAttempts> {
  const { attempts, problem } = parts;
  const { starts, message: deadly } = await attempts.begin(parts.position);
  let isWatched = starts >= watchedFrom;
  return {
    endsProcess: (position) => position === deadly,
    before: (position) => (isWatched ? attempts.note(position).catch(problem) : null),
    caughtUp: async () => {
      if (!isWatched) return;
      isWatched = false;
      await attempts.note(null).catch(problem);
    },
    ended: () => attempts.forget().catch(problem),
  };
}
