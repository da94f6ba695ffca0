import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { file, recording, run } from "./testFiles.ts";

/** A survey of 12 points, each with one packet per anchor at one moment, as scanners write them. */
function scans(timeOf: (at: number) => number, floor = "0"): { heard: string; truth: string } {
  const heard = ["t_s,tag_id,anchor_id,rssi_dbm"];
  const truth = ["t_s,tag_id,x_m,y_m,floor"];
  for (let at = 0; at < 12; at++) {
    const [x, y] = [1 + 2.6 * (at % 4), 1 + 3.9 * Math.floor(at / 4)];
    truth.push(`${timeOf(at)},p${at},${x},${y},${floor}`);
    for (const [anchor, ax, ay] of [
      ["a", 0, 0],
      ["b", 10, 0],
      ["c", 10, 10],
      ["d", 0, 10],
    ] as const)
      heard.push(
        `${timeOf(at)},p${at},${anchor},${(-72 - 35 * Math.log10(Math.hypot(ax - x, ay - y, 1.3))).toFixed(1)}`,
      );
  }
  return { heard: file("scans.csv", heard), truth: file("scanned.csv", truth) };
}

it.each([
  ["at 0", () => 0],
  ["each at a time of its own", (at: number) => 7 * at],
  ["at negative times", (at: number) => at - 600],
])("pulse locate learns from a survey whose points are single moments, %s", async (_, timeOf) => {
  const { anchors, observations } = recording();
  const { heard, truth } = scans(timeOf);
  const survey = ["--calibration-observations", heard, "--calibration-truth", truth];
  const { code, err } = await run("--anchors", anchors, "--observations", observations, ...survey);
  expect(code).toBe(0);
  expect(err).toMatch(/calibration: L2, n 3\.\d+, .* 12 held-back points/);
  expect(err).not.toContain("NaN");
});

it("pulse locate says what it cannot use from a survey: trackers, times, floors, too few points", async () => {
  const { anchors, observations } = recording();
  const files = ["--anchors", anchors, "--observations", observations];
  const of = (heard: string, truth: string): Promise<{ err: string }> =>
    run(...files, "--calibration-observations", heard, "--calibration-truth", truth);
  const { heard, truth } = scans((at) => at - 600);
  expect((await of(heard, truth)).err).toContain("all times of 12 tags are negative (p0, p1, p10, p11, p2 …)");
  const strangers = file("strangers.csv", ["t_s,tag_id,x_m,y_m,floor", "0,q0,1,1,0"]);
  expect((await of(heard, strangers)).err).toContain("tells of no tag of the calibration observations");
  const upstairs = scans(() => 0, "7");
  expect((await of(upstairs.heard, upstairs.truth)).err).toContain("no anchor is on floor 7");
  const few = scans(() => 0);
  const [header = "", ...rows] = readFileSync(few.truth, "utf8").trim().split("\n");
  const { err } = await of(few.heard, file("few.csv", [header, ...rows.slice(0, 5)]));
  expect(err).toContain("does not tell of 7 tags (p10, p11, p5");
  expect(err).toContain("a survey takes 8 points, here are 5");
  const walked = file("walked.csv", [header, "900,p0,1,1,0", "950,p0,5,5,0"]);
  expect((await of(few.heard, walked)).err).toContain(
    "1 tags were heard at other times than their truth tells of (p0)",
  );
});
