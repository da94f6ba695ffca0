import type { FloorPoint } from "../model.ts";
import { gradients, type InkName, inks, shadow } from "./ink.ts";

const PX_PER_M = 10;

/** The sheet a plan is drawn on: shapes in floor metres, sorted by their ink when read. */
export interface Sheet {
  /** A polygon if `closed`, else a line. */
  path(ink: InkName, points: readonly FloorPoint[], closed: boolean): void;
  rect(ink: InkName, x: number, y: number, w: number, h: number, radiusM: number): void;
  circle(ink: InkName, centre: FloorPoint, radiusM: number): void;
  /** A door leaf from its hinge to its open end, and the quarter arc to where it shuts. */
  leaf(hinge: FloorPoint, open: FloorPoint, shut: FloorPoint): void;
  svg(widthM: number, heightM: number, outline: readonly FloorPoint[]): string;
}

interface Shape {
  ink: InkName;
  markup: string;
}

export function newSheet(): Sheet {
  const shapes: Shape[] = [];
  const add = (ink: InkName, markup: string): void => void shapes.push({ ink, markup });
  return {
    path: (ink, points, closed) => add(ink, `<path d="${pathData(points, closed)}"/>`),
    rect: (ink, x, y, w, h, radiusM) =>
      add(
        ink,
        `<rect x="${px(x)}" y="${px(y)}" width="${px(w)}" height="${px(h)}"${radiusM > 0 ? ` rx="${px(radiusM)}"` : ""}/>`,
      ),
    circle: (ink, centre, radiusM) =>
      add(ink, `<circle cx="${px(centre.x)}" cy="${px(centre.y)}" r="${px(radiusM)}"/>`),
    leaf: (hinge, open, shut) => {
      const radius = px(Math.hypot(open.x - hinge.x, open.y - hinge.y));
      const turn = (open.x - hinge.x) * (shut.y - hinge.y) - (open.y - hinge.y) * (shut.x - hinge.x);
      const end = `${px(shut.x)} ${px(shut.y)}`;
      add("door", `<path d="${pathData([hinge, open], false)}A${radius} ${radius} 0 0 ${turn > 0 ? 1 : 0} ${end}"/>`);
    },
    svg: (widthM, heightM, outline) => {
      const [w, h] = [px(widthM), px(heightM)];
      const shape = pathData(outline, true);
      return [
        `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">`,
        `<defs>${gradients}</defs>`,
        softShadow(shape),
        grouped(shapes.toSorted((a, b) => inks[a.ink].layer - inks[b.ink].layer)),
        "</svg>",
      ].join("\n");
    },
  };
}

/**
 * The building's shadow, as a few outlines of decreasing width over one another: at the size plans are stored in, a blur
 * filter takes a renderer twenty seconds.
 */
function softShadow(shape: string): string {
  const steps = 6;
  const opacity = (1 - (1 - shadow.opacity) ** (1 / steps)).toFixed(4);
  const widths = Array.from({ length: steps }, (_, step) => (shadow.blurPx * 2 * (step + 0.5)) / steps);
  const strokes = widths.map((width) => `<path d="${shape}" stroke-width="${width.toFixed(1)}"/>`);
  return `<g transform="translate(0 ${shadow.offsetPx})" fill="none" stroke="${shadow.colour}" stroke-opacity="${opacity}" stroke-linejoin="round">${strokes.join("")}</g>`;
}

/** Consecutive shapes of one ink share a group, which keeps the SVG of some thousand shapes small. */
function grouped(shapes: readonly Shape[]): string {
  let svg = "";
  let open: InkName | null = null;
  for (const { ink, markup } of shapes) {
    if (ink !== open) svg += `${open === null ? "" : "</g>\n"}<g ${inks[ink].attributes}>`;
    open = ink;
    svg += markup;
  }
  return open === null ? svg : `${svg}</g>`;
}

function pathData(points: readonly FloorPoint[], closed: boolean): string {
  return `M${points.map(({ x, y }) => `${px(x)} ${px(y)}`).join("L")}${closed ? "Z" : ""}`;
}

function px(metres: number): number {
  return Math.round(metres * PX_PER_M * 10) / 10;
}
