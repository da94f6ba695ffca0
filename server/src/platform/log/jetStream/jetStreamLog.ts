import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { jetstream, type JetStreamClient, type JsMsg, type PubAck } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import {
  type LogBatch,
  type LogEntry,
  LogFull,
  type LogPartition,
  LogUnreachable,
  type MessageLog,
} from "../messageLog.ts";
import { isUnanswered } from "../../nats/jetStreamReach.ts";
import { recordBytes } from "../logRecord.ts";
import { partitionOf, sitePartitions, wholeLog } from "../partitions.ts";
import { decodeGroup } from "./decodeGroup.ts";
import { isFull, type Stream, subjectOf } from "./openStream.ts";
import { placeOf, positionOf } from "./positions.ts";
import { maxClockDifferenceMs, storedTrail } from "./storedTrail.ts";
import { type SubjectWriter, subjectWriter } from "./subjectWriter.ts";

/** A reader that got nothing for this long asks the server for the time. */
const idleMs = 100;
/** A message that is not acknowledged is sent again under the same id, so that it is stored once. */
const publishMs = 5_000;
const retryMs = 500;
/** Until its sender is refused: longer than the restart of a server takes. */
const giveUpMs = 15_000;
/** How many messages a reader is ahead of its caller. */
const readAhead = 32;
/**
 * How often a reader asks for messages again, and how often the server says meanwhile that there are none, ms. The client notices by two
 * of these missing that the server that read for it is away, and waits as long as the first between its tries to begin again: with
 * its own 30 s and 15 s, positions stood still for 85 s after one of three servers was killed.
 */
const askEveryMs = 2_000;
const heartbeatMs = 1_000;
/** What the server stores with each message, beside our bytes: subject, headers and its own fields, bytes. */
const overheadBytes = 150;
/** NATS refuses messages above its `max_payload`, usually 1 MB. */
const usualPayload = 1024 * 1024;
/**
 * The log as a stream of a NATS server: a group of records is one message, and appending resolves with the server's
 * acknowledgement. Each partition has a subject of its own within the one stream, so that whoever works on it reads no
 * other; what all of them read is on the stream's first subject. Times are those at which the server stored a message; while nothing arrives, readers publish empty
 * messages to learn how far its time has advanced.
 */
export function jetStreamLog(options: {
  connection: NatsConnection;
  /** Why the server cannot be reached now; null: it can. */
  unhealthyReason(): string | null;
  stream: Stream;
  maxBytes: number;
  now(): number;
}): MessageLog {
  const { connection, unhealthyReason, stream, maxBytes, now } = options;
  const client: JetStreamClient = jetstream(connection);
  const maxPayload = connection.info?.max_payload ?? usualPayload;
  const trail = storedTrail();
  const closing = new AbortController();
  const isClosed = (): boolean => closing.signal.aborted;
  let firstSequence = stream.info.state.first_seq;
  let lastSequence = stream.info.state.last_seq;
  let heldBytes = stream.info.state.bytes;
  let brokenBytes = 0;
  let unpublishedBytes = 0;
  const readers = new Set<() => void>();
  const writers = new Map<number, SubjectWriter>();
  /** Of each subject the newest message that was read, and whether there may be one that was not purged yet. */
  const newestRead = new Map<string, number>();
  const purged = new Set<string>();

  const noteStored = (sequence: number, atMs: number): void => {
    lastSequence = Math.max(lastSequence, sequence);
    trail.add(sequence, atMs);
  };

  const publish = async (subject: string, payload: Uint8Array): Promise<void> => {
    const msgID = randomUUID();
    const untilMs = performance.now() + giveUpMs;
    for (;;) {
      try {
        const { seq }: PubAck = await client.publish(subject, payload, { msgID, timeout: publishMs });
        heldBytes += payload.length + overheadBytes;
        return noteStored(seq, now());
      } catch (error) {
        if (isFull(error)) throw new LogFull("the log is full");
        if (performance.now() > untilMs || connection.isClosed()) throw error;
        await pause(retryMs);
      }
    }
  };

  const subjectOfPartition = (partition: number): string =>
    partition === wholeLog ? stream.subject : subjectOf(stream.subject, partition);
  const writerOf = (partition: number): SubjectWriter => {
    const known = writers.get(partition);
    if (known !== undefined) return known;
    const writer = subjectWriter({
      now,
      maxPayload,
      isClosed,
      publish: (payload) => publish(subjectOfPartition(partition), payload),
      settledBytes: (bytes) => void (unpublishedBytes -= bytes),
    });
    writers.set(partition, writer);
    return writer;
  };

  const append = (entry: LogEntry): Promise<void> => {
    if (isClosed()) return Promise.reject(new Error("the log is closed"));
    const bytes = recordBytes(entry);
    if (bytes > maxPayload)
      return Promise.reject(
        new RangeError(`${bytes} bytes are more than the NATS server's max_payload, ${maxPayload}`),
      );
    if (heldBytes + unpublishedBytes + bytes > maxBytes) return Promise.reject(new LogFull("the log is full"));
    unpublishedBytes += bytes;
    const { siteId = null } = entry;
    return writerOf(siteId === null ? wholeLog : partitionOf(siteId)).append(entry, bytes);
  };

  let beating: Promise<void> | null = null;
  /** All readers share a heartbeat. One that is not acknowledged is left out: the time stands still meanwhile. */
  const heartbeat = (): void => {
    beating ??= client
      .publish(stream.subject, new Uint8Array(), { timeout: publishMs })
      .then(
        ({ seq }) => noteStored(seq, now()),
        () => undefined,
      )
      .finally(() => (beating = null));
  };

  const refresh = async (): Promise<void> => {
    const { state } = await stream.manager.streams.info(stream.name).catch((error: unknown) => {
      throw isUnanswered(error) ? new LogUnreachable("the log's NATS server does not answer", { cause: error }) : error;
    });
    firstSequence = state.first_seq;
    lastSequence = Math.max(lastSequence, state.last_seq);
    heldBytes = state.bytes;
    trail.forget(firstSequence);
  };

  const end = (): number => positionOf(lastSequence + 1);
  const start = (): number => positionOf(firstSequence);

  async function* read(from: number, partition: number): AsyncIterableIterator<LogBatch> {
    const wanted = placeOf(Math.max(from, start()));
    let next = positionOf(wanted.sequence);
    const consumer = await client.consumers.get(stream.name, {
      opt_start_seq: Math.max(1, wanted.sequence),
      ...(partition === wholeLog ? {} : { filter_subjects: [stream.subject, subjectOfPartition(partition)] }),
    });
    const messages = await consumer.consume({
      max_messages: readAhead,
      expires: askEveryMs,
      idle_heartbeat: heartbeatMs,
    });
    const iterator = messages[Symbol.asyncIterator]();
    const wake = (): void => messages.stop();
    readers.add(wake);
    try {
      let coming: Promise<IteratorResult<JsMsg>> | null = null;
      // Null: not known, since older messages are still to come.
      let untilMs = next < end() ? null : now() - maxClockDifferenceMs;
      while (!isClosed() || next < end()) {
        coming ??= iterator.next();
        const got = await orIdle(coming);
        if (got === null) {
          if (!isClosed()) heartbeat();
          // Without a server the time stands still, but the caller must get its turn: it may want to stop.
          if (untilMs !== null) yield { records: [], next, untilMs };
          else if (unhealthyReason() !== null) throw new Error(unhealthyReason()!);
          continue;
        }
        coming = null;
        if (got.done === true) return;
        const { seq, data, info, subject } = got.value;
        newestRead.set(subject, seq);
        purged.delete(subject);
        // Times below a millisecond are cut off: the next message may have the same one.
        const atMs = Math.floor(info.timestampNanos / 1e6);
        noteStored(seq, atMs);
        // What others have added since.
        lastSequence = Math.max(lastSequence, seq + info.pending);
        const { records, brokenBytes: broken } = decodeGroup(data, seq, atMs);
        brokenBytes += broken;
        next = positionOf(seq + 1);
        const skipped = seq === wanted.sequence ? wanted.nth : 0;
        untilMs = atMs - 1;
        yield { records: skipped > 0 ? records.slice(skipped) : records, next, untilMs };
      }
    } finally {
      readers.delete(wake);
      messages.stop();
      // A reader of a partition that has moved is not needed any more; the server forgets one that remains after minutes.
      if (!isClosed()) consumer.delete().catch(() => undefined);
    }
  }

  const purge = async (before: number, filter: string | null): Promise<void> => {
    const { sequence: seq } = placeOf(Math.min(before, end()));
    // Who leaves its partitions as its server is away must not wait for it, and the next turn forgets more.
    if (seq <= firstSequence || unhealthyReason() !== null) return;
    if (filter === null) {
      await stream.manager.streams.purge(stream.name, { seq });
      await refresh();
    } else if (!purged.has(filter)) {
      await stream.manager.streams.purge(stream.name, { seq, filter });
      if ((newestRead.get(filter) ?? 0) < seq) purged.add(filter);
    }
  };
  const partitionLog = (partition: number): LogPartition => ({
    read: (from) => read(from, partition),
    start,
    end,
    positionAt: (atMs) => Math.max(start(), trail.positionAt(atMs) ?? 0),
    deleteBefore: (before) => purge(before, partition === wholeLog ? null : subjectOfPartition(partition)),
    stats: () => ({ bytes: heldBytes, maxBytes, brokenBytes }),
  });

  return {
    ...partitionLog(wholeLog),
    id: stream.logId,
    append,
    partitions: sitePartitions,
    partition: partitionLog,
    deleteSharedBefore: (before) => purge(before, stream.subject),
    refresh,
    close: async () => {
      closing.abort();
      await Promise.all([...writers.values()].map((writer) => writer.settled()));
      await beating;
      for (const wake of readers) wake();
    },
  };
}

/** What comes, or null if nothing does for a while. */
async function orIdle<T>(coming: Promise<T>): Promise<T | null> {
  const idle = new AbortController();
  try {
    return await Promise.race([coming, pause(idleMs, null, { signal: idle.signal })]);
  } finally {
    idle.abort();
  }
}
