/** What somebody said, as it came. */
export interface LogEntry {
  /** Who said it, and by which way: text of the writer's own making, at most 255 bytes. */
  source: string;
  topic: string;
  payload: Uint8Array;
}

export interface LogRecord extends LogEntry {
  /** Where it stands in the log; later ones stand higher. */
  position: number;
  /** When it arrived, by our clock, ms. Never less than that of the record before, unless the clock was set back. */
  atMs: number;
}

export interface LogBatch {
  /** In the order of their positions; empty where nothing came for a while. */
  records: LogRecord[];
  /** The position after them. */
  next: number;
  /** Every record that arrived at this moment or before it has been read, ms. */
  untilMs: number;
}

/** The log takes nothing more, for as long as what it holds has not been worked. */
export class LogFull extends Error {
  override readonly name = "LogFull";
}

/**
 * What was said, kept before it is acknowledged and until it is worked. Embedded it is files in the data folder
 * (segmentLog.ts). `server/test/messageLogSuite.ts` holds every implementation to what stands here.
 */
export interface MessageLog {
  /** Names this log's positions: those of another log mean nothing here. */
  readonly id: string;
  /**
   * Keeps an entry, stamped with its arrival. The promise is that of all entries that are kept together: it resolves once
   * they outlive the process, and rejects when they could not be kept, a `LogFull` where the budget is used up.
   */
  append(entry: LogEntry): Promise<void>;
  /**
   * Everything from a position on (from the start, where that has been forgotten), then what comes, for ever. A payload is
   * the reader's own until it asks for the next batch; who keeps it longer copies it.
   */
  read(from: number): AsyncIterableIterator<LogBatch>;
  /** The position of the first record that is still here. */
  start(): number;
  /** The position that the next record will have. */
  end(): number;
  /** A position such that everything that arrived at `atMs` or later stands there or after it. */
  positionAt(atMs: number): number;
  /** Lets go of what stands before a position, as far as it can be let go of. */
  forget(before: number): Promise<void>;
  /** What is held, and what was found broken and left out since the log was opened. */
  stats(): { bytes: number; maxBytes: number; brokenBytes: number };
  /** Keeps what was appended, ends the readers and lets go. */
  close(): Promise<void>;
}
