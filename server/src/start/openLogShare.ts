import { type LogShare, sharedLog, soleShare } from "../pipeline/ingest/logShare.ts";
import { siteLimits } from "../pipeline/ingest/siteShares.ts";
import { siteDivision } from "../pipeline/ingest/siteShares.repository.ts";
import type { BaseContext } from "./baseContext.ts";
import type { OpenMessageLog } from "./openMessageLog.ts";
import type { OpenNats } from "./openNats.ts";
import type { Storage } from "./storage.ts";

/** What of the log this process works on, and what becomes of it when that was taken from it. */
export interface OpenLogShare {
  share: LogShare;
  /** The partitions with parts of divided sites. */
  partitionsOfShares(): Promise<number[]>;
  /** Resolves with the reason if this process can no longer work on the log. */
  lost: Promise<Error>;
}

/** Without a NATS server there is no other process, so this one has the whole log. */
export function openLogShare(
  parts: Pick<BaseContext, "config" | "every" | "problem"> &
    Pick<Storage, "db"> &
    Pick<OpenMessageLog, "messageLog" | "unhealthyReason"> & { nats: OpenNats | null },
): OpenLogShare {
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Error>();
  const { nats, config, db } = parts;
  if (nats === null) return { share: soleShare(), partitionsOfShares: async () => [], lost };
  const isReachable = (): boolean => parts.unhealthyReason() === null;
  const { id: logId } = parts.messageLog;
  const division = siteDivision(db, logId, siteLimits(config.maxSiteGateways));
  const monotonicMs = (): number => performance.now();
  const partitionsOfShares = async (): Promise<number[]> => (await division.all()).map(({ partition }) => partition);
  return {
    partitionsOfShares,
    share: sharedLog({ ...parts, logId, division, isReachable, monotonicMs, onLost }),
    lost,
  };
}
