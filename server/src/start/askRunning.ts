import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { BackupRefused } from "../platform/backup/archiveFormat.ts";
import { controlFile, type ControlAddress, errorTrailer } from "./controlPort.ts";

/**
 * The archive of a backup that the process that has locked the data folder makes. Rejects with a BackupRefused if that
 * process takes no commands; the stream fails if it cannot finish.
 */
export async function askForBackup(dataDir: string): Promise<ReadableStream<Uint8Array>> {
  const address = await controlAddress(dataDir);
  if (address === null) throw noAnswer(dataDir);
  const asking = request({
    host: "127.0.0.1",
    port: address.port,
    path: "/backup",
    method: "POST",
    headers: { authorization: `Bearer ${address.token}` },
    agent: false,
  });
  asking.end();
  const [response] = (await once(asking, "response").catch(() => {
    throw noAnswer(dataDir);
  })) as [IncomingMessage];
  // The archive's own reader hears of a broken connection.
  asking.on("error", () => undefined);
  if (response.statusCode !== 200) {
    response.resume();
    throw new BackupRefused(reasonIn(response.headers[errorTrailer]) ?? "the running Pulse makes no backup");
  }
  return ReadableStream.from<Uint8Array>(archiveOf(response));
}

async function* archiveOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response as AsyncIterable<Buffer>;
  } catch (error) {
    throw new Error("Pulse ended before the backup was whole", { cause: error });
  }
  const reason = reasonIn(response.trailers[errorTrailer]);
  if (reason !== null) throw new Error(`Pulse could not finish the backup: ${reason}`);
  if (!response.complete) throw new Error("Pulse ended before the backup was whole");
}

/** Null: there is none, or it is of a process that has ended. */
async function controlAddress(dataDir: string): Promise<ControlAddress | null> {
  const read = (name: string): Promise<string> => readFile(join(dataDir, name), "utf8").catch(() => "");
  try {
    const address = JSON.parse(await read(controlFile)) as ControlAddress;
    return String(address.pid) === (await read("pulse.pid")).trim() ? address : null;
  } catch {
    return null;
  }
}

const noAnswer = (dataDir: string): BackupRefused =>
  new BackupRefused(
    `PULSE_DATA_DIR="${dataDir}" is in use by a process that makes no backup now; try again once Pulse is running or has ended`,
  );

const reasonIn = (header: string | string[] | undefined): string | null =>
  typeof header === "string" ? decodeURIComponent(header) : null;
