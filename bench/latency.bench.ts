// The time from a gateway's message to the browser's socket, at a steady 2,000 adverts/s.
import { measured, quantile, report, sized } from "./harness.ts";
import { runPulse } from "./load/runningPulse.ts";
import { socketLatency } from "./load/socketLatency.ts";
import { startFleet } from "./load/startFleet.ts";

const advertsPerSecond = sized(2000, 400);
const advertsPerMessage = 20;
const trackers = sized(1000, 20);
const warmUpS = sized(10, 0.5);
const rounds = sized(5, 1);
const roundS = sized(12, 1.5);

const running = await runPulse({ gateways: sized(50, 6), trackers });
const { site } = running;
const fleet = await startFleet({
  url: running.mqttUrl,
  gateways: site.gateways,
  trackers: site.trackers,
  advertsPerMessage,
});

const latency = await socketLatency(running);

const perSecond = advertsPerSecond / advertsPerMessage;
await fleet.send(warmUpS * perSecond, perSecond);
const figures: Record<"p50" | "p90" | "p99", number[]> = { p50: [], p90: [], p99: [] };
let updates = 0;
for (let round = 0; round < rounds; round++) {
  const sorted = await latency.during(() => fleet.send(roundS * perSecond, perSecond));
  updates += sorted.length;
  figures.p50.push(quantile(sorted, 0.5));
  figures.p90.push(quantile(sorted, 0.9));
  figures.p99.push(quantile(sorted, 0.99));
}
latency.close();
await fleet.stop();
await running.stop();

const [p50, p90, p99] = [measured("p50", figures.p50), measured("p90", figures.p90), measured("p99", figures.p99)];
report({
  bench: "latency",
  unit: "ms",
  measured: [p50, p90, p99],
  aims: [
    { what: "p50, ms", value: p50.median, atMost: 350 },
    { what: "p99, ms", value: p99.median, atMost: 650 },
  ],
  notes: [
    `${advertsPerSecond} adverts/s in messages of ${advertsPerMessage}, from 50 MQTT clients in a process of their own, ${trackers} trackers`,
    "for each advert from its arrival at the broker to the first update that counts it in, at a Socket.IO client",
    "by design a fix is made just before a message goes out, each 500 ms; a tracker that stands is fixed once a second where many wait",
    `${updates} adverts in ${rounds} rounds of ${roundS} s; embedded defaults`,
  ],
});
