/** A message as it was received. */
export interface LogEntry {
  /** The sender and the way it came: a text of at most 255 bytes that only the writer interprets. */
  source: string;
  topic: string;
  payload: Uint8Array;
  /** The sender's site, which decides who works on it; null or left out: not known yet, so whoever works on that site looks. */
  siteId?: string | null;
}

export interface LogRecord extends LogEntry {
  /** Its place in the log; later records have higher positions. */
  position: number;
  /** When it arrived, by our clock, ms. It never decreases from record to record, unless the clock was set back. */
  atMs: number;
}

export interface LogBatch {
  /** In the order of their positions; empty if nothing came for a while. */
  records: LogRecord[];
  /** The position after the last of them. */
  next: number;
  /** Every record that arrived at this moment or earlier has been read, ms. */
  untilMs: number;
}

/** The log is full and takes nothing until enough of it has been processed. */
export class LogFull extends Error {
  override readonly name = "LogFull";
}

/** Whatever keeps the log does not answer now. */
export class LogUnreachable extends Error {
  override readonly name = "LogUnreachable";
}

/**
 * Keeps messages before they are acknowledged and until they are processed. The embedded log is files in the data
 * folder (segmentLog.ts). `server/test/support/messageLogSuite.ts` states what every implementation must do.
 */
export interface MessageLog extends LogPartition {
  /** Identifies the log: positions of another log are meaningless here. */
  readonly id: string;
  /**
   * Keeps an entry, stamped with its arrival. Entries that are kept together share a promise, which resolves once they
   * would survive a crash. It rejects if they could not be kept, with a `LogFull` if the budget is used up.
   */
  append(entry: LogEntry): Promise<void>;
  /** The parts that different processes may work on (partitions.ts): one for the whole log if this process has it alone. */
  readonly partitions: readonly number[];
  /** The log for whoever works on one of them. */
  partition(partition: number): LogPartition;
  /**
   * Forgets, before a position, what is in no partition: it has to be the lowest that all partitions have reached. Without
   * partitions there is nothing of the kind.
   */
  deleteSharedBefore(before: number): Promise<void>;
  /**
   * Learns what other processes have added and forgotten; one in the data folder has no others. Rejects with a `LogUnreachable` if nobody
   * answers.
   */
  refresh(): Promise<void>;
  /** Keeps what was appended, ends the readers and closes the files. */
  close(): Promise<void>;
}

/**
 * A log, or a part of it, for whoever works on it. Positions are those of the whole log. A part also contains what is in no
 * partition, since that may be of one of its sites.
 */
export interface LogPartition {
  /**
   * Reads everything from a position on (or from the start, if that has been forgotten), and then whatever comes, for
   * ever. A payload is only valid until the reader asks for the next batch; copy it to keep it longer.
   */
  read(from: number): AsyncIterableIterator<LogBatch>;
  /** The position of the oldest record that is still kept. */
  start(): number;
  /** The position that the next record will have. */
  end(): number;
  /** A position such that everything that arrived at `atMs` or later is at it or after it. */
  positionAt(atMs: number): number;
  /** Forgets everything before a position, as far as whole files allow. */
  deleteBefore(before: number): Promise<void>;
  /** What is kept, and how much damage was found and left out since the log was opened. */
  stats(): { bytes: number; maxBytes: number; brokenBytes: number };
}
