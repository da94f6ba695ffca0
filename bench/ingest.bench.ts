// Gateways' messages through the whole chain, compared with its two ends alone: the broker and the database.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { socketEvents } from "@pulse/contract/live";
import { sql } from "kysely";
import { alternate, medianOf, quantile, report, sized } from "./harness.ts";
import { startBareBroker } from "./load/bareBroker.ts";
import { openBareInserts } from "./load/bareInserts.ts";
import { runPulse } from "./load/runningPulse.ts";
import { startFleet } from "./load/startFleet.ts";
import { liveSocket } from "./load/liveSocket.ts";
import { startOnlooker } from "./load/startOnlooker.ts";

const gateways = sized(50, 5);
const trackers = sized(2000, 100);
const advertsPerMessage = 20;
// Long enough that the last second or so, when the last fixes are made and committed, hardly matters.
const pulseMessages = sized(150_000, 500);
const brokerMessages = sized(600_000, 500);
const insertRows = sized(150_000, 2000);

const running = await runPulse({ gateways, trackers });
const { pulse, site } = running;
const fleet = await startFleet({
  url: running.mqttUrl,
  gateways: site.gateways,
  trackers: site.trackers,
  advertsPerMessage,
});

const broker = await startBareBroker();
const bareFleet = await startFleet({
  url: broker.url,
  gateways: site.gateways,
  trackers: site.trackers,
  advertsPerMessage,
});
const inserts = await openBareInserts();

const socket = await liveSocket({ url: pulse.url, idToken: running.idToken, siteId: site.siteId });
let updates = 0;
socket.on(socketEvents.locationUpdate, (items: unknown[]) => (updates += items.length));

const onlooker = await startOnlooker({
  url: pulse.url,
  idToken: running.idToken,
  siteId: site.siteId,
  path: `/api/v3/assets?site_id=${site.siteId}&limit=25`,
});
const answersMs: number[] = [];
const gapsMs: number[] = [];
let refused = 0;

let seen = 0;
let wanted = Infinity;
let reached = (): void => {};
pulse.bus.subscribe("sightings", ({ sightings }) => {
  seen += sightings.length;
  if (seen >= wanted) reached();
});

const rows: { positions: number; sightings: number; seconds: number; fixes: number; updates: number }[] = [];
let heldMs = 0;
let fixes = 0;
/** Trackers whose last fix is too uncertain to be shown, and so not stored as their place. */
const hidden = new Set<string>();
pulse.bus.subscribe("fixes", (located) => {
  fixes += located.length;
  for (const { trackerId, fix } of located) hidden[fix.shown ? "delete" : "add"](trackerId);
});

/** Adverts/s from sending the first message to committing the last fix of every tracker. */
async function throughPulse(): Promise<number> {
  const before = await countRows();
  const [fixesBefore, updatesBefore] = [fixes, updates];
  const sent = Math.ceil(pulseMessages / gateways) * gateways;
  const all = new Promise<void>((resolve) => {
    wanted = seen + sent * advertsPerMessage;
    reached = resolve;
  });
  await onlooker.look();
  const started = performance.now();
  // A new one each round, because it counts the time between `disable` and `enable` as one long delay.
  const loopDelay = monitorEventLoopDelay({ resolution: 20 });
  loopDelay.enable();
  await fleet.send(pulseMessages);
  const lastSentMs = Date.now();
  await fleet.until(all);
  loopDelay.disable();
  heldMs = Math.max(heldMs, loopDelay.max / 1e6);
  const flood = await onlooker.look();
  answersMs.push(...flood.answersMs);
  gapsMs.push(...flood.gapsMs);
  refused += flood.refused;
  await committed(lastSentMs);
  const seconds = (performance.now() - started) / 1000;
  const after = await countRows();
  rows.push({
    positions: after.positions - before.positions,
    sightings: after.sightings - before.sightings,
    seconds,
    fixes: fixes - fixesBefore,
    updates: updates - updatesBefore,
  });
  return (sent * advertsPerMessage) / seconds;
}

/** Waits until the latest stored row of every tracker that can be shown is a fix from when the last messages were sent. */
async function committed(lastSentMs: number): Promise<void> {
  const since = new Date(lastSentMs - 1_000);
  for (;;) {
    const { upToDate } = await pulse.db
      .selectFrom("latest_positions")
      .select(
        sql<number>`count(*) filter (where end_ts >= ${since} or tracker_id = any(${[...hidden]}))`.as("upToDate"),
      )
      .executeTakeFirstOrThrow();
    if (upToDate === trackers) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function countRows(): Promise<{ positions: number; sightings: number }> {
  const { rows: found } = await sql<{ positions: number; sightings: number }>`
    select (select count(*) from positions) as positions, (select count(*) from sightings) as sightings`.execute(
    pulse.db,
  );
  return found[0] ?? { positions: 0, sightings: 0 };
}

async function throughBroker(): Promise<number> {
  const sent = Math.ceil(brokerMessages / gateways) * gateways;
  const all = broker.received(sent);
  const started = performance.now();
  await bareFleet.send(brokerMessages);
  await bareFleet.until(all);
  return (sent * advertsPerMessage * 1000) / (performance.now() - started);
}

const names = {
  pulse: "Pulse, whole chain (adverts/s)",
  broker: "bare Aedes (adverts/s)",
  insert: "bare unnest inserts (rows/s)",
};
const measured = await alternate(
  [
    { name: names.pulse, run: throughPulse },
    { name: names.broker, run: throughBroker },
    { name: names.insert, run: () => inserts.insert(insertRows) },
  ],
  { rounds: 5, warmUps: 1 },
);
socket.disconnect();
await Promise.all([fleet.stop(), bareFleet.stop(), onlooker.stop()]);
await Promise.all([broker.stop(), inserts.stop(), running.stop()]);

const [chain, brokerAlone, insertAlone] = [names.pulse, names.broker, names.insert].map((name) =>
  medianOf(measured, name),
) as [number, number, number];
const [answersUp, gapsUp] = [answersMs, gapsMs].map((list) => list.toSorted((a, b) => a - b)) as [number[], number[]];
const limit = insertAlone < brokerAlone ? "the database" : "the broker";
const rate = (of: (row: (typeof rows)[number]) => number) =>
  Math.round(rows.reduce((sum, row) => sum + of(row) / row.seconds, 0) / rows.length);
report({
  bench: "ingest",
  unit: "a second",
  measured,
  aims: [
    {
      what: "whole chain ÷ bare Aedes",
      value: chain / brokerAlone,
      ...(limit === "the broker" ? { atLeast: 0.5 } : {}),
    },
    {
      what: "whole chain ÷ bare inserts",
      value: chain / insertAlone,
      ...(limit === "the database" ? { atLeast: 0.6 } : {}),
    },
    { what: "event loop held in the flood at the longest (ms)", value: heldMs, atMost: 200 },
    { what: "API in the flood, p95 (ms)", value: quantile(answersUp, 0.95), atMost: 250 },
    { what: "answers of the API other than 200", value: refused, atMost: 0 },
    { what: "silence on the live socket in the flood at the longest (ms)", value: gapsUp.at(-1) ?? NaN, atMost: 2000 },
  ],
  notes: [
    `out at the socket ${rate((row) => row.updates)} updates a second, in the worst round ${Math.round(Math.min(...rows.map((row) => row.updates / row.seconds)))}`,
    `of the two ends ${limit} limits: one advert in, against one row that could be written for it`,
    `${gateways} MQTT clients, QoS 0, messages of ${advertsPerMessage} adverts, ${trackers} trackers; the clients are a process of their own`,
    `each round ${pulseMessages.toLocaleString("en-US")} messages, from the first one out to the last fix committed and out at the socket`,
    `meanwhile made and written a second: ${rate((row) => row.fixes)} fixes, ${rate((row) => row.positions)} rows of history, ${rate((row) => row.sightings)} rows of sightings`,
    `(${trackers.toLocaleString("en-US")} fixes a second are due)`,
    `in the flood ${answersMs.length} answers of the API to somebody in a process of their own, p50 ${Math.round(quantile(answersUp, 0.5))} ms, at the longest ${Math.round(answersUp.at(-1) ?? NaN)} ms;`,
    `news on their live socket every ${Math.round(quantile(gapsUp, 0.5))} ms (p50)`,
    "embedded defaults: Aedes, PGlite in a worker thread, on disk",
  ],
});
