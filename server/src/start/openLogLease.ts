import { type LogLease, ownLogLease, sharedLogLease } from "../pipeline/ingest/logLease.ts";
import type { BaseContext } from "./baseContext.ts";
import type { OpenMessageLog } from "./openMessageLog.ts";
import type { OpenNats } from "./openNats.ts";
import type { Storage } from "./storage.ts";

/** The lease of the log, and what becomes of this process without it. */
export interface OpenLogLease {
  lease: LogLease;
  /** Resolves with the reason if this process can no longer work on the log. */
  lost: Promise<Error>;
}

/** Given back at the stop once everything was written, so that another process goes on at once. */
export function openLogLease(
  parts: Pick<BaseContext, "every" | "onStop"> &
    Pick<Storage, "db"> &
    Pick<OpenMessageLog, "messageLog"> & { nats: OpenNats | null },
): OpenLogLease {
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Error>();
  if (parts.nats === null) return { lease: ownLogLease, lost };
  const monotonicMs = (): number => performance.now();
  const lease = sharedLogLease({ ...parts, logId: parts.messageLog.id, monotonicMs, onLost });
  parts.onStop(lease.release);
  return { lease, lost };
}
