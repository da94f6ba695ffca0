import { limits } from "@pulse/contract/limits";
import { Gauge, type Registry } from "prom-client";
import type { Bus } from "../adapters/bus/bus.ts";
import { inProcessBus } from "../adapters/bus/inProcessBus.ts";
import { type Fencing, fencing } from "../geofences/fencing.ts";
import { pastPositions } from "../history/pastPositions.ts";
import { livePreview } from "../ingest/livePreview.ts";
import type { LogWorker } from "../ingest/logWorker.ts";
import { storedAssetFixes } from "../live/assetFixes.repository.ts";
import { assetFusion } from "../live/assetFusion.ts";
import { coalescer } from "../live/coalesce.ts";
import { flushPace } from "../live/flushPace.ts";
import { livePath } from "../live/livePath.ts";
import { previewPath } from "../live/previewPath.ts";
import type { LiveServer } from "../live/liveServer.ts";
import type { DelayWork } from "../wiring.ts";
import type { DevicePath } from "./devicePath.ts";
import type { Ground } from "./ground.ts";
import type { Measuring } from "./measuring.ts";
import type { Recording } from "./recording.ts";
import type { Storage } from "./storage.ts";

/** How often to check whether history has holes that late messages can fill, ms. */
const pastMs = 5_000;

/** How often to check whether the newest messages are to be shown first, ms. */
const previewMs = 1_000;

/** Begins to process the log of devices' messages, and to store and show the results. */
export async function startWork(
  parts: Ground &
    DevicePath &
    Pick<Storage, "db"> &
    Pick<Recording, "unit"> &
    Pick<Measuring, "metrics"> & { bus: Bus; live: LiveServer; delayWork: DelayWork | undefined },
): Promise<LogWorker & { fences: Fencing }> {
  const { ingest, heard, located, live, bus, metrics } = parts;
  const { devices, status } = ingest;
  const { positions, sightings } = heard;
  const { models: sites, worker } = located;
  const fusion = assetFusion(await storedAssetFixes(parts.db));
  const fences = await fencing(parts);
  // Until the log of an earlier process has been processed, fixes are older than those that people have seen.
  const early = coalescer();
  const first = previewPath({ sites, devices, status, fences, show: live.add, now: parts.now });
  const show: LiveServer["add"] = (siteId, update) => {
    if (!first.isOutdated(update)) (work.caughtUp() ? live : early).add(siteId, update);
  };
  const stopPath = livePath({ bus, sites, devices, status, fusion, fences, positions, sightings, show });
  const flushStatus = async (): Promise<void> => {
    await status.flush();
    await ingest.signals.flush();
    await ingest.keepHealth();
  };
  const pace = flushPace({
    everyMs: limits.locationUpdateMs,
    now: () => performance.now(),
    flush: () => {
      if (work.caughtUp()) for (const [siteId, all] of early.take()) for (const update of all) show(siteId, update);
      else if (preview.behindMs() === null) return false;
      live.flush();
      return true;
    },
  });
  const preview = livePreview({
    ...parts,
    log: heard.log,
    workBehindMs: heard.freshness.workBehindMs,
    open: () => {
      const own = inProcessBus(parts);
      first.open(own);
      return { records: ingest.previewRecords(own), ...located.preview(own) };
    },
    ticked: pace.ticked,
    delay: parts.delayWork && (() => parts.delayWork!("newest")),
  });
  const work = heard.start({
    records: ingest.records,
    locate: worker,
    sites,
    flushStatus,
    unsavedMs: fences.unsavedMs,
    ticked: (tickMs) => {
      fences.ticked(tickMs);
      pace.ticked(tickMs);
    },
    delay: () => parts.delayWork?.("in order") ?? preview.giveWay(),
  });
  heard.freshness.follow(preview);
  preview.check();
  parts.every(previewMs, preview.check);
  parts.onStop(async () => {
    await preview.close();
    await work.stop();
    pace.close();
    live.flush();
    worker.close();
    stopPath();
    await fences.close();
  });
  const past = pastPositions({
    ...parts,
    sites,
    positions,
    isBehind: () => !work.caughtUp(),
    processedMs: heard.freshness.processedMs,
  });
  parts.every(pastMs, past.turn);
  parts.onStop(past.close);
  gauge(metrics, "pulse_trackers_tracked", "Trackers with a window in memory", worker.tracked);
  gauge(metrics, "pulse_sockets_open", "Open live sockets", live.sockets);
  return { ...work, fences };
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
