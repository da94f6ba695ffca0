import { Counter, Gauge, type Registry } from "prom-client";
import { versions } from "@pulse/contract/limits";
import type { RecentWarnings } from "../../platform/health/recentWarnings.ts";
import { certificateFilesOf, validToMs } from "./certificates.ts";
import type { OperationsSources } from "./operations.service.ts";
import { withinTime } from "./withinTime.ts";
import type { StoredQueue } from "./operations.repository.ts";

/** A monitor gives up on all metrics after some 10 s, ms. */
const patienceMs = 2_000;

/** What the operations page shows and no other slice counts, for monitors. A value that cannot be found out is left out. */
export function operationsMetrics(
  metrics: Registry,
  parts: Pick<OperationsSources, "config" | "dataDir" | "now" | "freeBytes" | "queues"> & {
    warnings: Pick<RecentWarnings, "counts">;
  },
): void {
  const registers = [metrics];
  const { now } = parts;
  new Gauge({
    name: "pulse_build_info",
    help: "Always 1; the version is a label",
    labelNames: ["version"],
    registers,
  }).set({ version: versions.app }, 1);
  new Gauge({
    name: "pulse_disk_free_bytes",
    help: "What the disk of the data folder has left",
    registers,
    async collect() {
      const bytes = await withinTime(patienceMs, parts.freeBytes);
      if (bytes !== null) this.set(bytes);
    },
  });
  new Gauge({
    name: "pulse_certificate_expiry_timestamp_seconds",
    help: "Until when each certificate of this process is valid",
    labelNames: ["purpose"],
    registers,
    async collect() {
      for (const file of certificateFilesOf(parts.config, parts.dataDir)) {
        const untilMs = await validToMs(file).catch(() => null);
        if (untilMs !== null) this.set({ purpose: file.purpose }, untilMs / 1000);
      }
    },
  });
  const queueGauge = (name: string, help: string, value: (queue: StoredQueue) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ["queue"],
      registers,
      async collect() {
        const stored = await withinTime(patienceMs, parts.queues);
        this.reset();
        for (const [queue, state] of Object.entries(stored ?? {})) this.set({ queue }, value(state));
      },
    });
  };
  queueGauge("pulse_queue_items", "What waits in a queue of the database", ({ waiting }) => waiting);
  queueGauge("pulse_queue_age_seconds", "How long the oldest item of a queue has been waiting", ({ since }) =>
    since === null ? 0 : Math.max(0, now() - since.getTime()) / 1000,
  );
  new Counter({
    name: "pulse_log_warnings_total",
    help: "Lines of the log that warn or tell of an error, also those below PULSE_LOG_LEVEL",
    labelNames: ["level"],
    registers,
    collect() {
      this.reset();
      for (const [level, count] of Object.entries(parts.warnings.counts())) this.inc({ level }, count);
    },
  });
}
