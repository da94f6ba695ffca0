import { Gauge, type Registry } from "prom-client";
import type { Bus } from "../platform/bus/bus.ts";
import { type Fencing, fencing } from "../pipeline/fencing/fencing.ts";
import { pastPositions } from "../pipeline/history/pastPositions.ts";
import type { LogWorker } from "../pipeline/ingest/logWorker.ts";
import { storedAssetFixes } from "../pipeline/publish/assetFixes.repository.ts";
import { assetFusion } from "../pipeline/publish/assetFusion.ts";
import { allLastSeen, lastSeen } from "../resources/assets/lastSeen.ts";
import { livePath } from "../pipeline/publish/livePath.ts";
import type { LiveServer } from "../live/liveServer.ts";
import type { DevicePath } from "./devicePath.ts";
import type { BaseContext } from "./baseContext.ts";
import { livePicture } from "./livePicture.ts";
import type { Metrics } from "./createMetrics.ts";
import type { WriteRecording } from "./openWriteRecording.ts";
import type { Storage } from "./storage.ts";

/** How often to check whether history has holes that late messages can fill, ms. */
const pastMs = 5_000;

/** Begins to process the log of devices' messages, and to store and show the results. */
export async function startWork(
  parts: BaseContext &
    DevicePath &
    Pick<Storage, "db"> &
    Pick<WriteRecording, "unit"> &
    Pick<Metrics, "metrics"> & { bus: Bus; live: LiveServer },
): Promise<LogWorker & { fences: Fencing }> {
  const { ingest, deviceLog, located, live, bus, metrics } = parts;
  const { devices, status } = ingest;
  const { positions, sightings } = deviceLog;
  const { models: sites, worker } = located;
  const fusion = assetFusion(await storedAssetFixes(parts.db));
  const fences = await fencing({
    ...parts,
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
  const work = deviceLog.start({
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
