import { jetstream, JetStreamApiError } from "@nats-io/jetstream";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConfigError } from "../platform/config/settings.ts";
import { jetStreamLog } from "../platform/log/jetStream/jetStreamLog.ts";
import { clockDifferenceMs } from "../platform/log/jetStream/clockDifference.ts";
import { maxClockDifferenceMs } from "../platform/log/jetStream/storedTrail.ts";
import { isFull, openStream, type Stream } from "../platform/log/jetStream/openStream.ts";
import type { MessageLog } from "../platform/log/messageLog.ts";
import { askEveryMs, isUnanswered, jetStreamReach } from "../platform/nats/jetStreamReach.ts";
import { wholeLog } from "../platform/log/partitions.ts";
import { segmentLog } from "../platform/log/segmentLog.ts";
import { type LogCursors, logCursorsRepository } from "../pipeline/ingest/logCursors.repository.ts";
import type { BaseContext } from "./baseContext.ts";
import type { OpenNats } from "./openNats.ts";
import type { Storage } from "./storage.ts";

/** A process that starts beside another waits this long for the first cursor of a new log. */
const firstCursorMs = 5_000;
const lookMs = 100;
/** A slow disk may take this long to store a message, ms. */
const answerMs = 5_000;

/** The log of devices' messages, and where it is, in words for operators. */
export interface OpenMessageLog {
  messageLog: MessageLog;
  place: string;
  /** Why the log cannot be reached now, in a few words; null: it can. */
  unhealthyReason(): string | null;
}

/** Opens the log in the data folder or, if the settings name a NATS server, in a stream of it. */
export async function openMessageLog(
  parts: Pick<BaseContext, "config" | "dataDir" | "now" | "every" | "log"> &
    Pick<Storage, "db"> & { nats: OpenNats | null },
): Promise<OpenMessageLog> {
  const { config, dataDir, now, nats } = parts;
  const folder = join(dataDir, "log");
  const maxBytes = config.logMaxMb * 1024 * 1024;
  if (nats === null)
    return { messageLog: await segmentLog({ folder, now, maxBytes }), place: folder, unhealthyReason: () => null };
  await checkAllProcessed(parts, folder);
  const { connection, cluster, shown } = nats;
  const refuse = (error: Error): never => {
    const said = error instanceof JetStreamApiError ? ` (${error.message})` : "";
    const reason = `its JetStream does not answer${said}; it may be cut off from the others of its cluster`;
    throw new ConfigError(`${shown} cannot keep the log: ${isUnanswered(error) ? reason : error.message}`);
  };
  const stream = await openStream(connection, cluster, maxBytes).catch(refuse);
  const aheadMs = await clockDifferenceMs(connection, stream, now).catch(refuse);
  if (Math.abs(aheadMs) > maxClockDifferenceMs)
    throw new ConfigError(
      `${shown} has a clock that is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? "ahead of" : "behind"} this machine's; set both by NTP`,
    );
  const unhealthyReason = watchJetStream({ ...parts, nats, stream });
  const messageLog = jetStreamLog({ connection, unhealthyReason, stream, maxBytes, now });
  const cursors = logCursorsRepository(parts.db, { logId: messageLog.id, partition: wholeLog }, async () => undefined);
  // Without a cursor from its first moment on, this log would look like that of another installation after a crash.
  if (stream.isNew) await cursors.storeLocated({ position: messageLog.start(), atMs: now() });
  else if (!(await hasCursor(cursors)))
    throw new ConfigError(
      `${shown} keeps the log of another installation under PULSE_CLUSTER="${cluster}", which its database knows; choose another name`,
    );
  return { messageLog, place: `the stream ${stream.name} at ${shown}`, unhealthyReason };
}

/**
 * Asks JetStream all the time whether it stores an empty message of the log, which readers of the log ask, too.
 * @returns why the log cannot be reached now; null: it can
 */
function watchJetStream(
  parts: Pick<BaseContext, "every" | "log" | "now"> & { nats: OpenNats; stream: Stream },
): () => string | null {
  const { nats, stream, every, log, now } = parts;
  const { connection } = nats;
  const reach = jetStreamReach({
    ask: () =>
      jetstream(connection)
        .publish(stream.subject, new Uint8Array(), { timeout: answerMs })
        .catch((error: unknown) => {
          // A full stream answers.
          if (!isFull(error)) throw error;
        }),
    isConnected: () => nats.unhealthyReason() === null,
    // Alone, it would only be the same one.
    reconnect: () => void (connection.info?.cluster !== undefined && connection.reconnect()),
    report: (text) => log.warn(text),
    now,
  });
  every(askEveryMs, reach.turn);
  return () => nats.unhealthyReason() ?? reach.unhealthyReason();
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
