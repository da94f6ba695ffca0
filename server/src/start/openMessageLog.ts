import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConfigError } from "../platform/config/settings.ts";
import { jetStreamLog } from "../platform/log/jetStream/jetStreamLog.ts";
import { clockDifferenceMs } from "../platform/log/jetStream/clockDifference.ts";
import { maxClockDifferenceMs } from "../platform/log/jetStream/storedTrail.ts";
import { openStream } from "../platform/log/jetStream/openStream.ts";
import type { MessageLog } from "../platform/log/messageLog.ts";
import { wholeLog } from "../platform/log/partitions.ts";
import { segmentLog } from "../platform/log/segmentLog.ts";
import { type LogCursors, logCursorsRepository } from "../pipeline/ingest/logCursors.repository.ts";
import type { BaseContext } from "./baseContext.ts";
import type { OpenNats } from "./openNats.ts";
import type { Storage } from "./storage.ts";

/** A process that starts beside another waits this long for the first cursor of a new log. */
const firstCursorMs = 5_000;
const lookMs = 100;

/** The log of devices' messages, and where it is, in words for operators. */
export interface OpenMessageLog {
  messageLog: MessageLog;
  place: string;
}

/** Opens the log in the data folder or, if the settings name a NATS server, in a stream of it. */
export async function openMessageLog(
  parts: Pick<BaseContext, "config" | "dataDir" | "now"> & Pick<Storage, "db"> & { nats: OpenNats | null },
): Promise<OpenMessageLog> {
  const { config, dataDir, now, nats } = parts;
  const folder = join(dataDir, "log");
  const maxBytes = config.logMaxMb * 1024 * 1024;
  if (nats === null) return { messageLog: await segmentLog({ folder, now, maxBytes }), place: folder };
  await checkAllProcessed(parts, folder);
  const { connection, unhealthyReason, cluster, shown } = nats;
  const stream = await openStream(connection, cluster, maxBytes).catch((error: Error) => {
    throw new ConfigError(`${shown} cannot keep the log: ${error.message}`);
  });
  const aheadMs = await clockDifferenceMs(connection, stream, now);
  if (Math.abs(aheadMs) > maxClockDifferenceMs)
    throw new ConfigError(
      `${shown} has a clock that is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? "ahead of" : "behind"} this machine's; set both by NTP`,
    );
  const messageLog = jetStreamLog({ connection, unhealthyReason, stream, maxBytes, now });
  const cursors = logCursorsRepository(parts.db, { logId: messageLog.id, partition: wholeLog }, async () => undefined);
  // Without a cursor from its first moment on, this log would look like that of another installation after a crash.
  if (stream.isNew) await cursors.storeLocated({ position: messageLog.start(), atMs: now() });
  else if (!(await hasCursor(cursors)))
    throw new ConfigError(
      `${shown} keeps the log of another installation under PULSE_CLUSTER="${cluster}", which its database knows; choose another name`,
    );
  return { messageLog, place: `the stream ${stream.name} at ${shown}` };
}

/** Whether our database knows the log. If another process is just making it, that takes a moment. */
async function hasCursor(cursors: Pick<LogCursors, "located">): Promise<boolean> {
  for (const untilMs = performance.now() + firstCursorMs; ; await pause(lookMs)) {
    if ((await cursors.located()) !== null) return true;
    if (performance.now() > untilMs) return false;
  }
}

/** An installation that moves to NATS must not leave messages behind that it has acknowledged. */
async function checkAllProcessed(parts: Pick<BaseContext, "now"> & Pick<Storage, "db">, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const log = await segmentLog({ folder, now: parts.now, maxBytes: 0 });
  try {
    const cursors = logCursorsRepository(parts.db, { logId: log.id, partition: wholeLog }, async () => undefined);
    const processed = Math.min((await cursors.located())?.position ?? 0, ...(await cursors.sightings()));
    if (processed >= log.end() || log.end() === log.start()) return;
    throw new ConfigError(
      `PULSE_NATS_URL cannot be used yet: ${folder} holds messages that are not processed; start once without it and stop again`,
    );
  } finally {
    await log.close();
  }
}
