import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../../platform/database/schema.ts";
import type { LogRecord, MessageLog } from "../../platform/log/messageLog.ts";
import {
  dueFailedMessages,
  failedMessagesMax,
  failedMessagesRepository,
  findFailedMessage,
  noteRetried,
  retryingShares,
  type StoredFailedMessage,
} from "./failedMessages.repository.ts";
import { sourceOf, sourceText } from "./intake.ts";
import type { CheckLease } from "./logShare.ts";
import type { Sender } from "./recordWork.ts";
import { ProcessEnded } from "./workAttempts.ts";

/** After so many failures a message waits for a person. */
const maxTries = 3;
/** How long after a failure it is tried again, ms: what it stumbled over may have changed. */
const retryMs = 60_000;
/** So long after a message came into the log again a person may put it there once more: the log may have been deleted, ms. */
const lostMs = 10 * 60_000;
/** A reason is a line of the log. */
const maxReason = 500;

/** What becomes of messages whose processing fails: a fault of ours, which must not stop the others. */
export interface FailedMessages {
  /** Stores one. Rejects while the database does not accept it. */
  setAside(record: LogRecord, sender: Sender, error: unknown): Promise<void>;
  /** One of them has been processed. */
  processed(record: LogRecord): void;
}

/** The failed messages of a partition, for its worker. */
export function failedMessages(parts: {
  db: Kysely<Database>;
  logId: string;
  /** The share of their site that is worked on; 0: its home's. */
  share: number;
  check: CheckLease;
  /** Counts one, and says whether it is stored. */
  count(outcome: "set_aside" | "dropped" | "processed"): void;
  warn(text: string): void;
  now(): number;
  problem(error: unknown): void;
}): FailedMessages {
  const { logId, share, count, warn, now } = parts;
  const stored = failedMessagesRepository(parts.db, parts.check);
  return {
    setAside: async ({ source, topic, payload, atMs, position }, sender, error) => {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, maxReason);
      const { kind, id, failed } = sourceOf(source)!;
      // Nobody but a person lets a process end once more.
      const minTries = error instanceof ProcessEnded ? maxTries : 1;
      if (failed) return stored.failedAgain(failed.id, { reason, at: new Date(now()), minTries });
      const { customerId, siteId } = "gateway" in sender ? sender.gateway : sender.tracker;
      const isStored = await stored.add({
        id: uuidv7(),
        customer_id: customerId,
        site_id: siteId,
        sender_kind: kind,
        sender_id: id,
        topic,
        payload: Buffer.from(payload),
        received_at: new Date(atMs),
        log_id: logId,
        position,
        tries: minTries,
        tried_at: new Date(now()),
        reason,
        shares: [share],
      });
      count(isStored ? "set_aside" : "dropped");
      const fate = isStored ? "set aside" : `dropped, as ${failedMessagesMax} are set aside already`;
      const name = "gateway" in sender ? sender.gateway.name : "a tracker";
      warn(`A message of ${name} could not be processed and is ${fate}: ${reason}`);
    },
    processed: ({ source }) => {
      const id = sourceOf(source)?.failed?.id;
      if (id === undefined) return;
      count("processed");
      stored.remove(id, share).catch(parts.problem);
    },
  };
}

/** Puts failed messages into the log again, with the time at which they arrived. */
export function failedMessageRetries(parts: {
  db: Kysely<Database>;
  messageLog: Pick<MessageLog, "append" | "id">;
  now(): number;
}) {
  const { db, messageLog, now } = parts;
  const retry = async (message: StoredFailedMessage): Promise<void> => {
    const { id, sender_kind: kind, sender_id, topic, payload, site_id: siteId, received_at } = message;
    const shares = await retryingShares(db, messageLog.id, id);
    if (shares === undefined) return;
    const failed = { id, receivedMs: received_at.getTime(), shares };
    const source = sourceText({ kind, id: sender_id, failed });
    await messageLog.append({ source, topic, payload, siteId });
    await noteRetried(db, id, new Date(now()));
  };
  return {
    /** Those of a partition that failed less than three times, a minute after their last failure. */
    retryDue: async (partition: number): Promise<void> => {
      const before = new Date(now() - retryMs);
      for (const message of await dueFailedMessages(db, { partition, tries: maxTries, before })) await retry(message);
    },
    /** One that a person chose, once however often it is chosen; false: it has been processed or deleted. */
    retry: async (id: string): Promise<boolean> => {
      const message = await findFailedMessage(db, id);
      if (message === undefined) return false;
      const { retried_at: retriedAt, tried_at: triedAt } = message;
      const isInLog = retriedAt !== null && retriedAt > triedAt && now() - retriedAt.getTime() < lostMs;
      if (!isInLog) await retry(message);
      return true;
    },
  };
}
