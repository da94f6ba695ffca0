import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { MECHANISMS } from "@pulse/positioning/model/mechanisms";
import { describe, expect, it } from "vitest";
import { type AblationRow, type AblationRun, ablationRun } from "./ablationRows.ts";
import { ablationHead, ablationLine, ablationNotes } from "./ablationTable.ts";
import { espresenseSite } from "./espresenseSite.ts";
import type { Errors } from "./siteErrors.ts";

const errors = (medianM: number, p90M: number, within68 = 0.7): Errors => ({
  medianM,
  p90M,
  within68,
  within95: 0.95,
});
const row = (site: string, pulse: Errors): AblationRow => ({
  site,
  kind: "still",
  gateways: 4,
  isDrawn: false,
  isSurveyed: false,
  saysMoving: 0.25,
  pulse,
  smoothed: pulse,
});
const run = (perFixUs: number, ...rows: AblationRow[]): AblationRun => ({ rows, perFixUs });

describe("the engine without one of its mechanisms", () => {
  it("a mechanism's line says how much larger errors are without it, and where it earns most", () => {
    const whole = run(30, row("hall", errors(1, 2)), row("flat", errors(2, 4)));
    const without = run(20, row("hall", errors(1.1, 2)), row("flat", errors(2, 4.4, 0.9)));
    const [, name, , us, median, p90, most, smoothed, live, later, moves] = ablationLine("nonDetection", without, whole)
      .split("|")
      .map((cell) => cell.trim());
    expect([name, us, median, p90]).toEqual(["nonDetection", "-10", "+4.9", "+4.9"]);
    expect([most, smoothed, live, later]).toEqual(["+10.0 hall median", "+4.9 / +4.9", "1 of 2", "1"]);
    expect(moves).toBe("25 / 0");
    expect(ablationHead(whole)).toContain("| nothing | | 30 |");
  });

  it("every mechanism is explained, and the files that would go with it are there", () => {
    for (const name of MECHANISMS) expect(ablationNotes()).toContain(`- ${name}: `);
  });

  it("a site is located without the filter of its dots, and elsewhere than with it", () => {
    const site = { ...espresenseSite(), test: espresenseSite().test.slice(0, 1) };
    const [whole, without] = [[], ["displayFilter"] as const].map((left) => ablationRun([site], "short", left));
    expect(whole!.rows).toHaveLength(2);
    expect(without!.rows.map(({ pulse }) => pulse.medianM)).not.toEqual(whole!.rows.map(({ pulse }) => pulse.medianM));
  });

  it.each([
    { args: ["--site", "tetam"], data: "", says: /Unknown option '--site'/ },
    { args: ["--without", "luck"], data: "", says: /no mechanism luck; there are censoring, / },
    { args: [], data: "/nowhere", says: /the recordings are not on this machine/ },
  ])("the command says in one line why it leaves nothing out: $says", ({ args, data, says }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "ablate.ts"), ...args], {
      encoding: "utf8",
      env: { ...process.env, PULSE_TEST_DATA: data, NODE_NO_WARNINGS: "1" },
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(says);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
