// How long a gateway waits for its PUBACK, which comes once its message is on disk, at a steady 2,000 messages/s.
import { measured, medianOf, quantile, report, sized } from "./harness.ts";
import { bareSyncs } from "./load/bareSync.ts";
import { runPulse } from "./load/runningPulse.ts";
import { startFleet } from "./load/startFleet.ts";

const messagesPerSecond = sized(2000, 200);
const advertsPerMessage = 5;
const warmUpS = sized(8, 0.2);
const rounds = sized(5, 1);
const roundS = sized(10, 1);

const running = await runPulse({ gateways: sized(50, 6), trackers: sized(1000, 20) });
const { site } = running;
const fleet = await startFleet({
  url: running.mqttUrl,
  gateways: site.gateways,
  trackers: site.trackers,
  advertsPerMessage,
});

await fleet.sendAcknowledged(warmUpS * messagesPerSecond, messagesPerSecond);
const figures: Record<"p50" | "p90" | "p99" | "disk", number[]> = { p50: [], p90: [], p99: [], disk: [] };
let longestMs = 0;
for (let round = 0; round < rounds; round++) {
  const waitedMs = await fleet.sendAcknowledged(roundS * messagesPerSecond, messagesPerSecond);
  const sorted = waitedMs.toSorted((a, b) => a - b);
  longestMs = Math.max(longestMs, sorted.at(-1) ?? 0);
  figures.p50.push(quantile(sorted, 0.5));
  figures.p90.push(quantile(sorted, 0.9));
  figures.p99.push(quantile(sorted, 0.99));
  const synced = await bareSyncs(roundS);
  figures.disk.push(
    quantile(
      synced.toSorted((a, b) => a - b),
      0.99,
    ),
  );
}
await fleet.stop();
await running.stop();

const results = [
  measured("p50", figures.p50),
  measured("p90", figures.p90),
  measured("p99", figures.p99),
  measured("the disk alone, p99", figures.disk),
];
report({
  bench: "acknowledge",
  unit: "ms",
  measured: results,
  aims: [
    { what: "PUBACK, p99", value: medianOf(results, "p99"), atMost: 80 },
    {
      what: "PUBACK ÷ the disk alone, p99",
      value: medianOf(results, "p99") / medianOf(results, "the disk alone, p99"),
    },
  ],
  notes: [
    `${messagesPerSecond} messages/s by QoS 1 in messages of ${advertsPerMessage} adverts, from 50 MQTT clients in a process of their own`,
    "from the client's publish to its acknowledgement: written and synced to disk, and worked meanwhile",
    `${rounds} rounds of ${roundS} s, the longest wait ${Math.round(longestMs)} ms; embedded defaults`,
    "the disk alone: writes of 17 kB, each confirmed by the disk, 10 ms apart, in a file of their own after each round",
  ],
});
