import { limits } from "@pulse/contract/limits";
import { inProcessBus } from "../platform/bus/inProcessBus.ts";
import type { Fencing } from "../pipeline/fencing/fencing.ts";
import type { PartitionFreshness } from "../pipeline/ingest/freshness.ts";
import { livePreview } from "../pipeline/ingest/livePreview.ts";
import { coalescer } from "../live/coalesce.ts";
import { flushPace } from "../live/flushPace.ts";
import type { LiveServer } from "../live/liveServer.ts";
import type { OpenLocating } from "../pipeline/locate/locateModule.ts";
import type { LogScope } from "../platform/log/logScope.ts";
import type { LogPartition } from "../platform/log/messageLog.ts";
import { previewPath } from "../pipeline/publish/previewPath.ts";
import type { DevicePath } from "./devicePath.ts";
import type { BaseContext } from "./baseContext.ts";

/** How often to check whether the newest messages are to be shown first, ms. */
const previewMs = 1_000;

/** Where positions are shown: at the sockets of this process, or also at those of others. */
export type Screen = Pick<LiveServer, "add" | "flush">;

/** What people see now: the results of the log's worker or, while that is behind, those of a preview. */
export interface LivePicture {
  show: LiveServer["add"];
  ticked(nowMs: number): void;
  /** Awaited by the log's worker before each record and within ticks. */
  yieldToPreview(): Promise<void> | null;
  /** Begins to check whether a preview is needed. */
  start(): void;
  closePreview(): Promise<void>;
  close(): void;
}

/** @param parts.caughtUp whether everything that was in the log at the start has been processed */
export function livePicture(
  parts: BaseContext &
    Pick<DevicePath, "ingest" | "located"> & {
      scope: LogScope;
      messages: LogPartition;
      freshness: PartitionFreshness;
      openPreview: OpenLocating["preview"];
      fences: Pick<Fencing, "inside">;
      live: Screen;
      caughtUp(): boolean;
    },
): LivePicture {
  const { ingest, located, live, freshness, delayWork, caughtUp } = parts;
  const { devices, status } = ingest;
  const first = previewPath({ ...parts, sites: located.models, devices, status, show: live.add });
  const preview = livePreview({
    ...parts,
    log: parts.messages,
    workBehindMs: freshness.workBehindMs,
    open: () => {
      const previewBus = inProcessBus(parts);
      first.open(previewBus);
      return { records: ingest.previewRecords(parts.scope, previewBus), ...parts.openPreview(previewBus) };
    },
    ticked: (nowMs) => pace.ticked(nowMs),
    delay: delayWork && (() => delayWork("newest")),
  });
  // Until the log of an earlier process has been processed, fixes are older than those that people have seen.
  const early = coalescer();
  const show: LiveServer["add"] = (siteId, update) => {
    if (!first.isOutdated(update)) (caughtUp() ? live : early).add(siteId, update);
  };
  const pace = flushPace({
    everyMs: limits.locationUpdateMs,
    now: () => performance.now(),
    flush: () => {
      if (caughtUp()) for (const [siteId, all] of early.drain()) for (const update of all) show(siteId, update);
      else if (preview.behindMs() === null) return false;
      live.flush();
      return true;
    },
  });
  return {
    show,
    ticked: pace.ticked,
    yieldToPreview: () => delayWork?.("in order") ?? preview.yieldToPreview(),
    start: () => {
      freshness.follow(preview);
      preview.check();
      parts.every(previewMs, preview.check);
    },
    closePreview: preview.close,
    close: () => {
      pace.close();
      live.flush();
    },
  };
}
