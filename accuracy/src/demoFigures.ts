import { outlineContains, type Point } from "@pulse/positioning/model/outline";
import type { DemoSite } from "@pulse/simulator/demo/model";
import { floorToSite } from "@pulse/simulator/demo/placing";
import type { DemoFix } from "./demoDay.ts";
import { quantile } from "@pulse/cli/locate/evaluate";

/** What people saw on a site of the demo. */
export interface DemoFigures {
  fixes: number;
  medianM: number;
  p90M: number;
  within68: number;
  within95: number;
  /** Fixes outside the drawing of their floor. */
  outside: number;
  wrongFloor: number;
  /** Dots that moved more than 3 m within half a second, on one floor; changes of floor. */
  jumps: number;
  floorChanges: number;
  /** Fixes that are wrong about whether the tag moves. */
  wrongMotion: number;
}

/** A jump is farther than anything indoors moves within a tick. */
const JUMP_M = 3.01;
const JUMP_S = 0.5;

export function demoFigures(site: DemoSite, fixes: readonly DemoFix[]): DemoFigures {
  const outlines = new Map<string, Point[]>();
  for (const building of site.buildings)
    for (const { key, outline } of building.floors)
      outlines.set(
        key,
        outline.map((corner) => floorToSite(building, corner)),
      );
  const last = new Map<string, DemoFix>();
  const figures = { fixes: fixes.length, outside: 0, wrongFloor: 0, jumps: 0, floorChanges: 0, wrongMotion: 0 };
  const errors: number[] = [];
  let within68 = 0;
  let within95 = 0;
  for (const one of fixes) {
    const { fix, truth } = one;
    const errorM = Math.hypot(fix.x - truth.x, fix.y - truth.y);
    errors.push(errorM);
    if (errorM <= fix.accuracyM) within68++;
    if (errorM <= fix.accuracyOuterM) within95++;
    if (!outlineContains(outlines.get(fix.floor)!, fix.x, fix.y)) figures.outside++;
    if (fix.floor !== truth.floor) figures.wrongFloor++;
    if (fix.moving !== truth.moves) figures.wrongMotion++;
    const before = last.get(one.mac);
    last.set(one.mac, one);
    if (!before) continue;
    if (before.fix.floor !== fix.floor) figures.floorChanges++;
    else if (one.atS - before.atS <= JUMP_S && Math.hypot(fix.x - before.fix.x, fix.y - before.fix.y) > JUMP_M)
      figures.jumps++;
  }
  errors.sort((a, b) => a - b);
  return {
    ...figures,
    medianM: quantile(errors, 0.5),
    p90M: quantile(errors, 0.9),
    within68: within68 / fixes.length,
    within95: within95 / fixes.length,
  };
}
