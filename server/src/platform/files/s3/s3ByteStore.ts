import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { AppError } from "@pulse/contract/errors";
import type { ByteStore, ListedFile } from "../byteStore.ts";
import type { S3Address } from "./s3Address.ts";
import { isMissingFile, type S3Step, s3FaultText } from "./s3Fault.ts";

export interface S3ByteStore extends ByteStore {
  /** Asks the store for a little, so that `unhealthyReason` is up to date. */
  look(): Promise<void>;
  /** Writes, reads and deletes a file. Rejects with an Error that says in a few words what is wrong. */
  probe(name: string): Promise<void>;
  /** Why the last request failed, in a few words; null: it did not. */
  unhealthyReason(): string | null;
  close(): void;
}

const connectMs = 3_000;
/** Until the answer begins; a request is tried twice, and somebody waits for it. */
const answerMs = 5_000;
/** The same for a file that is sent, for each 20 MB begun: over a line of 10 Mbit/s. */
const writeMs = 20_000;
const writtenBytes = 20 * 1024 * 1024;
/** A store from which nothing more comes for so long does not finish an answer that has begun. */
const stallMs = 20_000;
/** When a person may try again, s. */
const retryAfterS = 5;

/**
 * The bytes of files in a bucket of an S3-compatible store, addressed by its path. A file appears there when all of it has
 * arrived, as S3 promises.
 * @param prefix what its names begin with there, so that a bucket can hold other things besides
 * @param timeouts shorter ones, ms, for tests
 */
export function s3ByteStore(
  address: S3Address,
  prefix: "files/" | "reports/" = "files/",
  timeouts: { answerMs?: number; stallMs?: number } = {},
): S3ByteStore {
  const { bucket } = address;
  const client = openClient(address, timeouts.answerMs ?? answerMs);
  let trouble: string | null = null;
  const Key = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });

  const unavailable = (error: unknown, step: S3Step): AppError => {
    trouble = s3FaultText(error, step, address);
    return unavailableStore(trouble);
  };
  const answered = async <T>(step: S3Step, request: Promise<T>): Promise<T> => {
    try {
      const answer = await request;
      trouble = null;
      return answer;
    } catch (error) {
      if (isMissingFile(error)) throw error;
      throw unavailable(error, step);
    }
  };
  const orNull = <T>(request: Promise<T>): Promise<T | null> =>
    request.catch((error: unknown) => {
      if (isMissingFile(error)) return null;
      throw error;
    });

  const send = async (name: string, Body: Uint8Array | Readable, ContentLength: number): Promise<void> => {
    const command = new PutObjectCommand({ ...Key(name), Body, ContentLength });
    const requestTimeout = timeouts.answerMs ?? writeMs * Math.max(1, Math.ceil(ContentLength / writtenBytes));
    await answered("write", client.send(command, { requestTimeout }));
  };
  const write: ByteStore["write"] = (name, bytes) => send(name, bytes, bytes.length);
  const take: ByteStore["take"] = async (name, path) => {
    const { size } = await stat(path);
    const body = createReadStream(path);
    try {
      await send(name, body, size);
    } finally {
      body.destroy();
    }
    await rm(path);
  };
  const open: ByteStore["open"] = async (name) => {
    const found = await orNull(answered("read", client.send(new GetObjectCommand(Key(name)))));
    if (found === null) return null;
    const failed = (error: unknown): AppError => unavailable(error, "read");
    const chunks = chunksOf(found.Body as Readable, timeouts.stallMs ?? stallMs, failed);
    return { stream: Readable.from(chunks, { objectMode: false }), size: found.ContentLength! };
  };
  const read: ByteStore["read"] = async (name, start, end) => {
    const Range = `bytes=${start}-${end - 1}`;
    const found = await orNull(answered("read", client.send(new GetObjectCommand({ ...Key(name), Range }))));
    if (found === null) return null;
    const failed = (error: unknown): AppError => unavailable(error, "read");
    const chunks: Uint8Array[] = [];
    for await (const chunk of chunksOf(found.Body as Readable, timeouts.stallMs ?? stallMs, failed)) chunks.push(chunk);
    return new Uint8Array(Buffer.concat(chunks));
  };
  const download = async (name: string, path: string): Promise<boolean> => {
    const found = await open(name);
    if (found === null) return false;
    try {
      await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return true;
  };
  const remove: ByteStore["remove"] = async (names) => {
    await Promise.all(names.map((name) => orNull(answered("delete", client.send(new DeleteObjectCommand(Key(name)))))));
  };
  const list: ByteStore["list"] = async () => {
    const files: ListedFile[] = [];
    let next: string | undefined;
    do {
      const from = next === undefined ? {} : { ContinuationToken: next };
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...from });
      const page = await answered("list", client.send(command));
      for (const { Key: key = "", Size: size = 0, LastModified: modified } of page.Contents ?? [])
        if (key !== prefix) files.push({ name: key.slice(prefix.length), size, modifiedMs: modified?.getTime() ?? 0 });
      next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
    return files;
  };
  return {
    write,
    take,
    open,
    read,
    remove,
    list,
    localPath: async (name, spare) => ((await download(name, spare)) ? spare : null),
    hold: async (name, path) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const isThere = await download(name, `${path}.part`);
      if (isThere) await rename(`${path}.part`, path);
      return isThere;
    },
    look: async () => {
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 });
      await answered("list", client.send(command)).catch(() => undefined);
    },
    probe: (name) =>
      probeBucket({ write, open, remove, list }, name).catch((error: unknown) => {
        throw trouble === null ? error : new Error(trouble, { cause: error });
      }),
    unhealthyReason: () => trouble,
    close: () => client.destroy(),
  };
}

function openClient({ endpoint, region, key, secret }: S3Address, requestMs: number): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    forcePathStyle: true,
    retryMode: "standard",
    maxAttempts: 2,
    // Many stores do not know the checksums that Amazon's adds.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: connectMs, requestTimeout: requestMs, throwOnRequestTimeout: true },
  });
}

/** Fails once nothing has come for this long while somebody waited for it: a slow reader is no fault of the store's. */
async function* chunksOf(
  body: Readable,
  maxStallMs: number,
  failed: (error: unknown) => AppError,
): AsyncGenerator<Uint8Array> {
  const chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const stalled = Object.assign(new Error("the store stalls"), { name: "TimeoutError" });
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(stalled), maxStallMs);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    throw failed(error);
  } finally {
    body.destroy();
  }
}

async function probeBucket(
  { write, open, remove, list }: Pick<ByteStore, "write" | "open" | "remove" | "list">,
  name: string,
): Promise<void> {
  const text = "Pulse may write here.";
  await write(name, Buffer.from(text));
  try {
    const found = await open(name);
    const read = found === null ? null : await found.stream.toArray();
    if (read === null || Buffer.concat(read as Buffer[]).toString() !== text)
      throw new Error("what was written cannot be read again");
    await list();
  } finally {
    await remove([name]);
  }
}

/** @param reason what an operator can read in `/readyz`; people only need to know what to do. */
function unavailableStore(reason: string): AppError {
  return new AppError("service_unavailable", {
    message: "The store of files does not answer. Try again later",
    headers: { "retry-after": String(retryAfterS) },
    cause: new Error(reason),
  });
}
