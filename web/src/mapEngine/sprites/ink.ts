import type { AssetIcon } from "../../ui/assetIcons.ts";
import type { Tokens } from "../../theme/tokens.ts";

/** A canvas whose unit is a CSS pixel and whose origin is the sprite's centre. */
export interface Ink {
  context: CanvasRenderingContext2D;
  tokens: Tokens;
  isDark: boolean;
  /** Device pixels per CSS pixel: shadows do not scale with the transform. */
  ratio: number;
}

export const sans = '"Inter Variable", system-ui, sans-serif';

/** Draws `shape` filled and stroked, with the stroke behind the fill if `under`. */
export function paint(
  { context }: Ink,
  shape: Path2D,
  { fill, stroke, width = 1, under = false }: { fill?: string; stroke?: string; width?: number; under?: boolean },
): void {
  const line = (): void => {
    if (stroke === undefined) return;
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.stroke(shape);
  };
  if (under) line();
  if (fill !== undefined) {
    context.fillStyle = fill;
    context.fill(shape);
  }
  if (!under) line();
}

/** The soft shadow of `shape` on the plan. */
export function throwShadow({ context, tokens, ratio }: Ink, shape: Path2D, strength: number, fill: string): void {
  context.save();
  context.shadowColor = `rgba(${tokens["shadow-c"]},${strength})`;
  context.shadowBlur = 3 * ratio;
  context.shadowOffsetY = ratio;
  context.fillStyle = fill;
  context.fill(shape);
  context.restore();
}

export function circle(r: number, x = 0, y = 0): Path2D {
  const path = new Path2D();
  path.arc(x, y, r, 0, 2 * Math.PI);
  return path;
}

export function roundRect(x: number, y: number, width: number, height: number, radius: number): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, width, height, radius);
  return path;
}

/** A path turned by `deg` clockwise. */
export function turned(path: Path2D, deg: number): Path2D {
  const out = new Path2D();
  out.addPath(path, new DOMMatrix().rotate(deg));
  return out;
}

/** A 24-unit icon, `size` CSS pixels wide, around the origin. */
export function drawIcon({ context }: Ink, icon: AssetIcon, size: number, colour: string, width: number): void {
  context.save();
  const scale = size / 24;
  context.scale(scale, scale);
  context.translate(-12, -12);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const [tag, attributes] of icon.shapes) if (tag === "path") context.stroke(new Path2D(attributes["d"]));
  context.restore();
}

/** Text centred on a point, with a halo if `halo` is given. */
export function drawText(
  { context }: Ink,
  text: string,
  x: number,
  y: number,
  { font, fill, halo }: { font: string; fill: string; halo?: string },
): void {
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  if (halo !== undefined) {
    context.strokeStyle = halo;
    context.lineWidth = 3;
    context.strokeText(text, x, y);
  }
  context.fillStyle = fill;
  context.fillText(text, x, y);
}
