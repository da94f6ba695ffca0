import { drawnPixels } from "../svgSize.ts";
import { dxfDrawing } from "./dxfDrawing.ts";
import type { Point } from "./dxfLines.ts";

/** A DXF file as a plan. */
export interface DxfPlan {
  /** A drawing of black lines on white. */
  svg: string;
  width: number;
  height: number;
  /** What is on layers of walls, in shares of the picture's width and height, from its top left. */
  walls: Point[][];
  /** The width of the picture on the ground, m; null: the file does not say. */
  widthM: number | null;
}

/** Empty ground around the drawing, as a share of its longer side. */
const marginShare = 0.02;
/** Layers of walls in English, German, French, Dutch, Spanish and Italian, and as the AIA's guideline names them. */
const wallLayer = /(^|[^a-z])(walls?|wand|w[äa]nde|waende|mur[os]?|murs|muren|paredes|pared|wände)([^a-z]|$)|a-wall/i;
const maxWalls = 5_000;

/**
 * A picture of a DXF file, as preview and as plan, and its walls.
 * @throws {DxfFault} with the reason
 */
export function dxfPlan(text: string): DxfPlan {
  const { lines, unitM } = dxfDrawing(text);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points } of lines)
    for (const [x, y] of points) {
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [south, north] = [Math.min(south, y), Math.max(north, y)];
    }
  const longest = Math.max(east - west, north - south) || 1;
  const margin = longest * marginShare;
  const [width, height] = [east - west + 2 * margin, north - south + 2 * margin];
  const scale = drawnPixels / Math.max(width, height);
  const place = ([x, y]: Point): Point => [(x - west + margin) * scale, (north + margin - y) * scale];
  const paths = lines.map(({ points }) => `M${points.map((point) => place(point).map(short).join(" ")).join("L")}`);
  const pixels = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels.width}" height="${pixels.height}" viewBox="0 0 ${short(width * scale)} ${short(height * scale)}"><rect width="100%" height="100%" fill="#fff"/><path d="${paths.join("")}" fill="none" stroke="#222" stroke-width="3"/></svg>`;
  const walls = lines
    .filter(({ layer }) => wallLayer.test(layer))
    .slice(0, maxWalls)
    .map(({ points }) =>
      points.map((point): Point => {
        const [x, y] = place(point);
        return [x / (width * scale), y / (height * scale)];
      }),
    );
  return { svg, ...pixels, walls, widthM: unitM === null ? null : width * unitM };
}

const short = (value: number): string => String(Math.round(value * 10) / 10);
