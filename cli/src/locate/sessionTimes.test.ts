import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { file, recording, run } from "./testFiles.ts";

const HEADER = "t_s,tag_id,anchor_id,rssi_dbm";

/** The rows of a recording's observations with shifted times, s. */
function moved(path: string, byS: number): string[] {
  const [, ...rows] = readFileSync(path, "utf8").trim().split("\n");
  return rows.map((row) => row.replace(/^[^,]*/, (t) => String(Number(t) + byS)));
}

/** The lines of the fixes with their times shifted back, s. */
function back(out: string, byS: number): string[] {
  const [, ...lines] = out.trim().split("\n");
  return lines.map((line) => line.replace(/^[^,]*/, (t) => String(Number(t) - byS)));
}

/** The times of fixes, s, and their tags. */
const timesOf = (out: string): string[] => out.match(/^-?[\d.]+,[^,]+/gm) ?? [];

describe("the clock of a recording", () => {
  it.each([1000, 1_700_000_000, -1000, -3])(
    "a recording's clock may start at %d s, with the same fixes as from 0",
    async (byS) => {
      const { anchors, observations } = recording();
      const later = file("later.csv", [HEADER, ...moved(observations, byS)]);
      const whole = (await run("--anchors", anchors, "--observations", observations)).out;
      const { code, out } = await run("--anchors", anchors, "--observations", later);
      expect(code).toBe(0);
      expect(back(out, byS)).toEqual(back(whole, 0));
    },
  );

  it("a recording's clock may differ between trackers", async () => {
    const { anchors, observations } = recording();
    const near = moved(observations, 0).filter((row) => row.includes("near"));
    const both = file("both.csv", [HEADER, ...near, ...moved(observations, 50).filter((row) => row.includes("far"))]);
    const { out } = await run("--anchors", anchors, "--observations", both);
    expect(timesOf(out).filter((at) => at.includes("far"))).toEqual(["51,far", "52,far", "53,far"]);
  });

  it("a recording's clock may have a gap of years", async () => {
    const { anchors, observations } = recording();
    const epochS = 1_700_000_000;
    const twice = file("twice.csv", [HEADER, ...moved(observations, 0), ...moved(observations, epochS)]);
    const { out } = await run("--anchors", anchors, "--observations", twice);
    const near = timesOf(out).filter((at) => at.includes("near"));
    const times = near.map((at) => Number(at.split(",")[0]));
    expect([times[0], times.at(-1)]).toEqual([1, epochS + 6]);
    expect(times.filter((t) => t > 300 && t < epochS)).toEqual([]);
  });

  it("a recording is reported as negative when all its times are", async () => {
    const { anchors, observations } = recording();
    const before = file("before.csv", [HEADER, ...moved(observations, -100)]);
    const { code, err } = await run("--anchors", anchors, "--observations", before);
    expect(code).toBe(0);
    expect(err).toContain("all times of 2 tags are negative (far, near)");
  });
});

describe("a tag heard for less than an interval", () => {
  const burst = (fromS: number, lasting: number): string[] =>
    ["a", "b", "c", "d"].map((anchor, at) => `${(fromS + (lasting * at) / 3).toFixed(3)},t,${anchor},${-60 - 2 * at}`);

  it.each([
    [0, 0, 1],
    [5.3, 0, 6],
    [5, 0.4, 6],
    [100.3, 0.15, 101],
    [1_700_000_000.25, 0.15, 1_700_000_001],
    [-5.3, 0.15, -5],
  ])(
    "a tracker received from %d s for %d s, less than an interval, is located once from all its packets, at %d s",
    async (fromS, lastingS, atS) => {
      const { anchors } = recording();
      const { out } = await run(
        "--anchors",
        anchors,
        "--observations",
        file("b.csv", [HEADER, ...burst(fromS, lastingS)]),
      );
      const once = (await run("--anchors", anchors, "--observations", file("o.csv", [HEADER, ...burst(0, lastingS)])))
        .out;
      expect(timesOf(out)).toEqual([`${atS},t`]);
      // For a tag in one place it does not matter when in its interval it was heard.
      expect(out.split(",").slice(-6)).toEqual(once.split(",").slice(-6));
    },
  );

  it("a tracker received for less than an interval is located even beside one that was received from 0 on", async () => {
    const { anchors, observations } = recording();
    const both = file("both.csv", [HEADER, ...moved(observations, 0), ...burst(5, 0.4)]);
    const { out } = await run("--anchors", anchors, "--observations", both);
    expect(timesOf(out).filter((at) => at.endsWith(",t"))).toEqual(["6,t"]);
  });
});

it("pulse locate makes no fix before the first packet was received, and one at that moment", async () => {
  const { anchors } = recording();
  const rows = ["a", "b", "c"].flatMap((anchor) => [`0.3,t,${anchor},-60,5`, `6.4,t,${anchor},-60,6.5`]);
  const observed = file("late.csv", [`${HEADER},received_s`, ...rows]);
  const { out } = await run("--anchors", anchors, "--observations", observed);
  expect(timesOf(out)).toEqual(["5,t", "6,t"]);
});
