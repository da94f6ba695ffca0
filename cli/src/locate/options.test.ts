import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { file, recording, run } from "./testFiles.ts";

describe("an option", () => {
  it.each(["--interval-s", "--window-s"])(
    "the option %s with a negative number is refused as out of range",
    async (option) => {
      const { anchors, observations } = recording();
      const files = ["--anchors", anchors, "--observations", observations];
      const { code, err } = await run(...files, option, "-1");
      expect(code).toBe(1);
      expect(err).toMatch(new RegExp(`^pulse locate: ${option} is a number from .*, not "-1"\n$`));
      expect(err).toBe((await run(...files, `${option}=-1`)).err);
    },
  );

  it("an option for a height may be negative", async () => {
    const { anchors, observations } = recording();
    const { code } = await run("--anchors", anchors, "--observations", observations, "--tag-z-m", "-0.5");
    expect(code).toBe(0);
  });

  it("a --split with a name that no tracker has is refused, with the names that exist", async () => {
    const { anchors, observations, sessions } = recording();
    const files = ["--anchors", anchors, "--observations", observations, "--sessions", sessions];
    const { code, err } = await run(...files, "--split", "zzz");
    expect(code).toBe(1);
    expect(err).toBe(
      `pulse locate: --split zzz: ${sessions} puts no tag of ${observations} there (it has calibration, test)\n`,
    );
  });

  it("an --interval-s longer than a session gives one fix from all of it, as soon as it ends", async () => {
    const { anchors, observations, truth } = recording();
    const files = ["--anchors", anchors, "--observations", observations, "--interval-s", "600"];
    const { out } = await run(...files);
    expect(out.match(/^\d+,[a-z]+/gm)).toEqual(["4,far", "7,near"]);
    expect((await run(...files, "--evaluate", truth)).out).toMatch(/^all +2 /m);
  });
});

describe("an observation that was received before it was heard", () => {
  const rows = (path: string): string[] => readFileSync(path, "utf8").trim().split("\n");

  it("an observation received just before its own time counts as received at once, with a note", async () => {
    const { anchors, observations } = recording();
    const early = rows(observations).map((row, at) =>
      at ? `${row},${Number(row.split(",")[0]) - (at % 4 ? 0 : 0.9)}` : `${row},received_s`,
    );
    const { code, out, err } = await run("--anchors", anchors, "--observations", file("early.csv", early));
    expect(code).toBe(0);
    expect(out).toBe((await run("--anchors", anchors, "--observations", observations)).out);
    expect(err).toBe(
      "pulse locate: 20 observations were received up to 0.9 s before they were heard; they count as received at once\n",
    );
  });

  it("an observation received long before its own time is refused", async () => {
    const { anchors } = recording();
    const early = file("early.csv", ["t_s,tag_id,anchor_id,rssi_dbm,received_s", "5,t,a,-60,3.9"]);
    const { code, err } = await run("--anchors", anchors, "--observations", early);
    expect(code).toBe(1);
    expect(err).toContain('"3.9" is not a time at or after t_s');
  });
});

it("pulse locate never prints a negative zero", async () => {
  const { observations } = recording();
  const site = ["anchor_id,x_m,y_m,z_m,floor", "a,-0.0001,-0.0001,2.5,0", "b,-0.0002,-0.0001,2.5,0"];
  const files = ["--anchors", file("point.csv", site), "--observations", observations, "--mechanism", "ANCHORED"];
  const { out } = await run(...files);
  expect(out).toMatch(/,near,0\.000,0\.000,/);
  expect(out).not.toContain("-0.000");
});

it("pulse locate ends quietly when its output is closed", () => {
  const { anchors } = recording();
  // More than fits into a pipe.
  const long = Array.from({ length: 120 }, (_, t) => `${t},t,${"abcd"[t % 4]},-60`);
  const observations = file("long.csv", ["t_s,tag_id,anchor_id,rssi_dbm", ...long]);
  const pulse = join(import.meta.dirname, "../../bin/pulse.mjs");
  const args = ["locate", "--anchors", anchors, "--observations", observations, "--interval-s", "0.01"];
  const shell = `"$0" "$@" | head -n 1; exit "\${PIPESTATUS[0]}"`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", shell, process.execPath, pulse, ...args], {
    encoding: "utf8",
  });
  expect(stdout).toBe("t_s,tag_id,x_m,y_m,floor,accuracy_m,accuracy95_m,mechanism,moving\n");
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
