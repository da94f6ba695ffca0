// `npm run test:faults`: one process with everything embedded, killed in the middle of its work again and again, on a disk that
// gets full and loses power. What was acknowledged is the tests' own record.
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { type Kysely, sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../../../scripts/freePort.mjs";
import { readConfig } from "../../src/platform/config/config.ts";
import type { Database } from "../../src/platform/database/schema.ts";
import { openConfigured } from "../../src/start/storage.ts";
import { createPulse } from "../../src/start/wiring.ts";
import { temporaryFolder } from "../support/database.ts";
import { type RunningProcess, startedProcess } from "../support/locateProcess.ts";
import { type Receiver, webhookReceiver } from "../support/webhookReceiver.ts";
import { deliveredCrossings } from "./delivered.ts";
import { type Disk, disk, hasDisks } from "./disk.ts";
import { type Duties, duties } from "./duties.ts";
import { startTraffic } from "./traffic.ts";
import { makePlaces, type Places } from "./world.ts";

const isShort = process.env["PULSE_FAULTS_SHORT"] === "1";
const kills = Number(process.env["PULSE_KILLS"] ?? (isShort ? 3 : 20));
/** The machine may be busy. */
const patience = { timeout: 180_000, interval: 100 };
const reconnectMs = 500;
const diskMb = 1024;
const fullMs = 8_000;

let storage: Disk | null = null;
let env: Record<string, string>;
let running: RunningProcess;
let places: Places;
let receiver: Receiver;
let asked: Duties;
let traffic: Awaited<ReturnType<typeof startTraffic>>;
const crossings: Promise<unknown>[] = [];

const start = async (): Promise<void> => void (running = await startedProcess(env));
const killed = async (): Promise<void> => {
  running.signal("SIGKILL");
  await running.ended;
};
interface Round {
  name: string;
  act(): Promise<void>;
}
const onDisk: Round[] = hasDisks()
  ? [
      {
        name: `the disk is full for ${fullMs / 1000} s`,
        act: async () => {
          storage!.fill();
          await pause(fullMs);
          storage!.empty();
          // A supervisor would.
          if (running.hasEnded()) await start();
        },
      },
      {
        name: "a power cut: what was not synced is lost",
        act: async () => {
          storage!.cutPower();
          await killed();
          storage!.powerOn();
          await start();
        },
      },
    ]
  : [];
const kill: Round = {
  name: "SIGKILL",
  act: async () => {
    await killed();
    await start();
  },
};
const rounds: Round[] = [...Array.from({ length: kills }, () => kill), ...onDisk];

beforeAll(async () => {
  const parent = mkdtempSync(join(tmpdir(), "pulse-embedded-"));
  chmodSync(parent, 0o711);
  if (hasDisks()) storage = disk(parent, "data", diskMb);
  const dataDir = join(storage?.folder ?? temporaryFolder(), "pulse");
  receiver = await webhookReceiver();
  env = {
    PULSE_DATA_DIR: dataDir,
    PULSE_PORT: String(await freePort()),
    PULSE_MQTT_PORT: String(await freePort()),
    PULSE_OUTBOX: "1",
    PULSE_WEBHOOK_ALLOW: "127.0.0.1",
  };
  const config = readConfig(env, { demo: false });
  const maker = await createPulse(config, { log: pino({ level: "silent" }), webFolder: join(dataDir, "web") });
  places = await makePlaces({ ...maker, identity: maker.identity!, config, mqttUrl: "" }, receiver.url, rounds.length);
  await maker.stop();
  await start();
  traffic = await startTraffic(`mqtt://127.0.0.1:${env["PULSE_MQTT_PORT"]}`, places.sites);
  asked = duties(places, `http://127.0.0.1:${env["PULSE_PORT"]}`);
});
afterAll(async () => {
  receiver?.close();
  if (running && !running.hasEnded()) await killed();
  storage?.remove();
});

test(`everything acknowledged is there once after ${kills} kills, a full disk and a power cut`, async () => {
  const random = seededRandom(39);
  for (const [nth, { name, act }] of rounds.entries()) {
    const mqttUrl = `mqtt://127.0.0.1:${env["PULSE_MQTT_PORT"]}`;
    for (const { site, crossings: own } of places.sites)
      crossings.push(own[nth]!.cross({ mqttUrl, site }, reconnectMs));
    asked.ask(nth);
    await pause(1_000 + random() * 2_500);
    const atMs = Date.now();
    await act();
    process.stderr.write(`${nth + 1} ${name}: ${Date.now() - atMs} ms\n`);
  }
  await Promise.all(crossings);
  await asked.acknowledged();
  await vi.waitUntil(async () => asked.allEnded(), patience);
  await traffic.stop();
  await untilWorked();
  running.signal("SIGTERM");
  expect(await running.ended).toBe(0);
  const fences = new Set<string>();
  const crossed: string[] = [];
  await read(async (db) => {
    for (const { crossings: own } of places.sites)
      for (const { outcome, fenceId } of own) {
        const { found, expected } = await outcome(db);
        expect(found).toEqual(expected);
        fences.add(fenceId());
        crossed.push(...expected.told);
      }
    await asked.expectOnce(db, traffic.commands());
    process.stderr.write(`${await asked.summary(db)}\n`);
    const { rows } = await sql<{ tracker: string; count: number }>`
      select tracker_id as tracker, sum(count)::int as count from sightings group by tracker_id`.execute(db);
    const counted = new Map(rows.map(({ tracker, count }) => [tracker, count]));
    for (const [tracker, { sent, acknowledged }] of traffic.counts()) {
      process.stderr.write(`${acknowledged} acknowledged, ${counted.get(tracker)} counted, ${sent} sent\n`);
      expect(counted.get(tracker)).toBeGreaterThanOrEqual(acknowledged);
      expect(counted.get(tracker)).toBeLessThanOrEqual(sent);
    }
    const stays = await db.selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute();
    for (const [, own] of Map.groupBy(stays, (stay) => stay.tracker_id))
      for (const [nth, stay] of own.entries())
        expect(nth === 0 || stay.ts.getTime() > own[nth - 1]!.end_ts.getTime()).toBe(true);
  });
  // What the stop has left to deliver follows.
  await start();
  const ours = new Set(crossed);
  await vi.waitFor(() => {
    const delivered = deliveredCrossings(receiver, fences).filter((one) => ours.has(one));
    expect(delivered).toEqual(crossed.toSorted());
  }, patience);
});

async function untilWorked(): Promise<void> {
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${env["PULSE_PORT"]}/metrics`)).text();
    for (const name of ["items", "age_seconds"])
      expect(new RegExp(`^pulse_buffer_${name}\\{buffer="log"\\} (\\S+)$`, "m").exec(metrics)?.[1]).toBe("0");
  }, patience);
}

async function read(query: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  const open = await openConfigured(readConfig(env, { demo: false }));
  try {
    await query(open.db);
  } finally {
    await open.close();
  }
}
