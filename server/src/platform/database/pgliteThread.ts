import { Duplex } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { PgliteReply, PgliteRequest } from "./pgliteWorker.ts";

/** PostgreSQL's Terminate message, with which a client says goodbye. It must not end the only backend there is. */
const terminate = 0x58;

/**
 * V8's optimising compiler briefly takes 600 MB for one of PGlite's functions (PostgreSQL's parser or executor), a
 * second after every start (decision 0025). The quick compiler alone is good enough.
 */
const quickCompilerOnly = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];

/**
 * The thread's JavaScript needs 15 MB; needing more than this is a fault, which ends the thread and not the machine.
 */
const heapMb = 256;

export interface PgliteOptions {
  /** false lets the process end while the database is open (tests). */
  keepAlive: boolean;
  /** The most that the thread's JavaScript may hold. */
  heapMb?: number;
}

export interface PgliteThread {
  /** A connection for `pg`, spoken to as if it were a socket. One at a time. */
  connect(): Duplex;
  /** Ends the database and its thread. */
  close(): Promise<void>;
}

/** One run of the thread. */
interface Life {
  worker: Worker;
  connection: PgliteConnection | null;
  /** The number of requests that it has not answered yet. */
  unanswered: number;
  failure: Error | null;
  closed(): void;
}

/**
 * Starts PGlite on `folder` in a worker thread. Rejects when it cannot start there. A thread that has failed, or whose
 * last connection was given up in mid-statement, is ended and started again for the next connection: a statement in
 * WebAssembly cannot be cancelled, and what was committed outlives it as it outlives a kill.
 */
export async function startPgliteThread(folder: string, options: PgliteOptions): Promise<PgliteThread> {
  for (const flag of quickCompilerOnly) setFlagsFromString(flag);
  let life = await begin(folder, options);
  let renewing: Promise<void> | null = null;

  const isSpent = (): boolean => life.failure !== null || (life.unanswered > 0 && life.connection?.destroyed === true);
  const renew = async (): Promise<void> => {
    const { worker } = life;
    life.failure ??= new Error("The embedded database is started again");
    await worker.terminate();
    life = await begin(folder, options);
  };
  const ready = async (): Promise<void> => {
    if (!renewing && isSpent()) renewing = renew().finally(() => (renewing = null));
    await renewing;
  };

  return {
    connect: () =>
      new PgliteConnection(async (connection) => {
        await ready();
        if (life.connection) post(life, "reset");
        life.connection = connection;
        return life;
      }),
    async close() {
      await renewing?.catch(() => undefined);
      const last = life;
      if (!isSpent()) {
        await new Promise<void>((resolve) => {
          last.closed = resolve;
          post(last, "close");
        });
      }
      await last.worker.terminate();
    },
  };
}

function post(life: Life, request: PgliteRequest, transfer: ArrayBuffer[] = []): void {
  life.worker.postMessage(request, transfer);
}

async function begin(folder: string, options: PgliteOptions): Promise<Life> {
  const worker = new Worker(new URL("./pgliteWorker.ts", import.meta.url), {
    workerData: { folder },
    // Flags of the main thread (--input-type, --test …) mean nothing here and some forbid a file.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.heapMb ?? heapMb },
  });
  const life: Life = { worker, connection: null, unanswered: 0, failure: null, closed: () => undefined };
  const ready = new Promise<void>((resolve, reject) => {
    worker.on("message", (reply: PgliteReply) => {
      if (reply instanceof Uint8Array) {
        life.unanswered -= 1;
        life.connection?.push(Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength));
      } else if ("failed" in reply) fail(new Error(`The embedded database failed: ${reply.failed}`));
      else if (reply.state === "ready") resolve();
      else life.closed();
    });
    worker.on("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", () => fail(new Error("The embedded database has stopped")));
    function fail(error: Error): void {
      life.failure ??= error;
      reject(life.failure);
      life.connection?.destroy(life.failure);
      life.closed();
    }
  });
  try {
    await ready;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  if (!options.keepAlive) worker.unref();
  return life;
}

/** A socket as `pg` expects it, connected to the worker. */
class PgliteConnection extends Duplex {
  readonly #open: (connection: PgliteConnection) => Promise<Life>;
  #life: Life | null = null;

  constructor(open: (connection: PgliteConnection) => Promise<Life>) {
    super();
    this.#open = open;
  }

  connect(): void {
    this.#open(this).then(
      (life) => {
        this.#life = life;
        this.emit("connect");
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _read(): void {
    // Answers are pushed as they arrive: at most one query is running.
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
    const life = this.#life;
    if (!life || life.failure) return done(life?.failure ?? new Error("The embedded database is not connected"));
    const forwarded = messages.filter((message) => message[0] !== terminate);
    if (forwarded.length) {
      // Copied, since a Buffer shares its memory with others and these bytes are transferred to the worker.
      const bytes = new Uint8Array(Buffer.concat(forwarded));
      life.unanswered += 1;
      post(life, bytes, [bytes.buffer]);
    }
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
