import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

/** What the main thread may ask besides PostgreSQL's own protocol, which is sent as bytes. */
export type PgliteRequest = Uint8Array | "reset" | "close";
export type PgliteReply = Uint8Array | { state: "ready" | "closed" } | { failed: string };

// This thread runs nothing but PGlite, so that a query does not block the broker and the sockets.
const port = parentPort!;
const { folder } = workerData as { folder: string };
const reply = (message: PgliteReply, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

/** PGlite's default of 128 MB fills up within minutes and is never released; the system caches the files anyway. */
const sharedBuffers = "32MB";

const pglite = new PGlite({
  dataDir: folder,
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${sharedBuffers}`],
});
let queue: Promise<void> = pglite.waitReady.then(() => reply({ state: "ready" })).catch(fail);

port.on("message", (request: PgliteRequest) => {
  queue = queue.then(() => answer(request)).catch(fail);
});

async function answer(request: PgliteRequest): Promise<void> {
  if (request === "close") {
    await pglite.close();
    reply({ state: "closed" });
  } else if (request === "reset") {
    await pglite.exec("rollback");
  } else {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    // Not execProtocolRaw, which also parses every row for a caller of another kind and keeps it for ever.
    await pglite.execProtocolRawStream(request, { onRawData: (view) => parts.push(view.slice()) });
    const bytes = joined(parts);
    reply(bytes, [bytes.buffer]);
  }
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let written = 0;
  for (const part of parts) {
    whole.set(part, written);
    written += part.length;
  }
  return whole;
}

function fail(error: unknown): void {
  reply({ failed: error instanceof Error ? error.message : String(error) });
}
