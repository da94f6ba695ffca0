import type { LogRecord } from "../../platform/log/messageLog.ts";
import { type LogScope, readsSite } from "../../platform/log/logScope.ts";
import type { GatewayIngest } from "./gatewayIngest.ts";
import { postedTopic, sourceOf } from "./intake.ts";
import type { RegisteredGateway, RegisteredTracker } from "../../platform/devices/registeredDevice.ts";
import type { DeviceRegistry } from "./deviceRegistry.ts";
import { postedTopics } from "./scans.service.ts";
import type { TrackerIngest } from "./trackerIngest.ts";

/** The sender of a record, as far as it is known. */
export type Sender = { gateway: RegisteredGateway } | { tracker: RegisteredTracker };

export interface RecordWork {
  /** Null: nobody known now, somebody of another partition, or a failed message of another share. */
  senderOf(record: LogRecord): Sender | null;
  /**
   * Decodes a record and passes its content on; with `isReplay` only to the windows, since the rest was already done.
   */
  work(record: LogRecord, sender: Sender, isReplay: boolean): void;
}

interface Ingest {
  fromGateway: Pick<GatewayIngest, "process">;
  fromTracker: TrackerIngest;
}

/** Turns a record of a partition of the log into what it says, by its sender. */
export function recordWork(parts: {
  scope: LogScope;
  devices: Pick<DeviceRegistry, "gateway" | "trackerById">;
  first: Ingest;
  replay: Ingest;
}): RecordWork {
  const { devices, scope } = parts;
  const share = scope.part?.share ?? 0;
  return {
    senderOf: (record) => {
      const source = sourceOf(record.source);
      if (source === null || source.failed?.shares.includes(share) === false) return null;
      const gateway = source.kind === "gateway" ? devices.gateway(source.id) : undefined;
      if (gateway) return readsSite(scope, gateway.siteId) ? { gateway } : null;
      const tracker = source.kind === "tracker" ? devices.trackerById(source.id) : undefined;
      return tracker && readsSite(scope, tracker.siteId) ? { tracker } : null;
    },
    work: ({ source, topic, payload, atMs: arrivedMs, position }, sender, isReplay) => {
      const atMs = sourceOf(source)?.failed?.receivedMs ?? arrivedMs;
      const ingest = isReplay ? parts.replay : parts.first;
      if ("tracker" in sender) return ingest.fromTracker(sender.tracker, { payload, atMs, position });
      const topics = topic === postedTopic ? postedTopics(sender.gateway) : [topic];
      ingest.fromGateway.process(sender.gateway, { source: topic, topics, payload, atMs, position });
    },
  };
}
