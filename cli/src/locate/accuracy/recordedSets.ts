import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildSiteModel } from "@pulse/positioning/model/siteModel";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { calibrateSite } from "../calibrateSite.ts";
import { evaluate } from "../evaluate.ts";
import { locateSessions } from "../locateSessions.ts";
import { readAnchors, readSessionNotes, readSessions, readTruth } from "../recordings.ts";
import { figuresOf, type Figures } from "./figures.ts";

/** Real recordings with truth, where the machine has them: env PULSE_TEST_DATA, else beside the repository. */
export function recordingsFolder(): string | null {
  const base = process.env["PULSE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../../shared/data");
  const folder = join(base, "positioning");
  return existsSync(join(folder, "tetam", "anchors.csv")) ? folder : null;
}

/** Each set without a survey, with one, and smoothed: by kind of session. */
export function runRecordings(folder: string): Record<string, Figures> {
  const results: Record<string, Figures> = {};
  for (const set of ["tetam", "uji-geo"]) {
    const path = (name: string): string => join(folder, set, name);
    const anchors = readAnchors(path("anchors.csv"));
    const notes = readSessionNotes(path("sessions.csv"));
    const truth = readTruth(path("truth.csv"));
    const sessions = readSessions(path("observations.csv"));
    const split = (name: string): typeof sessions => sessions.filter(({ tagId }) => notes.get(tagId)?.split === name);
    const settings = {
      mechanism: "TRILATERATED",
      anchorSnapRadiusM: 5,
      locationAccuracyThresholdM: 50,
      ignoreMovingTracker: false,
    } as const;
    const modelWith = (calibration: Calibration | null) =>
      buildSiteModel({ anchors, floors: [], settings, calibration });
    const { calibration: surveyed } = calibrateSite(modelWith, split("calibration"), truth);
    const ways = [
      { name: "no survey", calibration: null, smooth: false },
      { name: "survey", calibration: surveyed, smooth: false },
      { name: "survey, smoothed", calibration: surveyed, smooth: true },
    ];
    for (const { name, calibration, smooth } of ways) {
      const fixes = locateSessions(split("test"), { modelWith, calibration, intervalMs: 1000, smooth });
      for (const score of evaluate(fixes, truth, notes)) {
        if (score.name !== "all") results[`${set} ${score.name}, ${name}`] = figuresOf(score);
      }
    }
  }
  return results;
}
