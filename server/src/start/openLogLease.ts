import { type LeaseLost, type LogLease, ownLogLease, sharedLogLease } from "../pipeline/ingest/logLease.ts";
import type { BaseContext } from "./baseContext.ts";
import type { OpenMessageLog } from "./openMessageLog.ts";
import type { OpenNats } from "./openNats.ts";
import type { Storage } from "./storage.ts";

/** The lease of the log, and what becomes of this process without it. */
export interface OpenLogLease {
  lease: LogLease;
  /** Resolves if another process has taken the log over. */
  lost: Promise<LeaseLost>;
}

/** Given back at the stop once everything was written, so that another process goes on at once. */
export function openLogLease(
  parts: Pick<BaseContext, "every" | "onStop" | "problem"> &
    Pick<Storage, "db"> &
    Pick<OpenMessageLog, "messageLog"> & { nats: OpenNats | null },
): OpenLogLease {
  const { promise: lost, resolve: onLost } = Promise.withResolvers<LeaseLost>();
  if (parts.nats === null) return { lease: ownLogLease, lost };
  const monotonicMs = (): number => performance.now();
  const lease = sharedLogLease({ ...parts, logId: parts.messageLog.id, monotonicMs, onLost });
  parts.onStop(lease.release);
  return { lease, lost };
}
