import { Duplex } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { PgliteReply, PgliteRequest } from "./pgliteWorker.ts";

/** PostgreSQL's Terminate message: the client's good-bye, which must not end the one backend there is. */
const terminate = 0x58;

/**
 * V8's optimising compiler takes 600 MB for a moment over one function of PGlite's, PostgreSQL's parser or executor, a
 * second after every start (decision 0027). Its quick compiler alone does well enough.
 */
const quickCompilerOnly = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];

export interface PgliteThread {
  /** A connection for `pg`, spoken to as if it were a socket. One at a time. */
  connect(): Duplex;
  /** Ends the database and its thread. */
  close(): Promise<void>;
}

/**
 * Starts PGlite on `folder` in a worker thread. Rejects when it cannot start there. `keepAlive: false` lets the process
 * end while it is open (tests).
 */
export async function startPgliteThread(folder: string, options: { keepAlive: boolean }): Promise<PgliteThread> {
  for (const flag of quickCompilerOnly) setFlagsFromString(flag);
  const worker = new Worker(new URL("./pgliteWorker.ts", import.meta.url), {
    workerData: { folder },
    // Flags of the main thread (--input-type, --test …) mean nothing here and some forbid a file.
    execArgv: [],
  });
  let connection: PgliteConnection | null = null;
  let failure: Error | null = null;
  let closed = (): void => undefined;

  const ready = new Promise<void>((resolve, reject) => {
    worker.on("message", (reply: PgliteReply) => {
      if (reply instanceof Uint8Array) connection?.push(Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength));
      else if ("failed" in reply) fail(new Error(`The embedded database failed: ${reply.failed}`));
      else if (reply.state === "ready") resolve();
      else closed();
    });
    worker.on("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", () => fail(new Error("The embedded database has stopped")));
    function fail(error: Error): void {
      failure ??= error;
      reject(failure);
      connection?.destroy(failure);
      closed();
    }
  });
  try {
    await ready;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  if (!options.keepAlive) worker.unref();

  return {
    connect() {
      if (connection) ask("reset");
      connection = new PgliteConnection(
        (bytes) => ask(bytes, [bytes.buffer as ArrayBuffer]),
        () => failure,
      );
      return connection;
    },
    async close() {
      if (!failure) {
        await new Promise<void>((resolve) => {
          closed = resolve;
          ask("close");
        });
      }
      await worker.terminate();
    },
  };

  function ask(request: PgliteRequest, transfer: ArrayBuffer[] = []): void {
    worker.postMessage(request, transfer);
  }
}

/** A socket as `pg` sees one, whose other end is the worker. */
class PgliteConnection extends Duplex {
  readonly #send: (bytes: Uint8Array) => void;
  readonly #failure: () => Error | null;

  constructor(send: (bytes: Uint8Array) => void, failure: () => Error | null) {
    super();
    this.#send = send;
    this.#failure = failure;
  }

  connect(): void {
    queueMicrotask(() => {
      const failure = this.#failure();
      if (failure) this.destroy(failure);
      else this.emit("connect");
    });
  }

  override _read(): void {
    // Answers are pushed as they come: at most one query is under way.
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#pass([chunk], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#pass(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  #pass(messages: Buffer[], done: (error?: Error | null) => void): void {
    const failure = this.#failure();
    if (failure) return done(failure);
    const kept = messages.filter((message) => message[0] !== terminate);
    // Copied, since a Buffer shares its memory with others and the bytes are handed over to the worker.
    if (kept.length) this.#send(new Uint8Array(Buffer.concat(kept)));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  setNoDelay(): void {
    // No network.
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
