import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { smsMetric } from "../resources/accounts/smsMetric.ts";
import { type Buffers, buffers } from "../platform/health/buffers.ts";
import type { BaseContext } from "./baseContext.ts";

export interface Metrics {
  metrics: Registry;
  /** Where everything that buffers data shows how much of it waits. */
  waiting: Buffers;
  onSms: ReturnType<typeof smsMetric>;
}

/** What `/metrics` shows. */
export function createMetrics({ now, onStop }: Pick<BaseContext, "now" | "onStop">): Metrics {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  onStop(() => metrics.clear());
  return { metrics, waiting: buffers(metrics, now), onSms: smsMetric(metrics) };
}

/** A number that is read when it is asked for. */
export function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
