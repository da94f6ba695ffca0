import { writeFileSync } from "node:fs";
import type { Area } from "@pulse/positioning/model/areaIndex";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { Anchor, FloorModel } from "@pulse/positioning/model/placedSite";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { strayAnchors } from "@pulse/positioning/model/strayAnchors";
import { calibrateSite, calibrationLine } from "./calibrateSite.ts";
import { InputError, abbreviateList } from "./csvTable.ts";
import { readDirect, withDirect } from "./directMeasurements.ts";
import { evaluate, type Score, scoreTable } from "./evaluate.ts";
import { fixesCsv } from "./fixesCsv.ts";
import type { FloorSpellings } from "./floorNames.ts";
import { locateSessions } from "./locateSessions.ts";
import { HELP, needed, type Options, positive, readOptions } from "./locateOptions.ts";
import {
  recordingWarnings,
  unknownFloorWarnings,
  strayAnchorWarnings,
  negativeTimeWarnings,
} from "./recordingWarnings.ts";
import {
  readAnchors,
  readOutlines,
  readRooms,
  readSessionNotes,
  readSessions,
  readTruth,
  type Session,
  type SessionNote,
} from "./recordings.ts";

/** Where the command writes; the process's own streams, or a test's. */
export interface Output {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** `pulse locate` (contract section 7). Resolves to the exit code: 0, or 1 with one line on standard error. */
export async function runLocate(args: string[], io: Output): Promise<number> {
  try {
    run(args, io);
    return 0;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    io.stderr.write(`pulse locate: ${error.message}\n`);
    return 1;
  }
}

function mechanismOf(value: string): "TRILATERATED" | "ANCHORED" {
  if (value === "TRILATERATED" || value === "ANCHORED") return value;
  throw new InputError(`--mechanism is TRILATERATED or ANCHORED, not "${value}"`);
}

function run(args: string[], io: Output): void {
  const options = readOptions(args);
  if (options.help) {
    io.stdout.write(HELP);
    return;
  }
  const anchorsPath = needed("anchors", options.anchors);
  if (options.split !== undefined && options.sessions === undefined) {
    throw new InputError("--split needs --sessions sessions.csv, which tells the split of each tag");
  }
  const intervalMs = Math.round(1000 * positive("interval-s", options["interval-s"], 0.01, 86_400));
  const windowS = options["window-s"];
  const tagZ = options["tag-z-m"];
  const spellings: FloorSpellings = new Map();
  const anchors = readAnchors(anchorsPath, spellings);
  const floors = floorsOf(options.outlines, anchors, spellings);
  const strays = straysOf(anchorsPath, anchors, floors);
  const site: Omit<Parameters<typeof buildSiteModel>[0], "calibration"> = {
    anchors,
    floors,
    rooms: options.rooms === undefined ? [] : roomsOf(options.rooms, anchors, floors),
    settings: {
      mechanism: mechanismOf(options.mechanism),
      anchorSnapRadiusM: 5,
      locationAccuracyThresholdM: 50,
      ignoreMovingTracker: false,
    },
    windowMs: windowS === undefined ? null : 1000 * positive("window-s", windowS, 0.1, 3600),
    ...(tagZ === undefined ? {} : { tagHeightM: positive("tag-z-m", tagZ, -10, 100) }),
  };
  const notes = options.sessions === undefined ? null : readSessionNotes(options.sessions);
  const sessions = sessionsToLocate(anchors, options, notes, io);
  const oddities = [
    ...strayAnchorWarnings(strays),
    ...recordingWarnings(sessions, anchors),
    ...negativeTimeWarnings(sessions),
  ];
  for (const one of oddities) tell(io, one);

  const modelWith = (calibration: Calibration | null) => buildSiteModel({ ...site, calibration });
  const calibration = calibrationFor(options, { sessions, notes }, modelWith, io);
  const fixes = locateSessions(sessions, { modelWith, calibration, intervalMs, smooth: options.smooth });
  if (options.out !== undefined || options.evaluate === undefined) {
    const text = fixesCsv(fixes, spellings, options.rooms !== undefined);
    if (options.out === undefined) io.stdout.write(text);
    else write(options.out, text);
  }
  if (options.evaluate === undefined) return;
  const truth = readTruth(options.evaluate);
  printScores(evaluate(fixes, truth, notes), options.evaluate, io);
  for (const odd of unknownFloorWarnings(sessions, truth, spellings)) tell(io, odd);
}

function printScores(scores: Score[], truthPath: string, io: Output): void {
  if (!scores[0]?.fixes) throw new InputError(`${truthPath} tells no truth of any tag that was located`);
  io.stdout.write(scoreTable(scores));
}

/** The sessions of the tags to locate: all, or those in the requested split. */
function sessionsToLocate(
  anchors: readonly Anchor[],
  options: Options,
  notes: ReadonlyMap<string, SessionNote> | null,
  io: Output,
): Session[] {
  const { split, sessions: notesPath, angles, ranges, observations } = options;
  const isMeasured = angles !== undefined || ranges !== undefined;
  const observationsPath = isMeasured ? observations : needed("observations", observations);
  const warn = (odd: string): void => tell(io, odd);
  const recorded = observationsPath === undefined ? [] : readSessions(observationsPath, warn);
  const anchorIds = new Set(anchors.map(({ id }) => id));
  const direct = isMeasured ? readDirect({ angles, ranges, anchorIds, warn }) : new Map<string, never>();
  const heard = withMakes(isMeasured ? withDirect(recorded, direct) : recorded, notes);
  const path = [observationsPath, angles, ranges].filter((one) => one !== undefined).join(", ");
  if (!heard.length) throw new InputError(`${path} holds no observation of a tag to locate`);
  if (split === undefined) return heard;
  const splitOf = ({ tagId }: Session): string | undefined => notes?.get(tagId)?.split;
  const chosen = heard.filter((session) => splitOf(session) === split);
  if (chosen.length) return chosen;
  const splits = [...new Set(heard.map(splitOf))].filter((name) => name !== undefined).toSorted();
  const has = `it has ${splits.length ? splits.join(", ") : "none of them"}`;
  throw new InputError(`--split ${split}: ${notesPath} puts no tag of ${path} there (${has})`);
}

/** Gives sessions the makes that sessions.csv names. */
function withMakes(sessions: Session[], notes: ReadonlyMap<string, SessionNote> | null): Session[] {
  return sessions.map((session) => {
    const make = notes?.get(session.tagId)?.make ?? null;
    return make === null ? session : { ...session, make };
  });
}

/** The drawn floors; every anchor must be on one of them. */
function floorsOf(path: string | undefined, anchors: readonly Anchor[], spellings: FloorSpellings): FloorModel[] {
  if (path === undefined) return [];
  const floors = readOutlines(path, spellings);
  const beside = anchors.find(({ floor }) => !floors.some(({ id }) => id === floor));
  if (beside) throw new InputError(`${path} has no floor ${beside.floor}, where anchor ${beside.id} is`);
  return floors;
}

/** Anchors far outside their outlines; without outlines they are refused, because nothing shows which one is wrong. */
function straysOf(path: string, anchors: readonly Anchor[], floors: readonly FloorModel[]): Anchor[] {
  const strays = strayAnchors(anchors, floors);
  const [stray] = strays;
  if (stray && floors.length === 0)
    throw new InputError(
      `${path}: anchor ${stray.id} is kilometres from the others of floor ${stray.floor}; correct it, or draw the floor with --outlines`,
    );
  return strays;
}

/** The drawn rooms, each on a floor that the engine knows. */
function roomsOf(path: string, anchors: readonly Anchor[], floors: readonly FloorModel[]): Area[] {
  const known = new Set([...floors.map(({ id }) => id), ...anchors.map(({ floor }) => floor)]);
  const rooms = readRooms(path);
  const beside = rooms.find(({ floor }) => !known.has(floor));
  if (beside) throw new InputError(`${path}: room ${beside.id} is on floor ${beside.floor}, where no anchor is`);
  return rooms;
}

/** The calibration from its files, if given, without the tags to be located. */
function calibrationFor(
  options: Options,
  located: { sessions: readonly Session[]; notes: ReadonlyMap<string, SessionNote> | null },
  modelWith: (calibration: Calibration | null) => SiteModel,
  io: Output,
): Calibration | null {
  const observations = options["calibration-observations"];
  const truth = options["calibration-truth"];
  if (observations === undefined && truth === undefined) return null;
  if (observations === undefined || truth === undefined) {
    throw new InputError("--calibration-observations and --calibration-truth belong together");
  }
  const names = new Set(located.sessions.map(({ tagId }) => tagId));
  const heard = withMakes(
    readSessions(observations, (odd) => tell(io, odd)),
    located.notes,
  );
  if (!heard.length) throw new InputError(`${observations} holds no observation`);
  const sessions = heard.filter(({ tagId }) => !names.has(tagId));
  const both = heard.map(({ tagId }) => tagId).filter((tagId) => names.has(tagId));
  const why = `are to be located, and of those no truth is read (${abbreviateList(both)}); give the survey's sessions tag_ids of their own`;
  if (!sessions.length) throw new InputError(`all tags of ${observations} ${why}`);
  // In one file with all sessions, the split separates them.
  if (both.length && observations !== options.observations) tell(io, `calibration: ${both.length} tags ${why}`);
  for (const odd of negativeTimeWarnings(sessions)) tell(io, odd);
  const { calibration, unused } = calibrateSite(modelWith, sessions, readTruth(truth));
  for (const what of unused) tell(io, `calibration: ${what}`);
  tell(io, calibrationLine(calibration));
  return calibration;
}

function tell(io: Output, text: string): void {
  io.stderr.write(`pulse locate: ${text}\n`);
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new InputError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
