import { Counter, type Registry } from "prom-client";

/** Everything that ingest accepts or refuses. */
export const outcomes = [
  "message",
  "sighting",
  "undecodable",
  "advert_rejected",
  "unknown_tracker",
  "foreign_site",
  "shared_identity",
  "gateway_mismatch",
  "throttled",
  "gps",
  "gps_rejected",
  "gps_of_fixed_gateway",
  "scan_of_tracker",
  "refused_credentials",
  "refused_too_often",
  "refused_publish_topic",
  "refused_subscribe_topic",
  "refused_packet_size",
  "refused_protocol",
  "refused_not_kept",
  "refused_not_sent",
  "refused_slow_reader",
] as const;
export type Outcome = (typeof outcomes)[number];

const quietMs = 60_000;

export interface IngestCounters {
  count(outcome: Outcome, by?: number): void;
  /** Counts a problem. The first of its kind is logged, then at most one a minute, with the number in between. */
  complain(outcome: Outcome, about: string): void;
  totals(): Record<Outcome, number>;
}

/** Counts for `/metrics`, with a log that a broken gateway cannot flood. */
export function ingestCounters(
  registry: Registry,
  log: { warn(fields: object, text: string): void },
  now: () => number,
): IngestCounters {
  const metric = new Counter({
    name: "pulse_ingest_total",
    help: "Messages that ingest accepted or refused, by outcome",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const totals = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  for (const outcome of outcomes) metric.inc({ outcome }, 0);
  const quiet = new Map<Outcome, { sinceMs: number; passedOver: number }>();
  const count = (outcome: Outcome, by = 1): void => {
    totals[outcome] += by;
    metric.inc({ outcome }, by);
  };
  return {
    count,
    complain: (outcome, about) => {
      count(outcome);
      const last = quiet.get(outcome);
      if (last && now() - last.sinceMs < quietMs) {
        last.passedOver++;
        return;
      }
      log.warn({ outcome, about: about.slice(0, 300), passedOver: last?.passedOver ?? 0 }, "ingest refused something");
      quiet.set(outcome, { sinceMs: now(), passedOver: 0 });
    },
    totals: () => ({ ...totals }),
  };
}
