// The cost of reading a gateway's message compared with only parsing its JSON.
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { adapterForTopic } from "@pulse/protocols/catalogue";
import { alternate, medianOf, report, sized } from "./harness.ts";
import { macs, scanMessages, spread } from "./load/scanMessages.ts";

const hall = { eastM: 60, northM: 40 };
const messages = scanMessages({
  each: 40,
  adverts: 20,
  gateways: spread(macs("C1", 12), hall),
  trackers: spread(macs("D1", 200), hall),
});
const passes = sized(12, 1);
const bytes = messages.reduce((sum, { payload }) => sum + payload.length, 0) / messages.length;

/** Microseconds per message, over all messages several times. */
function timed(work: (nth: number) => number): number {
  let seen = 0;
  const started = performance.now();
  for (let pass = 0; pass < passes; pass++)
    for (let nth = 0; nth < messages.length; nth++) seen += work(pass * messages.length + nth);
  const tookMs = performance.now() - started;
  // Also keeps V8 from optimising away work whose result nobody reads.
  if (seen !== passes * messages.length * 20) throw new Error(`read ${seen} adverts instead of all`);
  return (tookMs * 1000) / (passes * messages.length);
}

const text = new TextDecoder();
const message = (nth: number) => messages[nth % messages.length] as (typeof messages)[number];

function parseOnly(nth: number): number {
  const parsed = JSON.parse(text.decode(message(nth).payload)) as { obj: unknown[] };
  return parsed.obj.length;
}

function decodeOnly(nth: number): number {
  const { topic, payload } = message(nth);
  const decoded = adapterForTopic(topic)?.decode(topic, payload);
  return decoded?.kind === "scan" ? decoded.adverts.length : 0;
}

const states = new Map<string, TrackerState>();
let nowMs = 0;
function decodeAndWindow(nth: number): number {
  const { topic, payload } = message(nth);
  const decoded = adapterForTopic(topic)?.decode(topic, payload);
  if (decoded?.kind !== "scan") return 0;
  nowMs += 10;
  for (const { mac, rssi, ageMs, moving } of decoded.adverts) {
    let state = states.get(mac);
    if (!state) states.set(mac, (state = newTrackerState()));
    observe(state, {
      anchorId: decoded.gateway,
      rssi,
      atMs: nowMs - ageMs,
      ...(moving === undefined ? {} : { moving }),
    });
  }
  return decoded.adverts.length;
}

const names = { parse: "JSON.parse of the same bytes", decode: "decode", window: "decode and window" };
const measured = await alternate(
  [
    { name: names.parse, run: () => timed(parseOnly) },
    { name: names.decode, run: () => timed(decodeOnly) },
    { name: names.window, run: () => timed(decodeAndWindow) },
  ],
  { rounds: 9, warmUps: 2 },
);
const peer = medianOf(measured, names.parse);
report({
  bench: "decode",
  unit: "µs a message",
  measured,
  aims: [
    { what: "decode and window ÷ JSON.parse", value: medianOf(measured, names.window) / peer, atMost: 6 },
    { what: "decode alone ÷ JSON.parse", value: medianOf(measured, names.decode) / peer },
  ],
  notes: [
    `messages of 20 adverts, ${Math.round(bytes)} bytes on average; 12 gateways, 200 trackers`,
    "the peer turns the bytes into text and parses it, nothing else",
  ],
});
