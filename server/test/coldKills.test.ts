import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { coldSweep } from "../src/pipeline/history/cold/coldSweep.ts";
import { readConfig } from "../src/platform/config/config.ts";
import { diskByteStore } from "../src/platform/files/diskByteStore.ts";
import { createPulse } from "../src/start/wiring.ts";
import { call } from "./support/api.ts";
import { coldDesk, historyQuestions } from "./support/coldDesk.ts";
import { compileCache } from "./support/compileCache.ts";
import { emptyDatabase, temporaryFolder, testDatabaseUrl } from "./support/database.ts";
import type { TestPulse } from "./support/testPulse.ts";
import { freePort } from "../../scripts/freePort.mjs";

const hourMs = 3_600_000;
/** How long after a file has appeared the mover is killed: before its rows are deleted, meanwhile, and after that, ms. */
const delaysMs = [0, 5, 15, 40];
const own = testDatabaseUrl() === null ? null : await emptyDatabase();
afterAll(() => own?.drop());

test("a move to files that is killed again and again loses no row and leaves none twice", async () => {
  const env = {
    PULSE_DATA_DIR: join(temporaryFolder(), "data"),
    PULSE_PORT: String(await freePort()),
    PULSE_MQTT_PORT: String(await freePort()),
    PULSE_KEEP_POSITIONS_DAY: "36500",
    PULSE_OUTBOX: "1",
    ...(own === null ? {} : { PULSE_DATABASE_URL: own.url }),
  };
  const config = readConfig(env, { demo: false });
  const opened = async (): Promise<TestPulse> => {
    const pulse = await createPulse(config, { log: pino({ level: "silent" }), webFolder: join(config.dataDir, "web") });
    return { ...pulse, identity: pulse.identity!, config, mqttUrl: "" };
  };
  const seeding = await opened();
  const { place, token, answersOf, warmRows } = await coldDesk(seeding);
  const questions = historyQuestions(place).filter((_, nth) => nth % 4 === 0);
  const before = await answersOf(questions);
  const rowsBefore = await warmRows();
  await seeding.stop();

  const folder = join(config.dataDir, "files");
  mkdirSync(folder, { recursive: true });
  const files = (): number => readdirSync(folder).filter((name) => name.startsWith("cold-")).length;
  let kills = 0;
  for (let isDone = false; !isDone;) {
    const mover = fork(new URL("support/coldMover.ts", import.meta.url), {
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...compileCache, ...env },
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const ended = once(mover, "exit").then(([code]) => code as number | null);
    const delayMs = delaysMs[kills];
    mover.on("message", () => mover.connected && mover.send("go on"));
    if (delayMs !== undefined)
      mover.once("message", () => {
        if (delayMs === 0) mover.kill("SIGKILL");
        else setTimeout(() => mover.kill("SIGKILL"), delayMs);
      });
    const code = await ended;
    if (code === null) kills += 1;
    else expect(code).toBe(0);
    isDone = code === 0;
  }
  process.stderr.write(`killed ${kills} times while it moved\n`);
  // A quick machine may be done before a later kill.
  expect(kills).toBeGreaterThan(0);

  const pulse = await opened();
  for (const path of questions) {
    const { status, text } = await call(pulse, "GET", path, { token });
    expect(`${status} ${text}`).toBe(before[path]);
  }
  const { rows } = await sql<{ warm: number; cold: number; files: number }>`
    select (select count(*)::int from positions) as warm, coalesce(sum(rows), 0)::int as cold, count(*)::int as files
    from cold_files where frozen_at is not null`.execute(pulse.db);
  const [{ warm, cold, files: listed }] = rows as [(typeof rows)[number]];
  expect(warm + cold).toBe(rowsBefore);
  // What the killed ones have left is deleted later.
  const store = diskByteStore(folder);
  await coldSweep({ db: pulse.db, store, now: () => Date.now() + 2 * hourMs }, new Date(0));
  expect(files()).toBe(listed);
  await pulse.stop();
});
