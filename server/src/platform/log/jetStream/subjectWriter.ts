import { setTimeout as pause } from "node:timers/promises";
import { type Group, groupCommit } from "../groupCommit.ts";
import type { LogEntry } from "../messageLog.ts";
import { recordsInGroup } from "./positions.ts";

/** How long the first record of a group waits for others: the server syncs once for each message. */
const gatherMs = 25;

/** Publishes the records of one subject, in their order. */
export interface SubjectWriter {
  append(entry: LogEntry, bytes: number): Promise<void>;
  /** Resolves when everything that was appended is stored, or was refused. */
  settled(): Promise<void>;
}

/**
 * Gathers records to groups, each of which becomes one message.
 * @param parts.publish stores a message; rejects if it cannot
 * @param parts.settledBytes called when a group of this size no longer waits
 */
export function subjectWriter(parts: {
  now(): number;
  maxPayload: number;
  isClosed(): boolean;
  publish(payload: Uint8Array): Promise<void>;
  settledBytes(bytes: number): void;
}): SubjectWriter {
  const { maxPayload, isClosed } = parts;
  const gathering = groupCommit(parts.now);
  const ready: Group[] = [];
  let publishing: Promise<void> | null = null;

  const publishAll = async (): Promise<void> => {
    for (;;) {
      const restMs = gatherMs - gathering.waitedMs();
      if (ready.length === 0 && restMs > 0 && !isClosed()) await pause(Math.min(restMs, gatherMs));
      const group = ready.shift() ?? gathering.take();
      if (group === null) {
        publishing = null;
        return;
      }
      try {
        await parts.publish(Buffer.concat(group.buffers));
        group.resolve();
      } catch (error) {
        group.reject(error);
      }
      parts.settledBytes(group.bytes);
    }
  };

  return {
    append: (entry, bytes) => {
      if (gathering.bytes() + bytes > maxPayload || gathering.count() === recordsInGroup) {
        const full = gathering.take();
        if (full !== null) ready.push(full);
      }
      const stored = gathering.add(entry);
      publishing ??= publishAll();
      return stored;
    },
    settled: async () => {
      await publishing;
    },
  };
}
