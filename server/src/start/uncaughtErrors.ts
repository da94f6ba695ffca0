import { Counter } from "prom-client";
import type { BaseContext } from "./baseContext.ts";
import type { Metrics } from "./createMetrics.ts";

/** Returns what logs and counts an error that nobody caught: the last resort, since nobody knows what it has broken. */
export function uncaughtErrors({
  log,
  metrics,
}: Pick<BaseContext, "log"> & Pick<Metrics, "metrics">): (error: unknown) => void {
  const count = new Counter({
    name: "pulse_uncaught_errors_total",
    help: "Errors that nobody caught; Pulse stops after the first",
    registers: [metrics],
  });
  return (error) => {
    count.inc();
    log.fatal({ err: error }, "an error that nobody caught: Pulse stops");
  };
}
