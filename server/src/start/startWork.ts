import type { Bus } from "../platform/bus/bus.ts";
import { type Fencing, fencing } from "../pipeline/fencing/fencing.ts";
import { pastPositions } from "../pipeline/history/pastPositions.ts";
import type { LogWorker } from "../pipeline/ingest/logWorker.ts";
import { storedAssetFixes } from "../pipeline/publish/assetFixes.repository.ts";
import { assetFusion } from "../pipeline/publish/assetFusion.ts";
import { allLastSeen, lastSeen } from "../resources/assets/lastSeen.ts";
import { livePath } from "../pipeline/publish/livePath.ts";
import type { DevicePath } from "./devicePath.ts";
import type { BaseContext } from "./baseContext.ts";
import { livePicture, type Screen } from "./livePicture.ts";
import { gauge, type Metrics } from "./createMetrics.ts";
import type { WriteRecording } from "./openWriteRecording.ts";
import type { Storage } from "./storage.ts";

/** How often to check whether history has holes that late messages can fill, ms. */
const pastMs = 5_000;

/** How often other processes are told how far this one is behind, ms. */
const delayMs = 1_000;

/**
 * Begins to process the log of devices' messages, and to store and show the results. Only whoever holds the lease of the log
 * may call it.
 */
export async function startWork(
  parts: BaseContext &
    DevicePath &
    Pick<Storage, "db"> &
    Pick<WriteRecording, "unit"> &
    Pick<Metrics, "metrics"> & { bus: Bus; live: Screen },
): Promise<LogWorker & { fences: Fencing }> {
  const { ingest, deviceLog, located, bus, metrics, lease } = parts;
  const { devices, status } = ingest;
  const { positions, sightings, start } = await deviceLog.open();
  const { models: sites, worker } = located;
  const fusion = assetFusion(await storedAssetFixes(parts.db));
  const fences = await fencing({
    ...parts,
    check: lease.check,
    lastSeen: (assetIds) => lastSeen(parts.db, assetIds),
    allLastSeen: () => allLastSeen(parts.db),
  });
  const picture = livePicture({ ...parts, fences, caughtUp: () => work.caughtUp() });
  const { show } = picture;
  const stopPath = livePath({ bus, sites, devices, status, fusion, fences, positions, sightings, show });
  const flushStatus = async (): Promise<void> => {
    await status.flush();
    await ingest.signals.flush();
    await ingest.storeHealth();
  };
  const work = start({
    records: ingest.records,
    locate: worker,
    sites,
    flushStatus,
    unsavedMs: fences.unsavedMs,
    ticked: (tickMs) => {
      fences.ticked(tickMs);
      picture.ticked(tickMs);
    },
    delay: picture.yieldToPreview,
  });
  picture.start();
  parts.onStop(async () => {
    await picture.closePreview();
    await work.stop();
    picture.close();
    worker.close();
    stopPath();
    await fences.close();
  });
  const past = pastPositions({
    ...parts,
    sites,
    positions,
    isBehind: () => !work.caughtUp(),
    processedMs: deviceLog.freshness.processedMs,
  });
  parts.every(pastMs, past.turn);
  parts.onStop(past.close);
  parts.every(delayMs, () => publishDelay(parts));
  gauge(metrics, "pulse_trackers_tracked", "Trackers with a window in memory", worker.tracked);
  return { ...work, fences };
}

/** Tells the other processes how far this one is behind. */
function publishDelay({ bus, freshness }: { bus: Pick<Bus, "publish"> } & Pick<DevicePath, "freshness">): void {
  bus.publish("delay", { behindMs: freshness.behindMs(), workBehindMs: freshness.workBehindMs() });
}
