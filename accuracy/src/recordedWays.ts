import { parseArgs } from "node:util";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { calibrateSite } from "@pulse/cli/locate/calibrateSite";
import type { Session } from "@pulse/cli/locate/recordings";
import { circleRows, circleTable } from "./circleTable.ts";
import type { CircleSet } from "./circleSets.ts";
import { seeded } from "./random.ts";
import { readRecording, recordingsFolder, type Recording } from "./recordedSets.ts";
import { SETTINGS } from "./settings.ts";

const WEAKER_DB = 6;
/** tetam's room. */
const ROOM = [
  { x: 0, y: 0 },
  { x: 20.7, y: 0 },
  { x: 20.7, y: 17.6 },
  { x: 0, y: 17.6 },
];
const DRAWS = 12;

type Way = "no survey" | "survey";

/**
 * Variations of the recordings: at the nearest gateway, with the room drawn, with survey and test exchanged, with tags
 * weaker than the surveyed ones, and with only some of the gateways.
 */
function* recordedWays(folder: string, gateways: readonly number[]): Generator<CircleSet> {
  for (const name of ["tetam", "uji-geo"] as const) {
    const recording = readRecording(folder, name);
    const { anchors, sessions, isTest, moves } = recording;
    const test = sessions.filter(isTest);
    const survey = sessions.filter((session) => !isTest(session));
    yield set(recording, "ANCHORED", "no survey", test, modelsOf(anchors, { mechanism: "ANCHORED" }));
    for (const way of ["no survey", "survey"] as const) {
      const models = modelsOf(anchors);
      const weaker = test.map(weakened);
      yield set(recording, `${way}, ${WEAKER_DB} dB weaker`, way, weaker, models, survey);
      if (name === "tetam")
        yield set(recording, `${way}, room drawn`, way, test, modelsOf(anchors, { outline: ROOM }), survey);
    }
    if (name === "tetam") {
      const points = test.filter((session) => !moves(session));
      const others = [...survey, ...test.filter(moves)];
      yield set(recording, "surveyed the other way round", "survey", others, modelsOf(anchors), points);
      const smoothed = set(recording, "the other way round, smoothed", "survey", others, modelsOf(anchors), points);
      yield { ...smoothed, smooth: true };
    }
    for (const count of gateways.filter((some) => some < anchors.length))
      for (let draw = 1; draw <= DRAWS; draw++) {
        const some = drawn(anchors, count, draw);
        for (const way of ["no survey", "survey"] as const)
          yield set(recording, `${count} gateways, ${way}`, way, test, modelsOf(some), survey);
      }
  }
}

type Models = (calibration: Calibration | null) => SiteModel;

function modelsOf(
  anchors: Anchor[],
  other: { mechanism?: "ANCHORED"; outline?: { x: number; y: number }[] } = {},
): Models {
  const { mechanism = SETTINGS.mechanism, outline } = other;
  const floors = outline ? [{ id: anchors[0]!.floor, level: 0, elevationM: 0, outline }] : [];
  return (calibration) => buildSiteModel({ anchors, floors, settings: { ...SETTINGS, mechanism }, calibration });
}

function set(
  { name, truth, moves }: Recording,
  what: string,
  way: Way,
  sessions: Session[],
  modelWith: Models,
  survey: readonly Session[] = [],
): CircleSet {
  const moving = new Set(sessions.filter(moves).map(({ tagId }) => tagId));
  return {
    rowOf: (tagId) => `${name}, ${what}: ${moving.has(tagId) ? "moving" : "still"}`,
    sessions,
    truth,
    modelWith,
    calibration: way === "survey" ? calibrateSite(modelWith, survey, truth).calibration : null,
  };
}

function weakened(session: Session): Session {
  return { ...session, packets: session.packets.map((packet) => ({ ...packet, rssi: packet.rssi - WEAKER_DB })) };
}

/** Some randomly drawn gateways. */
function drawn(anchors: readonly Anchor[], count: number, draw: number): Anchor[] {
  const random = seeded(1000 * count + draw);
  return anchors
    .map((anchor) => ({ anchor, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ anchor }) => anchor);
}

/** `npm run accuracy -- recordedWays [--gateways 4,6,8]`: the recordings with some of their gateways, and with all. */
function main(): void {
  const { values } = parseArgs({ options: { gateways: { type: "string", default: "4,6,8" } } });
  const folder = recordingsFolder();
  if (!folder) throw new Error("the recordings are not on this machine; PULSE_TEST_DATA names their folder");
  const rows = circleRows(recordedWays(folder, values.gateways.split(",").map(Number)));
  process.stdout.write(`${circleTable(rows)}\n`);
}

if (import.meta.main) main();
