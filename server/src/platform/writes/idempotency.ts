import { createHash, randomUUID } from "node:crypto";
import { AppError } from "@pulse/contract/errors";
import { inProgress } from "../access/refusals.ts";
import { withLease, leaseMs } from "../database/lease.ts";
import type { WriteTransaction } from "./record.ts";
import { seal, unseal } from "./answerSeal.ts";

/** An answer as it was sent: the status and the text of the envelope. */
export interface SentAnswer {
  status: number;
  text: string;
}

/** A write that carries an `Idempotency-Key`. */
export interface KeyedWrite {
  /** Null: nobody is signed in. */
  userId: string | null;
  key: string;
  method: string;
  /** Including the query. */
  path: string;
  body: unknown;
}

interface StoredWrite {
  userId: string;
  /** A hash, so that whoever reads the table can neither repeat a write nor open its answer. */
  key: string;
  method: string;
  path: string;
  requestHash: string;
}

/** `taken`: the caller does the work now; `done`: it was done before; `open`: it is in progress. */
export type Claim = { state: "taken" } | { state: "open" | "done"; requestHash: string; answer: SealedAnswer | null };

export interface SealedAnswer {
  status: number;
  sealed: string;
}

type WriteKey = Pick<StoredWrite, "userId" | "key">;

export interface IdempotencyRepository {
  has(write: WriteKey): Promise<boolean>;
  /**
   * Takes the lease on a new key, or on a key of the same request whose work was cut off, so that its lease has ended.
   */
  claim(write: StoredWrite, lease: string, ms: number): Promise<Claim>;
  extend(write: WriteKey, lease: string, ms: number): Promise<void>;
  /** Keeps the answer, in the transaction of the work if there is one. False: the lease was lost. */
  finish(write: WriteKey, lease: string, answer: SealedAnswer, trx?: WriteTransaction): Promise<boolean>;
  release(write: WriteKey, lease: string): Promise<void>;
}

/** Keeps the answer within the transaction of the work. Throws `conflict` if somebody else has the lease by now. */
export type Finish = (trx: WriteTransaction, answer: SentAnswer) => Promise<void>;

const anonymous = "00000000-0000-7000-8000-000000000000";

export type Idempotency = ReturnType<typeof idempotency>;

/**
 * Does a write once per key and person, and returns the same answer if it is repeated within a day. A write that failed
 * changed nothing and may be repeated. The process that does it holds and extends a lease, and can only commit while it
 * has the lease, so that only one of two processes does the work. The kept answer may contain a password that is shown
 * once, so it is sealed with the caller's key, of which the table only has a hash.
 * @throws {AppError} `idempotency_key_reused` for another request with the same key; `conflict` while the first is in
 * progress
 */
export function idempotency(keys: IdempotencyRepository, leaseDurationMs = leaseMs) {
  return async (write: KeyedWrite, work: (finish: Finish) => Promise<SentAnswer>): Promise<SentAnswer> => {
    if (!/^[\x21-\x7e]{1,255}$/.test(write.key)) throw invalidKey();
    const requestHash = sha256(JSON.stringify([write.method, write.path, write.body ?? null]));
    const stored: StoredWrite = {
      userId: write.userId ?? anonymous,
      // Callers who are not signed in share one user id, so their keys only count for the same request.
      key: sha256(write.userId === null ? `${write.key} ${requestHash}` : write.key),
      method: write.method,
      path: write.path,
      requestHash,
    };
    const lease = randomUUID();
    const claim = await keys.claim(stored, lease, leaseDurationMs);
    if (claim.state !== "taken") {
      if (claim.requestHash !== requestHash) throw new AppError("idempotency_key_reused");
      if (claim.answer === null) throw inProgress("Idempotency-Key");
      return { status: claim.answer.status, text: unseal(claim.answer.sealed, write.key) };
    }
    let isFinished = false;
    const finish = async (answer: SentAnswer, trx?: WriteTransaction): Promise<void> => {
      const sealed = { status: answer.status, sealed: seal(answer.text, write.key) };
      if (!(await keys.finish(stored, lease, sealed, trx))) throw inProgress("Idempotency-Key");
      isFinished = true;
    };
    return withLease(
      leaseDurationMs,
      () => keys.extend(stored, lease, leaseDurationMs),
      async () => {
        try {
          const answer = await work((trx, sent) => finish(sent, trx));
          if (!isFinished) await finish(answer);
          return answer;
        } catch (error) {
          // If that fails too, the lease ends by itself.
          await keys.release(stored, lease).catch(() => undefined);
          throw error;
        }
      },
    );
  };
}

/** Whether a person has sent a write with this key before, even if it is still in progress. */
export function keyLookup(keys: Pick<IdempotencyRepository, "has">): (userId: string, key: string) => Promise<boolean> {
  return (userId, key) => keys.has({ userId, key: sha256(key) });
}

function invalidKey(): AppError {
  const message = "must be 1 to 255 printable ASCII characters without spaces";
  return new AppError("invalid_parameter", {
    details: [{ path: "Idempotency-Key", code: "invalid_parameter", message }],
  });
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");
