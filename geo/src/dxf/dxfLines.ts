import { type DxfRecord, numberOf, textOf } from "./dxfPairs.ts";

export type Point = readonly [x: number, y: number];

/** A drawn line: its corners, in the drawing's units, y upwards. */
export interface DxfLine {
  layer: string;
  points: readonly Point[];
}

/** An arc is drawn with corners at most this far from each other, rad. */
const arcStep = Math.PI / 36;

/** The line of an entity in its own coordinates; null: it draws none. */
export function lineOf(entity: DxfRecord, vertices: readonly DxfRecord[]): DxfLine | null {
  const layer = textOf(entity, 8);
  const points = pointsOf(entity, vertices);
  return points === null || points.length < 2 ? null : { layer, points };
}

function pointsOf(entity: DxfRecord, vertices: readonly DxfRecord[]): Point[] | null {
  const at = (x: number, y: number): Point => [numberOf(entity, x), numberOf(entity, y)];
  switch (entity.type) {
    case "LINE":
      return [at(10, 20), at(11, 21)];
    case "CIRCLE":
      return arc(at(10, 20), numberOf(entity, 40), 0, 2 * Math.PI);
    case "ARC":
      return arc(at(10, 20), numberOf(entity, 40), radians(numberOf(entity, 50)), radians(numberOf(entity, 51)));
    case "ELLIPSE":
      return ellipse(entity);
    case "LWPOLYLINE":
      return polyline(lightVertices(entity), (numberOf(entity, 70) & 1) === 1);
    case "POLYLINE": {
      const corners = vertices.map((each): Vertex => [numberOf(each, 10), numberOf(each, 20), numberOf(each, 42)]);
      return polyline(corners, (numberOf(entity, 70) & 1) === 1);
    }
    case "SPLINE":
      return pairsOfCodes(entity, 11, 21).length > 1 ? pairsOfCodes(entity, 11, 21) : pairsOfCodes(entity, 10, 20);
    case "SOLID":
    case "TRACE":
    case "3DFACE":
      // The third and fourth corners of a solid are exchanged.
      return entity.type === "3DFACE"
        ? [at(10, 20), at(11, 21), at(12, 22), at(13, 23), at(10, 20)]
        : [at(10, 20), at(11, 21), at(13, 23), at(12, 22), at(10, 20)];
    default:
      return null;
  }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function arc([x, y]: Point, radius: number, from: number, to: number): Point[] {
  const span = to > from ? to - from : to - from + 2 * Math.PI;
  const steps = Math.max(2, Math.ceil(Math.min(span, 2 * Math.PI) / arcStep));
  return Array.from({ length: steps + 1 }, (_, nth): Point => {
    const angle = from + (span * nth) / steps;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

function ellipse(entity: DxfRecord): Point[] {
  const [x, y] = [numberOf(entity, 10), numberOf(entity, 20)];
  const [majorX, majorY, ratio] = [numberOf(entity, 11), numberOf(entity, 21), numberOf(entity, 40, 1)];
  return arc([0, 0], 1, numberOf(entity, 41), numberOf(entity, 42, 2 * Math.PI)).map(([cos, sin]): Point => [
    x + majorX * cos - majorY * ratio * sin,
    y + majorY * cos + majorX * ratio * sin,
  ]);
}

/** A corner, and the bulge of the side behind it: the tangent of a quarter of the arc's angle. */
type Vertex = readonly [x: number, y: number, bulge: number];

function lightVertices({ pairs }: DxfRecord): Vertex[] {
  const found: [number, number, number][] = [];
  for (const { code, value } of pairs) {
    if (code === 10) found.push([Number(value), 0, 0]);
    const last = found.at(-1);
    if (last === undefined) continue;
    if (code === 20) last[1] = Number(value);
    if (code === 42) last[2] = Number(value);
  }
  return found;
}

function polyline(vertices: readonly Vertex[], isClosed: boolean): Point[] {
  const [first] = vertices;
  if (first === undefined) return [];
  const points: Point[] = [[first[0], first[1]]];
  const ends = isClosed ? [...vertices.slice(1), first] : vertices.slice(1);
  for (const [nth, end] of ends.entries()) points.push(...bulged(vertices[nth]!, end));
  return points;
}

/** The corners of a side behind its beginning. */
function bulged([x, y, bulge]: Vertex, [endX, endY]: Vertex): Point[] {
  if (bulge === 0 || !Number.isFinite(bulge)) return [[endX, endY]];
  const angle = 4 * Math.atan(bulge);
  const [dx, dy] = [endX - x, endY - y];
  // The middle of the circle lies beside the middle of the chord.
  const beside = (1 - bulge * bulge) / (4 * bulge);
  const [middleX, middleY] = [(x + endX) / 2 - dy * beside, (y + endY) / 2 + dx * beside];
  const steps = Math.max(1, Math.ceil(Math.abs(angle) / arcStep));
  return Array.from({ length: steps }, (_, nth): Point => {
    if (nth === steps - 1) return [endX, endY];
    const turn = (angle * (nth + 1)) / steps;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    return [middleX + (x - middleX) * cos - (y - middleY) * sin, middleY + (x - middleX) * sin + (y - middleY) * cos];
  });
}

function pairsOfCodes({ pairs }: DxfRecord, xCode: number, yCode: number): Point[] {
  const xs = pairs.filter(({ code }) => code === xCode).map(({ value }) => Number(value));
  const ys = pairs.filter(({ code }) => code === yCode).map(({ value }) => Number(value));
  return xs.map((x, nth): Point => [x, ys[nth] ?? 0]);
}
