import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capacityCosts, capacityRules, usualLoad } from "./capacityCosts.ts";
import { busyCores, capacityPlan, costFrom, type RoleCost, roleNames, rowsADay } from "./capacityModel.ts";
import { capacityTable } from "./capacityTable.ts";

const plan = (gateways: number) => capacityPlan(usualLoad(gateways), capacityCosts, capacityRules);

test("what a part costs is found again from its cores at rest and under two loads", () => {
  const cost: RoleCost = { idle: 0.03, perTag: 200e-6, perAdvert: 10e-6 };
  const [tags, processes] = [2_000, 2];
  const at = (advertsPerS: number) => ({
    advertsPerS,
    cores: busyCores(cost, { ...usualLoad(0), tags, advertsPerTagS: advertsPerS / tags }, processes),
  });
  const found = costFrom({ idle: 0.06, tags, low: at(5_760), high: at(17_280), processes });
  for (const name of ["idle", "perTag", "perAdvert"] as const) expect(found[name]).toBeCloseTo(cost[name], 9);
});

test("a measurement in which more adverts took less time costs nothing, rather than less than that", () => {
  const low = { advertsPerS: 1_000, cores: 0.2 };
  const high = { advertsPerS: 3_000, cores: 0.1 };
  expect(costFrom({ idle: 0.1, tags: 100, low, high, processes: 1 }).perAdvert).toBe(0);
});

test("no process is busier than it may be, and of each kind there are two at least, since one may fail", () => {
  for (const gateways of [1, 100, 1_000, 10_000, 100_000]) {
    const { cores, processes, cells } = plan(gateways);
    for (const role of ["ingest", "locate", "api"] as const) {
      expect(processes[role]).toBeGreaterThanOrEqual(2 * cells);
      expect(cores[role] / processes[role]).toBeLessThanOrEqual(capacityRules.maxBusy);
    }
  }
});

test("a cell never has more processes than share its sites", () => {
  for (const gateways of [1_000, 5_000, 10_000, 100_000])
    expect(plan(gateways).processes.locate / plan(gateways).cells).toBeLessThanOrEqual(capacityRules.maxLocating);
});

test("ten times the gateways in ten times the cells take ten times of everything", () => {
  const [one, ten] = [plan(10_000), plan(100_000)];
  expect(ten.cells).toBe(10 * one.cells);
  for (const role of roleNames) expect(ten.cores[role]).toBeCloseTo(10 * one.cores[role], 6);
  expect([ten.rowsPerDay, ten.inMbitS].map((value, nth) => value / [one.rowsPerDay, one.inMbitS][nth]!)).toEqual([
    expect.closeTo(10),
    expect.closeTo(10),
  ]);
  expect(ten.logGb).toBeCloseTo(one.logGb, 6);
});

test("rows a day are those of docs/coldHistory.md: a thousand of ten thousand things that move eight hours make 15 million", () => {
  expect(rowsADay(usualLoad(1_000), capacityCosts) / 1e6).toBeCloseTo(15, 0);
  const { hotGb, coldGb } = capacityPlan(usualLoad(1_000), capacityCosts, { ...capacityRules, hotMonths: 12 });
  expect(hotGb / 1000).toBeCloseTo(3.7, 0);
  expect(coldGb).toBeLessThan(1);
});

test("docs/capacity.md shows the table that the command prints", () => {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "capacity.md"), "utf8");
  expect(page).toContain(capacityTable());
});
