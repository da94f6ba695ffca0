import type { GatewayStatus } from "@pulse/contract/gateways";
import { circle, drawText, type Ink, paint, roundRect, sans } from "./ink.ts";

const nameFont = `550 10px ${sans}`;

/** A gateway: a filled square online, a square with × offline, a broken one when never heard; in a frame when selected. */
export function drawGateway(ink: Ink, status: GatewayStatus, isSelected: boolean): void {
  const { context, tokens } = ink;
  if (isSelected) paint(ink, roundRect(-11, -11, 22, 22, 6.5), { stroke: tokens.focus, width: 2.2 });
  const square = roundRect(-7, -7, 14, 14, 3.6);
  if (status === "online") {
    paint(ink, square, { fill: tokens.ok, stroke: tokens.puck, width: 1.6 });
    paint(ink, circle(2.5), { fill: tokens.puck });
  } else {
    const isOffline = status === "offline";
    const colour = isOffline ? tokens.alert : tokens.stale;
    context.setLineDash(isOffline ? [] : [2.6, 2.6]);
    paint(ink, square, { fill: tokens.puck, stroke: colour, width: isOffline ? 1.8 : 1.6 });
    context.setLineDash([]);
    context.lineCap = "round";
    if (isOffline) paint(ink, new Path2D("M-2.6 -2.6L2.6 2.6M2.6 -2.6L-2.6 2.6"), { stroke: colour, width: 1.8 });
  }
}

/** The name below a gateway. */
export function drawGatewayName(ink: Ink, status: GatewayStatus, text: string): void {
  const { tokens } = ink;
  const fill = { online: tokens["ok-text"], offline: tokens["alert-text"], never: tokens["text-3"] }[status];
  drawText(ink, text, 0, 0, { font: nameFont, fill, halo: tokens["p-halo"] });
}

export function gatewayNameWidthPx(context: CanvasRenderingContext2D, text: string): number {
  context.font = nameFont;
  return context.measureText(text).width;
}
