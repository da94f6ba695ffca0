import { drawText, type Ink, paint, roundRect, sans } from "./ink.ts";

const tagFont = `600 11.5px ${sans}`;
const roomFont = `600 12px ${sans}`;
const pillFont = `550 10.5px ${sans}`;

/** The dark name tag under the selected marker, its point upwards. */
export function drawTag(ink: Ink, text: string): void {
  const width = tagWidthPx(ink.context, text);
  paint(ink, roundRect(-width / 2, -11, width, 22, 6), { fill: ink.tokens.text });
  paint(ink, new Path2D("M-5 -10L0 -15.5L5 -10Z"), { fill: ink.tokens.text });
  drawText(ink, text, 0, 0.5, { font: tagFont, fill: ink.tokens.surface });
}

export function tagWidthPx(context: CanvasRenderingContext2D, text: string): number {
  context.font = tagFont;
  return Math.ceil(context.measureText(text).width) + 16;
}

/** The pill with a distance in the middle of a line. */
export function drawPill(ink: Ink, text: string): void {
  const width = pillWidthPx(ink.context, text);
  paint(ink, roundRect(-width / 2, -8.5, width, 17, 8.5), { fill: ink.tokens.surface, stroke: ink.tokens.brand });
  drawText(ink, text, 0, 0.5, { font: pillFont, fill: ink.tokens.text });
}

export function pillWidthPx(context: CanvasRenderingContext2D, text: string): number {
  context.font = pillFont;
  return Math.ceil(context.measureText(text).width) + 14;
}

/** A name under a marker, with the floor's colour around it. */
export function drawName(ink: Ink, text: string): void {
  drawText(ink, text, 0, 0.5, { font: pillFont, fill: ink.tokens["p-label"], halo: ink.tokens["p-halo"] });
}

/** The name of a room. */
export function drawRoomName(ink: Ink, text: string): void {
  drawText(ink, text, 0, 0.5, { font: roomFont, fill: ink.tokens["p-label"], halo: ink.tokens["p-halo"] });
}

/** The name of a geofence. */
export function drawFenceName(ink: Ink, text: string): void {
  drawText(ink, text, 0, 0.5, { font: pillFont, fill: ink.tokens["fence-text"], halo: ink.tokens["p-halo"] });
}

export function roomNameWidthPx(context: CanvasRenderingContext2D, text: string): number {
  context.font = roomFont;
  return Math.ceil(context.measureText(text).width) + 12;
}
