import type { Bus } from "../platform/bus/bus.ts";
import { liveGateways } from "../resources/gateways/liveGateways.ts";
import { type DeviceLog, deviceLog } from "../pipeline/ingest/deviceLog.ts";
import { delayElsewhere, noDelayElsewhere } from "../pipeline/ingest/delayElsewhere.ts";
import type { Freshness } from "../pipeline/ingest/freshness.ts";
import { type IngestModule, ingestModule } from "../pipeline/ingest/ingestModule.ts";
import type { ScansService } from "../pipeline/ingest/scans.service.ts";
import { type LocateModule, locateModule } from "../pipeline/locate/locateModule.ts";
import type { Readiness } from "../platform/health/readiness.ts";
import type { BaseContext } from "./baseContext.ts";
import type { Metrics } from "./createMetrics.ts";
import { type OpenLogShare, openLogShare } from "./openLogShare.ts";
import { openMessageLog } from "./openMessageLog.ts";
import type { OpenNats } from "./openNats.ts";
import { reportMissingRoles } from "./reportMissingRoles.ts";
import type { WriteRecording } from "./openWriteRecording.ts";
import type { Storage } from "./storage.ts";

/** How often a process that does not work on the log stores what it has noticed of devices, ms. */
const noticesMs = 2_000;

/** How often to look which sites are divided, ms. */
const sharesMs = 10_000;

/** The parts that devices' messages go through, from their arrival to a fix. */
export interface DevicePath extends Omit<OpenLogShare, "partitionsOfShares"> {
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
    Pick<WriteRecording, "unit"> & { bus: Bus; nats: OpenNats | null; readiness: Readiness; maxMessagesPerS: number },
): Promise<DevicePath> {
  const { config, bus, nats, now, waiting, onStop } = parts;
  const ingest = await ingestModule({ ...parts, isBrokerExternal: config.mqttUrl !== null });
  const { devices, status } = ingest;

  const opened = await openMessageLog(parts);
  const { share, lost, partitionsOfShares } = openLogShare({ ...parts, ...opened });
  if (nats !== null) reportMissingRoles({ ...parts, ...opened, nats });
  const monotonicMs = (): number => performance.now();
  const elsewhere =
    nats === null ? noDelayElsewhere : delayElsewhere({ bus, partitions: opened.messageLog.partitions, monotonicMs });
  if (nats !== null) {
    const expectShares = async (): Promise<void> => elsewhere.expect(await partitionsOfShares());
    await expectShares();
    parts.every(sharesMs, expectShares);
  }
  waiting.add("gateway_messages", ingest.messages.size);
  const messages = await deviceLog({ ...parts, ...opened, ingest, delayElsewhere: elsewhere });
  // Whoever works on the log stores this with its progress; what the others note has no place in the log.
  parts.every(noticesMs, async () => {
    if (share.held().length > 0) return;
    await status.flush();
    await ingest.signals.flush();
  });
  onStop(bus.serve("retryFailedMessage", ({ siteId, id }) => messages.retryFailed(siteId, id)));
  const located = locateModule({ ...parts, devices, status, share, flushSightings: messages.flushSightings });
  const { models, underperforming } = located;
  const { processedMs } = messages.freshness;
  onStop(bus.serve("liveGateways", liveGateways(status, underperforming, ingest.health, { now, processedMs })));
  return {
    ingest,
    deviceLog: messages,
    located,
    freshness: messages.freshness,
    share,
    lost,
    scans: ingest.scans(models, messages.posted),
  };
}
