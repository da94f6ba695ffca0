import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { buildSiteModel } from "@pulse/positioning/engine/siteModel";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { calibrateSite } from "@pulse/cli/locate/calibrateSite";
import { evaluate } from "@pulse/cli/locate/evaluate";
import { locateSessions } from "@pulse/cli/locate/locateSessions";
import {
  readAnchors,
  readSessionNotes,
  readSessions,
  readTruth,
  type Session,
  type SessionNote,
  type TruthRow,
} from "@pulse/cli/locate/recordings";
import { figuresOf, type Figures } from "./figures.ts";
import { SETTINGS } from "./settings.ts";

/** Real recordings with truth, if the machine has them: env PULSE_TEST_DATA, else beside the repository. */
export function recordingsFolder(): string | null {
  const base = process.env["PULSE_TEST_DATA"] ?? join(import.meta.dirname, "../../../shared/data");
  const folder = join(base, "positioning");
  return existsSync(join(folder, "tetam", "anchors.csv")) ? folder : null;
}

/** One set: its gateways, its tags' packets and true places, and notes about the sessions. */
export interface Recording {
  name: string;
  anchors: Anchor[];
  notes: Map<string, SessionNote>;
  truth: Map<string, TruthRow[]>;
  sessions: Session[];
  isTest: (session: Session) => boolean;
  moves: (session: Session) => boolean;
}

export function readRecording(folder: string, name: string): Recording {
  const path = (file: string): string => join(folder, name, file);
  const notes = readSessionNotes(path("sessions.csv"));
  return {
    name,
    anchors: readAnchors(path("anchors.csv")),
    notes,
    truth: readTruth(path("truth.csv")),
    sessions: readSessions(path("observations.csv")),
    isTest: ({ tagId }) => notes.get(tagId)?.split === "test",
    moves: ({ tagId }) => notes.get(tagId)?.kind === "moving",
  };
}

/** Each set without a survey, with one, and smoothed: by kind of session. */
export function runRecordings(folder: string): Record<string, Figures> {
  const results: Record<string, Figures> = {};
  for (const set of ["tetam", "uji-geo"]) {
    const { anchors, notes, truth, sessions, isTest } = readRecording(folder, set);
    const modelWith = (calibration: Calibration | null) =>
      buildSiteModel({ anchors, floors: [], settings: SETTINGS, calibration });
    const survey = sessions.filter((session) => !isTest(session));
    const { calibration: surveyed } = calibrateSite(modelWith, survey, truth);
    const ways = [
      { name: "no survey", calibration: null, smooth: false },
      { name: "survey", calibration: surveyed, smooth: false },
      { name: "survey, smoothed", calibration: surveyed, smooth: true },
    ];
    for (const { name, calibration, smooth } of ways) {
      const fixes = locateSessions(sessions.filter(isTest), { modelWith, calibration, intervalMs: 1000, smooth });
      for (const score of evaluate(fixes, truth, notes)) {
        if (score.name !== "all") results[`${set} ${score.name}, ${name}`] = figuresOf(score);
      }
    }
  }
  return results;
}
