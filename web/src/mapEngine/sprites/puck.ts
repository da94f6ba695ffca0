import type { AssetIcon } from "../../ui/assetIcons.ts";
import { circle, drawIcon, type Ink, paint, roundRect, throwShadow, turned } from "./ink.ts";

export type PuckState = "moving" | "still" | "stale";

export interface Puck {
  state: PuckState;
  icon: AssetIcon;
  radiusPx: number;
  /** Where the drop points on the screen, degrees clockwise from up; null: a plain disc. */
  headingDeg: number | null;
  isLow: boolean;
  isSelected: boolean;
}

/** Half of the largest width of a puck with this radius, with badge, wedge and shadow. */
export function puckReachPx({ radiusPx, isSelected }: Pick<Puck, "radiusPx" | "isSelected">): number {
  return isSelected ? radiusPx + 18 : radiusPx * 1.62 + 5;
}

/** An asset's marker: filled drop when moving, open ring when still, broken ring when stale (look.md section 6). */
export function drawPuck(ink: Ink, puck: Puck): void {
  const { context, tokens } = ink;
  const { state, radiusPx: r } = puck;
  const colour = tokens[state];
  const isDrop = state === "moving" && puck.headingDeg !== null && !puck.isSelected;
  const body = isDrop ? turned(drop(r), (puck.headingDeg ?? 0) - 90) : circle(r);
  if (state !== "stale") throwShadow(ink, isDrop ? body : circle(r + 1), 0.28, tokens.puck);
  if (state === "moving") paint(ink, body, { fill: colour, stroke: tokens.puck, width: 2 });
  else {
    context.setLineDash(state === "stale" ? [2.6, 3] : []);
    paint(ink, body, { fill: tokens.puck, stroke: colour, width: state === "stale" ? 1.6 : 2 });
    context.setLineDash([]);
  }
  drawIcon(ink, puck.icon, r * 1.22, state === "moving" ? tokens.puck : colour, r > 12 ? 1.9 : 2.1);
  if (puck.isLow) drawBattery(ink, r * 0.82, r * 0.8);
  if (puck.isSelected) drawSelection(ink, puck);
}

/** The same in 10 px, for a view of a whole building. */
export function drawDot(ink: Ink, { state, headingDeg }: Pick<Puck, "state" | "headingDeg">): void {
  const { context, tokens } = ink;
  const isDrop = state === "moving" && headingDeg !== null;
  const body = isDrop ? turned(new Path2D("M9 0L4 -4A5.6 5.6 0 1 0 4 4Z"), headingDeg - 90) : circle(5);
  if (state !== "stale") throwShadow(ink, body, 0.28, tokens.puck);
  if (state === "moving") return paint(ink, body, { fill: tokens.moving, stroke: tokens.puck, width: 1.5 });
  context.setLineDash(state === "stale" ? [2, 2.2] : []);
  paint(ink, body, { fill: tokens.puck, stroke: tokens[state], width: state === "stale" ? 1.6 : 2 });
  context.setLineDash([]);
}

function drawSelection(ink: Ink, { radiusPx: r, state, headingDeg }: Puck): void {
  paint(ink, circle(r + 3.6), { stroke: ink.tokens.focus, width: 3 });
  if (state !== "moving" || headingDeg === null) return;
  const wedge = new Path2D(`M${r + 15} 0L${r + 7.4} -5.6A${r + 5} ${r + 5} 0 0 1 ${r + 7.4} 5.6Z`);
  const under = { fill: ink.tokens.focus, stroke: ink.tokens.puck, width: 1.4, under: true };
  paint(ink, turned(wedge, headingDeg - 90), under);
}

// Pointing right: a circle with a tip that has two flat sides.
function drop(r: number): Path2D {
  return new Path2D(`M${r * 1.62} 0L${r * 0.72} ${-r * 0.7}A${r} ${r} 0 1 0 ${r * 0.72} ${r * 0.7}Z`);
}

function drawBattery(ink: Ink, x: number, y: number): void {
  const { context } = ink;
  context.save();
  context.translate(x, y);
  const dark = "#2B2200";
  paint(ink, roundRect(-6.6, -4.6, 13.2, 9.2, 2.6), {
    fill: "#FFD54A",
    stroke: ink.tokens.puck,
    width: 1.4,
    under: true,
  });
  paint(ink, roundRect(-4.6, -2.6, 7.6, 5.2, 1.2), { stroke: dark, width: 1.1 });
  paint(ink, roundRect(-3.4, -1.4, 2, 2.8, 0), { fill: dark });
  paint(ink, new Path2D("M4.5 -.9V.9"), { stroke: dark, width: 1.1 });
  context.restore();
}
