import { Counter, type Registry } from "prom-client";

/** What can happen to a text message. */
const outcomes = [
  "sent",
  "failed",
  "over_account_budget",
  "over_number_budget",
  "over_address_budget",
  "over_installation_budget",
] as const;

/** Counts text messages, since each one costs money. An alert on refused ones reveals an attack. */
export function smsMetric(registry: Registry): (outcome: (typeof outcomes)[number]) => void {
  const counter = new Counter({
    name: "pulse_sms_total",
    help: "Text messages with codes, by outcome",
    labelNames: ["outcome"],
    registers: [registry],
  });
  // Shown as 0 from the start, so that an alert can be set.
  for (const outcome of outcomes) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}
