// Records a demo: `node recording/src/record/main.ts --minutes 15 FOLDER`. With `--site harbour` only
// that one of its sites.
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Answers, Row } from "../format.ts";
import { longestSilenceMs } from "../live/liveStream.ts";
import { type DemoApi, demoApi } from "./demoApi.ts";
import { nothing, recordAnswers } from "./recordAnswers.ts";
import { recordHits, searchPath } from "./recordHits.ts";
import { recordStream } from "./recordStream.ts";
import { claimsOf, signIn } from "./signIn.ts";
import { startDemo } from "./startDemo.ts";
import { readWorld, type World } from "./world.ts";
import { writeRecording } from "./writeRecording.ts";

/** The share of the assets that must have been located before the recording begins, and how long that may take, ms. */
const located = { share: 0.9, maxMs: 120_000 };
/** How long the live map may stand still in a recording, ms. */
const maxSilenceMs = 60_000;
/** How long the history may take to catch up after the recording, ms: on a busy machine it lags behind the map. */
const catchUpMs = 600_000;
/** What few people open is in a file of its own. */
const isHistory = /\/(history|geofence-history|asset-history|sightings|telemetry|explain|messages)$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string" }, site: { type: "string" } },
});
const minutes = Number(values.minutes ?? 15);
const [folder] = positionals;
if (!(minutes > 0) || folder === undefined) throw new Error("usage: main.ts [--minutes 15] FOLDER");
const say = (text: string): void => void process.stderr.write(`${text}\n`);

const demo = await startDemo(values.site ?? null);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void demo.stop().finally(() => process.exit(1)));
try {
  await record(folder);
} finally {
  await demo.stop();
}

async function record(into: string): Promise<void> {
  const person = await signIn(demo.url);
  const api = demoApi(demo.url, person.idToken);
  const world = await readWorld(api, values.site ?? null);
  await untilLocated(api, world);

  const startedAtMs = Date.now();
  const lengthMs = Math.round(minutes * 60_000);
  say(`Recording ${minutes} minutes; the demo's clock is the real one, so it takes as long ...`);
  const recorders = await Promise.all(
    world.sites.map(async ({ id }) => [id, await recordStream(demo.url, id, person.idToken, startedAtMs)] as const),
  );
  const recorded = nothing();
  const span = { fromMs: startedAtMs, toMs: startedAtMs + lengthMs };
  await recordAnswers(api, world, "beginning", span, recorded);
  await pause(Math.max(0, span.toMs - Date.now()));
  // A busy demo stores late, and answers about all that it has heard take long: from here on it has nothing else to do.
  await demo.stopSimulator();
  await untilStored(span.toMs);
  const streams = new Map(recorders.map(([id, recorder]) => [id, recorder.end(lengthMs)]));
  for (const stream of streams.values()) {
    const silenceMs = longestSilenceMs(stream, lengthMs);
    if (silenceMs > maxSilenceMs)
      throw new Error(
        `the live map stood still for ${Math.round(silenceMs / 1000)} s: record again on a calmer machine`,
      );
  }
  await recordAnswers(api, world, "end", span, recorded);
  recorded.answers[searchPath] = await recordHits(api, world);
  closeConfig(recorded.answers);

  const paths = Object.entries(recorded.answers);
  const of = (isWanted: (path: string) => boolean): Answers =>
    Object.fromEntries(paths.filter(([path]) => isWanted(path)));
  const sizes = await writeRecording(into, {
    about: {
      startedAtMs,
      lengthMs,
      idClaims: claimsOf(person.idToken),
      accessClaims: claimsOf(person.accessToken),
      identity: {
        GetUser: await person.ask("GetUser", { AccessToken: person.accessToken }),
        ListDevices: { Devices: [] },
        ListWebAuthnCredentials: { Credentials: [] },
        RevokeToken: {},
        ForgetDevice: {},
      },
      firstSiteId: world.sites.find(({ name }) => name === "Harbour Warehouse")?.id ?? world.sites[0]!.id,
    },
    answers: of((path) => !isHistory.test(path)),
    history: of((path) => isHistory.test(path)),
    streams,
    files: recorded.files,
  });
  for (const [id, count] of recorded.refused) say(`${id}: ${count} without an answer`);
  for (const [part, bytes] of sizes) say(`${part}: ${(bytes / 1_000_000).toFixed(2)} MB`);
  say(`Recorded ${paths.length} paths, ${recorded.files.size} files and ${streams.size} live streams.`);
}

/** Waits until the demo has stored what was so at a moment, ms; goes on without the newest past if that takes too long. */
async function untilStored(atMs: number): Promise<void> {
  const until = Date.now() + catchUpMs;
  for (;;) {
    const metrics = await (await fetch(`${demo.url}/metrics`)).text();
    const delayS = Number(/^pulse_history_behind_seconds (\S+)$/m.exec(metrics)?.[1] ?? 0);
    if (Date.now() - delayS * 1000 >= atMs) return;
    if (Date.now() > until) return say("The history lags behind: the recording has less of the past.");
    await pause(1000);
  }
}

async function untilLocated(api: DemoApi, { sites }: World): Promise<void> {
  const until = Date.now() + located.maxMs;
  while (Date.now() < until) {
    const lists = await Promise.all(sites.map(({ id }) => api.content("/api/v3/assets/live", { site_id: id })));
    const rows = lists.flatMap((list) => (list?.content ?? []) as Row[]);
    if (rows.filter(({ lat }) => lat !== null).length >= rows.length * located.share) return;
    await pause(1000);
  }
}

/** The site asks no other host, and no other port of this machine. */
function closeConfig(answers: Answers): void {
  const config = answers["/api/config"];
  if (config?.kind !== "whole") return;
  for (const { content } of config.variants) {
    const all = content as Row;
    all["connectivity_url"] = null;
    all["identity"] = { ...(all["identity"] as Row), endpoint: "/identity/", legacy: null };
  }
}
