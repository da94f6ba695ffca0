import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { rename, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import { type BackupTaker, withBackup } from "../platform/backup/backupTaker.ts";
import { guardServer } from "../platform/http/guardServer.ts";
import type { Lifecycle } from "../platform/runtime/lifecycle.ts";

/** Says where the running process listens for commands of this machine, and what they must know; for this user only. */
export const controlFile = "pulse.control";

export interface ControlAddress {
  /** Of the process, as in `pulse.pid`. */
  pid: number;
  port: number;
  /** Whoever can read the file may give commands. */
  token: string;
}

/** Where a failure is told that comes after the first bytes. */
export const errorTrailer = "x-pulse-error";

/**
 * Listens on loopback for commands of whoever can read the data folder, such as `pulse backup`. Each start has another port
 * and another token, so what an earlier process left opens nothing.
 */
export async function openControlPort(parts: {
  dataDir: string;
  backups: BackupTaker;
  log: Logger;
  onStop: Lifecycle["onStop"];
}): Promise<void> {
  const { dataDir, backups, log, onStop } = parts;
  const token = randomBytes(32).toString("base64url");
  const working = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const work = answer(request, response, { token, backups, log }).catch((error: unknown) =>
      log.error({ err: error }, "a command of this machine failed"),
    );
    working.add(work);
    void work.finally(() => working.delete(work));
  });
  guardServer(server, log);
  // A backup takes as long as it takes.
  server.requestTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const path = join(dataDir, controlFile);
  const address: ControlAddress = { pid: process.pid, port: (server.address() as AddressInfo).port, token };
  await writeFile(`${path}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  onStop(async () => {
    await rm(path, { force: true });
    server.close();
    server.closeAllConnections();
    await Promise.all(working);
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { token, backups, log }: { token: string; backups: BackupTaker; log: Logger },
): Promise<void> {
  request.resume();
  if (!isAllowed(request.headers.authorization, token)) return void response.writeHead(401).end();
  if (request.method !== "POST" || request.url !== "/backup") return void response.writeHead(404).end();
  try {
    await withBackup(backups, async (archive) => {
      response.writeHead(200, { "content-type": "application/x-tar", trailer: errorTrailer });
      await pipeline(Readable.fromWeb(archive as Parameters<typeof Readable.fromWeb>[0]), response, { end: false });
    });
    response.end();
    log.info("a backup was handed over");
  } catch (error) {
    log.error({ err: error }, "a backup failed");
    if (response.destroyed) return;
    const reason = encodeURIComponent(error instanceof Error ? error.message.split("\n", 1)[0]! : String(error));
    if (response.headersSent) response.addTrailers({ [errorTrailer]: reason });
    else response.writeHead(500, { [errorTrailer]: reason });
    response.end();
  }
}

function isAllowed(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
