// How long from a gateway's message to the browser's socket, at a steady 2,000 adverts/s.
import { socketEvents } from "@pulse/contract/live";
import { io } from "socket.io-client";
import { measured, quantile, report, sized } from "./harness.ts";
import { runPulse } from "./load/runningPulse.ts";
import { startFleet } from "./load/startFleet.ts";

const advertsPerSecond = 2000;
const advertsPerMessage = 20;
const trackers = sized(1000, 100);
const warmUpS = sized(10, 1);
const rounds = sized(5, 1);
const roundS = sized(12, 3);

const running = await runPulse({ gateways: 50, trackers });
const { pulse, site } = running;
const fleet = await startFleet({
  url: running.mqttUrl,
  gateways: site.gateways,
  trackers: site.trackers,
  advertsPerMessage,
});

// For each tracker when its adverts came in that no update has shown yet.
const waiting = new Map(site.trackers.map(({ id }) => [id, [] as number[]]));
pulse.bus.subscribe("sightings", ({ sightings }) => {
  // The bench's gateways say of no advert that it is older than its message: this is when it arrived.
  for (const { trackerId, atMs } of sightings) waiting.get(trackerId)?.push(atMs);
});

let outMs: number[] = [];
const socket = io(pulse.url, { transports: ["websocket"] });
socket.on(socketEvents.locationUpdate, (items: { tracker_id: string; last_updated: string }[]) => {
  const nowMs = Date.now();
  for (const { tracker_id: trackerId, last_updated: lastUpdated } of items) {
    // An update shows every advert that had come in when its fix was made.
    const fixedMs = Date.parse(lastUpdated);
    const arrivals = waiting.get(trackerId) ?? [];
    const shown = arrivals.findIndex((atMs) => atMs > fixedMs);
    for (const atMs of arrivals.splice(0, shown === -1 ? arrivals.length : shown)) outMs.push(nowMs - atMs);
  }
});
socket.on(socketEvents.failedLogin, () => {
  throw new Error("the socket's login was refused");
});
await new Promise<void>((resolve) => {
  socket.on("connect", () => socket.emit(socketEvents.login, running.idToken, site.siteId, () => resolve()));
});

const perSecond = advertsPerSecond / advertsPerMessage;
await fleet.send(warmUpS * perSecond, perSecond);
const figures: Record<"p50" | "p90" | "p99", number[]> = { p50: [], p90: [], p99: [] };
let updates = 0;
for (let round = 0; round < rounds; round++) {
  outMs = [];
  await fleet.send(roundS * perSecond, perSecond);
  const sorted = outMs.toSorted((a, b) => a - b);
  if (sorted.length === 0) throw new Error("nothing came out at the socket");
  updates += sorted.length;
  figures.p50.push(quantile(sorted, 0.5));
  figures.p90.push(quantile(sorted, 0.9));
  figures.p99.push(quantile(sorted, 0.99));
}
socket.disconnect();
await fleet.stop();
await running.stop();

report({
  bench: "latency",
  unit: "ms",
  measured: [measured("p50", figures.p50), measured("p90", figures.p90), measured("p99", figures.p99)],
  aims: [],
  notes: [
    `${advertsPerSecond} adverts/s in messages of ${advertsPerMessage}, from 50 MQTT clients in a process of their own, ${trackers} trackers`,
    "for each advert from its arrival at the broker to the first update that counts it in, at a Socket.IO client",
    "by design a fix is made just before a message goes out, each 500 ms; a tracker that stands is fixed once a second where many wait",
    `${updates} adverts in ${rounds} rounds of ${roundS} s; embedded defaults`,
  ],
});
