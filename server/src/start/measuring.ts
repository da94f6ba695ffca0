import { collectDefaultMetrics, Registry } from "prom-client";
import { smsMetric } from "../accounts/smsMetric.ts";
import { type Buffers, buffers } from "../system/buffers.ts";
import type { Ground } from "./ground.ts";

export interface Measuring {
  metrics: Registry;
  /** Where everything that buffers data shows how much of it waits. */
  waiting: Buffers;
  onSms: ReturnType<typeof smsMetric>;
}

/** What `/metrics` shows. */
export function measuring({ now, onStop }: Pick<Ground, "now" | "onStop">): Measuring {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  onStop(() => metrics.clear());
  return { metrics, waiting: buffers(metrics, now), onSms: smsMetric(metrics) };
}
