import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { corners, file, type Recording, recording, run } from "./testFiles.ts";

describe("pulse locate", () => {
  it("pulse locate writes one fix for each tracker and second, in time order", async () => {
    const { anchors, observations } = recording();
    const { code, out } = await run("--anchors", anchors, "--observations", observations);
    const lines = out.trim().split("\n");
    expect(code).toBe(0);
    expect(lines[0]).toBe("t_s,tag_id,x_m,y_m,floor,accuracy_m,accuracy95_m,mechanism,moving");
    expect(lines.slice(1).map((line) => line.split(",").slice(0, 2).join(" "))).toEqual([
      "1 far",
      "1 near",
      "2 far",
      "2 near",
      "3 far",
      "3 near",
      "4 near",
      "5 near",
      "6 near",
    ]);
    expect(lines.at(-1)).toMatch(/^6,near,[\d.]+,[\d.]+,0,[\d.]+,[\d.]+,TRILATERATED,(true|false)?$/);
  });

  it("pulse locate uses nothing that was received after a fix", async () => {
    const { anchors, observations } = recording();
    const whole = (await run("--anchors", anchors, "--observations", observations)).out.split("\n");
    const kept = readFileSync(observations, "utf8")
      .split("\n")
      .filter((line) => !(Number(line.split(",")[0]) > 3));
    const cut = (await run("--anchors", anchors, "--observations", file("cut.csv", kept))).out.trim().split("\n");
    expect(cut.length).toBe(7);
    expect(whole.slice(0, 7)).toEqual(cut);
  });

  it("pulse locate starts a tracker with the strength of its make, where sessions.csv names makes", async () => {
    const hall = [
      ["a", 2, 2],
      ["b", 38, 2],
      ["c", 2, 23],
      ["d", 38, 23],
    ] as const;
    // Both are 12 dB weaker than usual; the second comes when the first, which walks, has shown that.
    const lines = ["t_s,tag_id,anchor_id,rssi_dbm"];
    const hear = (t: number, tag: string, x: number, y: number): void => {
      for (const [anchor, ax, ay] of hall)
        lines.push(`${t},${tag},${anchor},${Math.round(-71 - 22 * Math.log10(Math.hypot(ax - x, ay - y, 1.3)))}`);
    };
    for (let t = 0; t <= 95; t += 0.5) {
      hear(t, "first", 12 + (t % 20), 9 + (t % 7));
      if (t >= 90) hear(t, "second", 27, 15);
    }
    const anchors = file("anchors.csv", [
      "anchor_id,x_m,y_m,z_m,floor",
      ...hall.map((one) => [...one, "2.5,0"].join()),
    ]);
    const files = ["--anchors", anchors, "--observations", file("observations.csv", lines)];
    const fixesWith = async (makes: readonly string[]): Promise<string[]> => {
      const sessions = file("sessions.csv", ["tag_id,split,make", ...makes]);
      const { out } = await run(...files, "--sessions", sessions);
      return out.split("\n").filter((line) => line.includes(",second,"));
    };
    const alike = await fixesWith(["first,test,K4", "second,test,K4"]);
    const apart = await fixesWith(["first,test,K4", "second,test,B7"]);
    expect(alike.length).toBeGreaterThan(3);
    expect(alike[0]).not.toBe(apart[0]);
    expect(await fixesWith(["first,test,", "second,test,"])).toEqual(apart);
  });

  it("pulse locate scores fixes against a truth, by kind, for the trackers of one split", async () => {
    const { anchors, observations, truth, sessions } = recording();
    const out = join(dirname(anchors), "fixes.csv");
    const result = await run(
      "--anchors",
      anchors,
      "--observations",
      observations,
      "--out",
      out,
      "--evaluate",
      truth,
      "--sessions",
      sessions,
      "--split",
      "test",
      "--interval-s",
      "2",
    );
    expect(result.code).toBe(0);
    expect(readFileSync(out, "utf8").trim().split("\n").length).toBe(1 + 3);
    expect(result.out).toMatch(/^all +3 .*100\.0 %/m);
    expect(result.out).toMatch(/^static +3 /m);
  });

  it("pulse locate puts trackers at gateways when asked for ANCHORED", async () => {
    const { anchors, observations } = recording();
    const { out } = await run("--anchors", anchors, "--observations", observations, "--mechanism", "ANCHORED");
    expect(out).toMatch(/^6,near,0\.000,0\.000,0,.*ANCHORED,/m);
  });

  it("pulse locate leaves out impossible observations, and says how many", async () => {
    const { anchors, observations } = recording();
    const odd = ["0.5,near,a,999", "0.5,near,nobody,-50"];
    const with999 = file("odd.csv", [...readFileSync(observations, "utf8").trim().split("\n"), ...odd]);
    const { code, out, err } = await run("--anchors", anchors, "--observations", with999);
    expect(code).toBe(0);
    expect(out).toBe((await run("--anchors", anchors, "--observations", observations)).out);
    expect(err).toContain("1 observations of anchors");
    expect(err).toContain("1 observations outside -127…20 dBm");
  });

  it("pulse locate leaves out empty strengths, and ignores settings that are NaN", async () => {
    const { anchors, observations } = recording();
    const rows = readFileSync(observations, "utf8").trim().split("\n");
    const gaps = file("gaps.csv", [...rows, "0.5,near,a,", "1.5,near,b,NaN", "2.5,far,c,nan"]);
    const columns = `${corners[0]},alpha,beta,gamma,measured_power_dbm`;
    const unset = file("unset.csv", [columns, ...corners.slice(1).map((row) => `${row},NaN,nan,,NaN`)]);
    const { code, out, err } = await run("--anchors", unset, "--observations", gaps);
    expect(code).toBe(0);
    expect(out).toBe((await run("--anchors", anchors, "--observations", observations)).out);
    expect(err).toBe("pulse locate: 3 observations without a strength left out\n");
  });

  it("pulse locate reports an anchor beyond any map, and locates with the others", async () => {
    const { anchors, observations } = recording();
    const slipped = file("slipped.csv", [...corners, "e,1e300,0,,0"]);
    const { code, out, err } = await run("--anchors", slipped, "--observations", observations);
    expect(code).toBe(0);
    expect(out).toBe((await run("--anchors", anchors, "--observations", observations)).out);
    expect(err).toMatch(/1 anchors beyond any map's coordinates \(e\) left out/);
  });

  it("pulse locate calibrates only from trackers that it does not locate, and reports the result", async () => {
    const { anchors, observations, truth, sessions } = recording();
    const files = ["--anchors", anchors, "--observations", observations, "--sessions", sessions, "--split", "test"];
    const survey = ["--calibration-observations", observations, "--calibration-truth", truth];
    const { code, out, err } = await run(...files, ...survey);
    expect(code).toBe(0);
    expect(err).toContain("nothing won over the defaults");
    const wrongTruth = file("wrong.csv", ["t_s,tag_id,x_m,y_m,floor", "0,near,9,9,0", "0,far,8,8,0", "3,far,8,8,0"]);
    const other = await run(...files, "--calibration-observations", observations, "--calibration-truth", wrongTruth);
    expect(other.out).toBe(out);
  });

  it("pulse locate smooths the whole session when asked to", async () => {
    const { anchors, observations } = recording();
    const live = (await run("--anchors", anchors, "--observations", observations)).out.trim().split("\n");
    const smooth = (await run("--anchors", anchors, "--observations", observations, "--smooth")).out.trim().split("\n");
    const keys = (lines: string[]): string[] => lines.map((line) => line.split(",").slice(0, 2).join(" "));
    expect(keys(smooth)).toEqual(keys(live));
    expect(smooth).not.toEqual(live);
  });

  it("pulse locate uses an observation only once it was received, with its own time", async () => {
    const { anchors, observations } = recording();
    const late = readFileSync(observations, "utf8")
      .trim()
      .split("\n")
      .map((line, at) =>
        at ? `${line},${Number(line.split(",")[0]) < 3 ? 3.5 : line.split(",")[0]}` : `${line},received_s`,
      );
    const { code, out } = await run("--anchors", anchors, "--observations", file("late.csv", late));
    expect(code).toBe(0);
    const near = out
      .trim()
      .split("\n")
      .filter((line) => line.includes(",near,"));
    expect(near[0]).toMatch(/^3,near,/);
    const [, , x, y] = near.at(-1)!.split(",").map(Number);
    expect(Math.hypot(x! - 2, y! - 2)).toBeLessThan(2);
  });

  it("pulse locate prints its help", async () => {
    const { code, out } = await run("--help");
    expect(code).toBe(0);
    expect(out).toContain("--observations FILE");
  });
});

describe("pulse locate ends with 1 and one line", () => {
  const cases: [string, (files: Recording) => string[], RegExp][] = [
    ["when a file is not named", ({ anchors }) => ["--anchors", anchors], /--observations FILE is needed/],
    ["when an option is unknown", () => ["--wat"], /--wat/],
    [
      "when a file is missing",
      ({ anchors }) => ["--anchors", anchors, "--observations", "/nowhere.csv"],
      /nowhere\.csv cannot be read/,
    ],
    [
      "when a column is missing",
      ({ observations }) => ["--anchors", observations, "--observations", observations],
      /line 1: column .*x_m/,
    ],
    [
      "when a number is none",
      ({ anchors }) => [
        "--anchors",
        anchors,
        "--observations",
        file("bad.csv", ["t_s,tag_id,anchor_id,rssi_dbm", "0,t,a,-60", "1,t,a,loud"]),
      ],
      /bad\.csv, line 3, column rssi_dbm: "loud" is not a number/,
    ],
    [
      "when an observation was handed over before it was heard",
      ({ anchors }) => [
        "--anchors",
        anchors,
        "--observations",
        file("early.csv", ["t_s,tag_id,anchor_id,rssi_dbm,received_s", "5,t,a,-60,4"]),
      ],
      /early\.csv, line 2, column received_s: "4" is not a time at or after t_s/,
    ],
    [
      "when an anchor is kilometres from the others of its floor",
      ({ observations: o }) => ["--anchors", file("far.csv", [...corners, "e,9e3,0,2,0"]), "--observations", o],
      /anchor e is kilometres from the others of floor 0/,
    ],
    [
      "when there is nothing to locate",
      ({ anchors }) => ["--anchors", anchors, "--observations", file("empty.csv", ["t_s,tag_id,anchor_id,rssi_dbm"])],
      /no observation of a tag/,
    ],
    [
      "when the mechanism is unknown",
      ({ anchors, observations }) => ["--anchors", anchors, "--observations", observations, "--mechanism", "GUESS"],
      /TRILATERATED or ANCHORED/,
    ],
    [
      "when an interval is no length",
      ({ anchors, observations }) => ["--anchors", anchors, "--observations", observations, "--interval-s", "0"],
      /--interval-s is a number/,
    ],
    [
      "when a split is asked without sessions",
      ({ anchors, observations }) => ["--anchors", anchors, "--observations", observations, "--split", "test"],
      /--split needs --sessions/,
    ],
  ];
  it.each(cases)("pulse locate ends with exit code 1 and one line %s", async (_, args, message) => {
    const { code, out, err } = await run(...args(recording()));
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(err).toMatch(message);
  });
});

describe("outlines", () => {
  const anchors = (): string => recording().anchors;
  const observations = (): string => recording().observations;

  it("the outlines keep every fix on the drawn floor", async () => {
    const rows = ["floor,x_m,y_m", "0,0,0", "0,10,0", "0,10,5", "0,0,5"];
    const outlines = file("outlines.csv", rows);
    const { code, out } = await run("--anchors", anchors(), "--observations", observations(), "--outlines", outlines);
    expect(code).toBe(0);
    const ys = out
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => Number(line.split(",")[3]));
    expect(ys.length).toBeGreaterThan(5);
    for (const y of ys) expect(y).toBeLessThanOrEqual(5);
  });

  it("the outlines leave out an anchor far outside them, which is named", async () => {
    const outlines = file("outlines.csv", ["floor,x_m,y_m", "0,0,0", "0,10,0", "0,10,10", "0,0,10"]);
    const located = (own: string) => run("--anchors", own, "--observations", observations(), "--outlines", outlines);
    const { code, out, err } = await located(file("far.csv", [...corners, "yard,60,0,2,0", "e,9e3,0,2,0"]));
    expect(code).toBe(0);
    expect(err).toBe("pulse locate: left out for lying more than 100 m outside of their floor's outline: e\n");
    expect(out).toBe((await located(file("near.csv", [...corners, "yard,60,0,2,0"]))).out);
  });

  it.each([
    [["floor,x_m,y_m", "0,0,0", "0,10,0"], "the outline of floor 0 has 2 different corners and needs three"],
    [["floor,x_m,y_m", "1,0,0", "1,10,0", "1,10,5"], "has no floor 0, where anchor a is"],
    [["floor,x_m,y_m", "0,0,north"], '"north" is not a number'],
  ])("incomplete or malformed outlines are refused: %j", async (rows, why) => {
    const outlines = file("outlines.csv", rows);
    const { code, err } = await run("--anchors", anchors(), "--observations", observations(), "--outlines", outlines);
    expect(code).toBe(1);
    expect(err).toContain(why);
  });
});
