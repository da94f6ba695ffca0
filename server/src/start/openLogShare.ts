import { type LogShare, sharedLog, soleShare } from "../pipeline/ingest/logShare.ts";
import type { BaseContext } from "./baseContext.ts";
import type { OpenMessageLog } from "./openMessageLog.ts";
import type { OpenNats } from "./openNats.ts";
import type { Storage } from "./storage.ts";

/** What of the log this process works on, and what becomes of it when that was taken from it. */
export interface OpenLogShare {
  share: LogShare;
  /** Resolves with the reason if this process can no longer work on the log. */
  lost: Promise<Error>;
}

/** Without a NATS server there is no other process, so this one has the whole log. */
export function openLogShare(
  parts: Pick<BaseContext, "every" | "problem"> &
    Pick<Storage, "db"> &
    Pick<OpenMessageLog, "messageLog"> & { nats: OpenNats | null },
): OpenLogShare {
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Error>();
  const { nats } = parts;
  if (nats === null) return { share: soleShare(), lost };
  const isReachable = (): boolean => nats.unhealthyReason() === null;
  const { id: logId, partitions } = parts.messageLog;
  const monotonicMs = (): number => performance.now();
  return { share: sharedLog({ ...parts, logId, partitions, isReachable, monotonicMs, onLost }), lost };
}
