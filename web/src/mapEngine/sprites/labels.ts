import { circle, drawText, type Ink, paint, roundRect, sans } from "./ink.ts";

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

/** The room that the sign of a restricted geofence takes before its name, px. */
const signPx = 12;

/** The name of a geofence; that of a restricted one has a no-entry sign before it, since a colour alone says nothing. */
export function drawFenceName(ink: Ink, text: string, isRestricted: boolean): void {
  const halo = ink.tokens["p-halo"];
  if (!isRestricted) return drawText(ink, text, 0, 0.5, { font: pillFont, fill: ink.tokens["fence-text"], halo });
  const left = -fenceNameWidthPx(ink.context, text, true) / 2;
  paint(ink, circle(4.5, left + 6, 0), { fill: ink.tokens.alert, stroke: halo, width: 3, under: true });
  paint(ink, roundRect(left + 3.5, -1, 5, 2, 0.5), { fill: halo });
  drawText(ink, text, signPx / 2, 0.5, { font: pillFont, fill: ink.tokens["alert-text"], halo });
}

export function fenceNameWidthPx(context: CanvasRenderingContext2D, text: string, isRestricted: boolean): number {
  return pillWidthPx(context, text) - 8 + (isRestricted ? signPx : 0);
}

export function roomNameWidthPx(context: CanvasRenderingContext2D, text: string): number {
  context.font = roomFont;
  return Math.ceil(context.measureText(text).width) + 12;
}
