import type { Bus } from "../platform/bus/bus.ts";
import { liveGateways } from "../resources/gateways/liveGateways.ts";
import { type TrackSmoother, trackSmoother } from "../pipeline/history/trackSmoother.ts";
import { type DeviceLog, deviceLog } from "../pipeline/ingest/deviceLog.ts";
import type { Freshness } from "../pipeline/ingest/freshness.ts";
import { type IngestModule, ingestModule } from "../pipeline/ingest/ingestModule.ts";
import type { ScansService } from "../pipeline/ingest/scans.service.ts";
import { type LocateModule, locateModule } from "../pipeline/locate/locateModule.ts";
import type { Readiness } from "../platform/health/readiness.ts";
import type { BaseContext } from "./baseContext.ts";
import type { Metrics } from "./createMetrics.ts";
import { openMessageLog } from "./openMessageLog.ts";
import type { WriteRecording } from "./openWriteRecording.ts";
import type { Storage } from "./storage.ts";

/** The parts that devices' messages go through, from their arrival to a fix. */
export interface DevicePath {
  ingest: IngestModule;
  deviceLog: DeviceLog;
  located: LocateModule;
  scans: ScansService;
  freshness: Freshness;
}

/** Reads what the live path keeps in memory and opens its log. Nothing runs yet, but requests to it are answered. */
export async function devicePath(
  parts: BaseContext &
    Pick<Storage, "db"> &
    Pick<Metrics, "metrics" | "waiting"> &
    Pick<WriteRecording, "unit"> & { bus: Bus; readiness: Readiness; maxMessagesPerS: number },
): Promise<DevicePath> {
  const { config, db, bus, now, log, waiting, onStop } = parts;
  const ingest = await ingestModule({ ...parts, isBrokerExternal: config.mqttUrl !== null });
  const { devices, status } = ingest;

  // Closed after the log and the sites, since it gets fixes until they end.
  let tracks: TrackSmoother | null = null;
  onStop(() => tracks?.close());
  const { messageLog, place } = await openMessageLog(parts);
  waiting.add("gateway_messages", ingest.messages.size);
  const messages = await deviceLog({ ...parts, ingest, messageLog, place });
  const located = locateModule({ ...parts, devices, status, flushSightings: messages.sightings.flush });
  const { models, worker } = located;
  const { processedMs } = messages.freshness;
  onStop(bus.serve("liveGateways", liveGateways(status, worker.underperforming, ingest.health, { now, processedMs })));
  tracks = trackSmoother({ db, bus, sites: models, now: processedMs, log });
  return {
    ingest,
    deviceLog: messages,
    located,
    freshness: messages.freshness,
    scans: ingest.scans(models, messages.posted),
  };
}
