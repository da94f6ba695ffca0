// An overload: the product gets a fifth of the processor time that its load needs, and afterwards twice as much as it
// needs. How old the picture is meanwhile, how fast history moves, and how long it takes until both are current again. All
// shares are of the measured need, so that a busy or slow machine changes little.
import { setTimeout as pause } from "node:timers/promises";
import { socketEvents } from "@pulse/contract/live";
import { isSmoke, measured, report, sized } from "./harness.ts";
import { limitedPulse } from "./load/limitedPulse.ts";
import { liveSocket } from "./load/liveSocket.ts";
import { startFleet } from "./load/startFleet.ts";

const advertsPerSecond = sized(Number(process.env["BACKLOG_ADVERTS"] ?? 4000), 400);
const trackers = sized(Number(process.env["BACKLOG_TRACKERS"] ?? 2000), 50);
const advertsPerMessage = 20;
const overloadS = sized(Number(process.env["BACKLOG_S"] ?? 600), 5);
const usualS = sized(20, 2);
/** No longer than this until the picture is current again, and then until history is. */
const afterS = sized(Number(process.env["BACKLOG_PICTURE_S"] ?? 1800), 20);
const historyS = sized(Number(process.env["BACKLOG_HISTORY_S"] ?? 1800), 20);
const share = Number(process.env["BACKLOG_SHARE"] ?? 0.2);
const afterShare = Number(process.env["BACKLOG_AFTER_SHARE"] ?? 2);
/** How fast history moves is measured once the overload has lasted this long, s: before, the server falls behind. */
const settlingS = sized(30, 1);
const currentMs = 2_000;
const lookMs = 250;

const pulse = await limitedPulse({ gateways: 50, trackers });
const fleet = await startFleet({
  url: pulse.mqttUrl,
  gateways: pulse.site.gateways,
  trackers: pulse.site.trackers,
  advertsPerMessage,
});
const socket = await liveSocket({ url: pulse.url, idToken: pulse.idToken, siteId: pulse.site.siteId });
let newestMs = Date.now();
socket.on(socketEvents.locationUpdate, (items: { last_updated: string }[]) => {
  for (const { last_updated: at } of items) newestMs = Math.max(newestMs, Date.parse(at));
});
const perSecond = advertsPerSecond / advertsPerMessage;

// What the load needs.
await fleet.send(usualS * perSecond, perSecond);
const beforeMs = pulse.usedMs();
await fleet.send(usualS * perSecond, perSecond);
const neededCores = (pulse.usedMs() - beforeMs) / (usualS * 1000);

/** How far behind monitors are told that picture and history are, ms. */
async function delays(): Promise<{ picture: number; history: number }> {
  const [ready, metrics] = await Promise.all([fetch(`${pulse.url}/readyz`), fetch(`${pulse.url}/metrics`)]);
  const { behind_ms: picture } = (await ready.json()) as { behind_ms: number };
  const history = /^pulse_history_behind_seconds (\S+)$/m.exec(await metrics.text())?.[1];
  return { picture, history: 1000 * Number(history) };
}

const ending = new AbortController();
const load = (async () => {
  while (!ending.signal.aborted) await fleet.send(perSecond, perSecond);
})();
const ages: number[] = [];
pulse.limit(share * neededCores);
const overloadedMs = performance.now();
let settled: { atMs: number; history: number } | null = null;
while (performance.now() - overloadedMs < overloadS * 1000) {
  await pause(lookMs);
  ages.push(Date.now() - newestMs);
  if (settled === null && performance.now() - overloadedMs > settlingS * 1000)
    settled = { ...(await delays()), atMs: performance.now() };
}
const atEnd = await delays();
const settledForMs = performance.now() - (settled?.atMs ?? Number.NaN);
const historySpeed = 1 - (atEnd.history - (settled?.history ?? Number.NaN)) / settledForMs;
let historyMs = atEnd.history;
pulse.limit(afterShare * neededCores);
const freedMs = performance.now();
const agesAfter: number[] = [];
const currentAfterS = { picture: Number.NaN, history: Number.NaN };
const isBehind = (afterFreedS: number): boolean => {
  if (Number.isNaN(currentAfterS.picture)) return afterFreedS < afterS;
  return Number.isNaN(currentAfterS.history) && afterFreedS - currentAfterS.picture < historyS;
};
while (isBehind((performance.now() - freedMs) / 1000)) {
  const { picture, history } = await delays();
  const sinceS = (performance.now() - freedMs) / 1000;
  historyMs = history;
  const isPictureCurrent = picture < currentMs && Date.now() - newestMs < currentMs;
  if (isPictureCurrent && Number.isNaN(currentAfterS.picture)) currentAfterS.picture = sinceS;
  if (history < currentMs && Number.isNaN(currentAfterS.history)) currentAfterS.history = sinceS;
  if (!Number.isNaN(currentAfterS.picture)) agesAfter.push(Date.now() - newestMs);
  await pause(lookMs);
}
const historySpeedAfter = 1 + (atEnd.history - historyMs) / (performance.now() - freedMs);
ending.abort();
await load;
socket.disconnect();
await fleet.stop();
await pulse.stop();

report({
  bench: "backlog",
  unit: "s",
  measured: [
    measured(
      "age of the newest position in the overload",
      // One in twenty: two thousand numbers say no more than a hundred.
      ages.filter((_, nth) => nth % 20 === 0).map((ms) => ms / 1000),
    ),
    measured("seconds of history per second of the overload", [historySpeed]),
    measured("picture current again after", [currentAfterS.picture]),
    measured(
      "age of the newest position from then on",
      agesAfter.filter((_, nth) => nth % 20 === 0).map((ms) => ms / 1000),
    ),
    measured("seconds of history per second after the overload", [historySpeedAfter]),
    measured("history current again after", [currentAfterS.history]),
  ],
  aims: isSmoke ? [] : [{ what: "picture current again, s", value: currentAfterS.picture, atMost: 60 }],
  notes: [
    `${advertsPerSecond} adverts/s, ${trackers} trackers; this needs ${neededCores.toFixed(2)} cores, and got ${share} of that for ${overloadS} s, and ${afterShare} afterwards`,
    `at the end of the overload history was ${Math.round(atEnd.history / 1000)} s behind, and the picture ${Math.round(atEnd.picture / 1000)} s`,
    "the product runs in a process of its own, which is stopped for moments to limit its processor time",
  ],
});
