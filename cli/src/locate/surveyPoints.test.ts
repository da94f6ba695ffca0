import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { calibrationPoints } from "./calibrationPoints.ts";
import type { Session, TruthRow } from "./recordings.ts";
import { file, recording, run } from "./testFiles.ts";

const truthOf = (rows: readonly [atS: number, x: number, floor: string][]): Map<string, TruthRow[]> =>
  new Map([["s", rows.map(([atS, x, floor]) => ({ atMs: 1000 * atS, x, y: 5, floor }))]]);

/** One packet each second of a period, each with its own strength, so that it shows which second it is from. */
const heard = (fromS: number, untilS: number): Session => ({
  tagId: "s",
  packets: Array.from({ length: untilS - fromS }, (_, at) => {
    const atMs = 1000 * (fromS + at);
    return { atMs, receivedMs: atMs, anchorId: "a", rssi: -40 - (fromS + at) / 4 };
  }),
});

describe("a point of a survey", () => {
  it("a survey point contains the packets received while the tracker stood there, and a second on either side", () => {
    const truth = truthOf([
      [60, 5, "0"],
      [89, 5, "0"],
    ]);
    const [point, ...others] = calibrationPoints([heard(0, 150)], truth);
    expect(others).toEqual([]);
    expect(point).toEqual(calibrationPoints([heard(59, 91)], truth)[0]);
    expect(point?.heard[0]?.packets).toBe(32);
  });

  it("a survey point contains all packets where its truth is one row", () => {
    expect(calibrationPoints([heard(0, 30)], truthOf([[0, 5, "0"]]))[0]?.heard[0]?.packets).toBe(30);
  });

  it("a survey point is separate from one at the same place on another floor", () => {
    const truth = truthOf([
      [0, 5, "0"],
      [29, 5, "0"],
      [60, 5, "1"],
      [89, 5, "1"],
    ]);
    const points = calibrationPoints([heard(0, 90)], truth);
    expect(points.map(({ floor, x }) => [floor, x])).toEqual([
      ["0", 5],
      ["1", 5],
    ]);
    expect(points.map((point) => point.heard[0]?.packets)).toEqual([31, 31]);
  });

  it("a survey point is missing where all packets are from other times", () => {
    const truth = truthOf([
      [5000, 5, "0"],
      [5030, 5, "0"],
    ]);
    expect(calibrationPoints([heard(0, 30)], truth)).toEqual([]);
  });
});

describe("a survey of tags that are also to be located", () => {
  const twice = (): { files: string[]; heard: string; truth: string } => {
    const { anchors, observations, truth } = recording();
    const copy = file("survey.csv", readFileSync(observations, "utf8").trim().split("\n"));
    return { files: ["--anchors", anchors, "--observations", observations], heard: copy, truth };
  };

  it("a survey of trackers that are also to be located is refused with advice, since their truth is never read", async () => {
    const { files, heard: survey, truth } = twice();
    const { code, err } = await run(...files, "--calibration-observations", survey, "--calibration-truth", truth);
    expect(code).toBe(1);
    expect(err).toBe(
      `pulse locate: all tags of ${survey} are to be located, and of those no truth is read (far, near); ` +
        "give the survey's sessions tag_ids of their own\n",
    );
  });

  it("a survey with some trackers that are to be located is used without them, with a note", async () => {
    const { files, heard: survey, truth } = twice();
    const rows = readFileSync(survey, "utf8").trim().split("\n");
    const more = file("more.csv", [...rows, "0,other,a,-60", "0,other,b,-66"]);
    const { code, err } = await run(...files, "--calibration-observations", more, "--calibration-truth", truth);
    expect(code).toBe(0);
    expect(err).toContain(
      "calibration: 2 tags are to be located, and of those no truth is read (far, near); " +
        "give the survey's sessions tag_ids of their own",
    );
  });

  it("a survey may be in one file with trackers to be located, split by its sessions", async () => {
    const { anchors, observations, truth, sessions } = recording();
    const files = ["--anchors", anchors, "--observations", observations, "--sessions", sessions, "--split", "test"];
    const { err } = await run(...files, "--calibration-observations", observations, "--calibration-truth", truth);
    expect(err).not.toContain("to be located");
  });
});
