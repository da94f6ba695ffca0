import { existsSync } from "node:fs";
import { join } from "node:path";
import type { NatsConnection } from "@nats-io/transport-node";
import { ConfigError, redacted } from "../platform/config/settings.ts";
import { jetStreamLog } from "../platform/log/jetStream/jetStreamLog.ts";
import { clockDifferenceMs } from "../platform/log/jetStream/clockDifference.ts";
import { maxClockDifferenceMs } from "../platform/log/jetStream/storedTrail.ts";
import { openStream } from "../platform/log/jetStream/openStream.ts";
import type { MessageLog } from "../platform/log/messageLog.ts";
import { segmentLog } from "../platform/log/segmentLog.ts";
import { connectNats } from "../platform/nats/connectNats.ts";
import type { Readiness } from "../platform/health/readiness.ts";
import { logCursorsRepository } from "../pipeline/ingest/logCursors.repository.ts";
import type { BaseContext } from "./baseContext.ts";
import type { Storage } from "./storage.ts";

/** How long another process has to say that it uses the log. Without one the server says so at once. */
const claimMs = 2_000;

/** The log of devices' messages, and where it is, in words for operators. */
export interface OpenMessageLog {
  messageLog: MessageLog;
  place: string;
}

/** Opens the log in the data folder or, if the settings name a NATS server, in a stream of it. */
export async function openMessageLog(
  parts: Pick<BaseContext, "config" | "dataDir" | "now" | "onStop"> &
    Pick<Storage, "db"> & { readiness: Pick<Readiness, "part"> },
): Promise<OpenMessageLog> {
  const { config, dataDir, now } = parts;
  const folder = join(dataDir, "log");
  const maxBytes = config.logMaxMb * 1024 * 1024;
  if (config.nats === null) return { messageLog: await segmentLog({ folder, now, maxBytes }), place: folder };
  await checkAllProcessed(parts, folder);
  const { url, cluster, isUnsafeAllowed } = config.nats;
  const nats = await connectNats(url, { isUnsafeAllowed });
  parts.onStop(nats.close);
  parts.readiness.part("nats", nats.unhealthyReason);
  const shown = `PULSE_NATS_URL="${redacted("PULSE_NATS_URL", url)}"`;
  await claimLog(nats.connection, cluster, shown);
  const stream = await openStream(nats.connection, cluster, maxBytes).catch((error: Error) => {
    throw new ConfigError(`${shown} cannot keep the log: ${error.message}`);
  });
  const aheadMs = await clockDifferenceMs(nats.connection, stream, now);
  if (Math.abs(aheadMs) > maxClockDifferenceMs)
    throw new ConfigError(
      `${shown} has a clock that is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? "ahead of" : "behind"} this machine's; set both by NTP`,
    );
  const messageLog = jetStreamLog({ connection: nats.connection, stream, maxBytes, now });
  const cursors = logCursorsRepository(parts.db, messageLog.id);
  // Without a cursor from its first moment on, this log would look like that of another installation after a crash.
  if (stream.isNew) await cursors.storeLocated({ position: messageLog.start(), atMs: now() });
  else if ((await cursors.located()) === null)
    throw new ConfigError(
      `${shown} keeps the log of another installation under PULSE_CLUSTER="${cluster}", which its database knows; choose another name`,
    );
  return { messageLog, place: `the stream ${stream.name} at ${shown}` };
}

/** Rejects if another process reads this log: each of its messages would be processed twice. */
async function claimLog(connection: NatsConnection, cluster: string, shown: string): Promise<void> {
  const subject = `${cluster}.owner`;
  const isTaken = await connection.request(subject, undefined, { timeout: claimMs }).then(
    () => true,
    () => false,
  );
  if (isTaken)
    throw new ConfigError(
      `${shown} is used by another Pulse process under PULSE_CLUSTER="${cluster}"; stop it, or choose another name`,
    );
  connection.subscribe(subject, { callback: (_error, message) => void message.respond() });
}

/** An installation that moves to NATS must not leave messages behind that it has acknowledged. */
async function checkAllProcessed(parts: Pick<BaseContext, "now"> & Pick<Storage, "db">, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const log = await segmentLog({ folder, now: parts.now, maxBytes: 0 });
  try {
    const cursors = logCursorsRepository(parts.db, log.id);
    const processed = Math.min((await cursors.located())?.position ?? 0, ...(await cursors.sightings()));
    if (processed >= log.end() || log.end() === log.start()) return;
    throw new ConfigError(
      `PULSE_NATS_URL cannot be used yet: ${folder} holds messages that are not processed; start once without it and stop again`,
    );
  } finally {
    await log.close();
  }
}
