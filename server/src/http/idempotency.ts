import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { AppError } from "@pulse/contract/errors";

/** An answer as it went out: the status and the text of the envelope. */
export interface GivenAnswer {
  status: number;
  text: string;
}

/** A write that carries an `Idempotency-Key`. */
export interface KeyedWrite {
  /** Null: nobody is signed in. */
  userId: string | null;
  key: string;
  method: string;
  /** With the query. */
  path: string;
  body: unknown;
}

interface StoredWrite {
  userId: string;
  /** A hash: who reads the table can neither repeat a write nor open its answer. */
  key: string;
  method: string;
  path: string;
  requestHash: string;
}

/** `taken`: the caller does the work now; `done`: it was done before; `open`: somebody is at it. */
export type Claim = { state: "taken" } | { state: "open" | "done"; requestHash: string; answer: SealedAnswer | null };

export interface SealedAnswer {
  status: number;
  sealed: string;
}

export interface IdempotencyRepository {
  has(write: Pick<StoredWrite, "userId" | "key">): Promise<boolean>;
  claim(write: StoredWrite, abandonedBefore: Date): Promise<Claim>;
  finish(write: Pick<StoredWrite, "userId" | "key">, answer: SealedAnswer): Promise<void>;
  release(write: Pick<StoredWrite, "userId" | "key">): Promise<void>;
}

/** A write that is still open after this long was cut off by a crash: the next try does it. */
const abandonedMs = 60_000;
const anonymous = "00000000-0000-7000-8000-000000000000";

export type Idempotency = ReturnType<typeof idempotency>;

/**
 * Does a write once for each key and person, and gives its answer again to whoever asks again within a day. A write that
 * failed changed nothing and may be tried again. The kept answer can hold a password that is shown once, so it is sealed
 * with the caller's own key, of which the table has only a hash.
 * @throws {AppError} `idempotency_key_reused` for another request under the same key; `conflict` while the first is under way
 */
export function idempotency(keys: IdempotencyRepository, now: () => number) {
  return async (write: KeyedWrite, work: () => Promise<GivenAnswer>): Promise<GivenAnswer> => {
    if (!/^[\x21-\x7e]{1,255}$/.test(write.key)) throw invalidKey();
    const requestHash = sha256(JSON.stringify([write.method, write.path, write.body ?? null]));
    const stored: StoredWrite = {
      userId: write.userId ?? anonymous,
      // Nobody's keys are everybody's: there they count for the same request only.
      key: sha256(write.userId === null ? `${write.key} ${requestHash}` : write.key),
      method: write.method,
      path: write.path,
      requestHash,
    };
    const claim = await keys.claim(stored, new Date(now() - abandonedMs));
    if (claim.state !== "taken") {
      if (claim.requestHash !== requestHash) throw new AppError("idempotency_key_reused");
      if (claim.answer === null) throw new AppError("conflict", { headers: { "retry-after": "1" } });
      return { status: claim.answer.status, text: open(claim.answer.sealed, write.key) };
    }
    let answer: GivenAnswer;
    try {
      answer = await work();
    } catch (error) {
      await keys.release(stored);
      throw error;
    }
    await keys.finish(stored, { status: answer.status, sealed: seal(answer.text, write.key) });
    return answer;
  };
}

/** Whether a person has sent a write under this key before, be it under way still. */
export function knownKeys(keys: Pick<IdempotencyRepository, "has">): (userId: string, key: string) => Promise<boolean> {
  return (userId, key) => keys.has({ userId, key: sha256(key) });
}

function invalidKey(): AppError {
  const message = "must be 1 to 255 printable ASCII characters without spaces";
  return new AppError("invalid_parameter", {
    details: [{ path: "Idempotency-Key", code: "invalid_parameter", message }],
  });
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");

function sealKey(key: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, "idempotency answer", 32));
}

/** AES-256-GCM; salt, nonce, tag and text in one base64url. */
function seal(text: string, key: string): string {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", sealKey(key, salt), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

function open(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", sealKey(key, bytes.subarray(0, 16)), bytes.subarray(16, 28));
  decipher.setAuthTag(bytes.subarray(28, 44));
  return Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString("utf8");
}
