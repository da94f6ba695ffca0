import { type DxfLine, lineOf, type Point } from "./dxfLines.ts";
import { DxfFault, type DxfRecord, dxfSections, numberOf, textOf } from "./dxfPairs.ts";

/** What a DXF file draws, in its units, y upwards, and how large a unit is. */
export interface DxfDrawing {
  lines: readonly DxfLine[];
  /** Metres of a unit; null: the file does not say. */
  unitM: number | null;
}

const maxLines = 400_000;
const maxPoints = 3_000_000;
/** Blocks within blocks: doors in walls in storeys. */
const maxDepth = 12;
/** The units of $INSUNITS that a building is drawn in, m. */
const unitsM: Readonly<Record<number, number>> = {
  1: 0.0254,
  2: 0.3048,
  4: 0.001,
  5: 0.01,
  6: 1,
  7: 1000,
  10: 0.9144,
  14: 0.1,
};

type Transform = (point: Point) => Point;

/**
 * The lines of an ASCII DXF file (AutoCAD 2024 DXF Reference): lines, polylines, arcs, circles, ellipses, splines by their
 * points, and blocks. Layers that are off or frozen, and the space of the sheet, are left out; so are texts and hatches.
 * @throws {DxfFault} with the reason
 */
export function dxfDrawing(text: string): DxfDrawing {
  const sections = dxfSections(text);
  const blocks = blocksOf(sections.get("BLOCKS") ?? []);
  const hidden = hiddenLayers(sections.get("TABLES") ?? []);
  const lines: DxfLine[] = [];
  let points = 0;
  const draw = (entities: readonly DxfRecord[], transform: Transform, depth: number, within: string): void => {
    for (const [nth, entity] of entities.entries()) {
      const layer = textOf(entity, 8);
      if (hidden.has(layer) || numberOf(entity, 67) === 1 || numberOf(entity, 60) === 1) continue;
      if (entity.type === "INSERT") {
        const block = blocks.get(textOf(entity, 2).toUpperCase());
        if (block === undefined || depth >= maxDepth) continue;
        for (const placed of insertions(entity, block.base))
          draw(block.entities, (point) => transform(placed(point)), depth + 1, layer === "0" ? within : layer);
        continue;
      }
      const line = lineOf(entity, entity.type === "POLYLINE" ? verticesAfter(entities, nth) : []);
      if (line === null) continue;
      points += line.points.length;
      if (lines.length >= maxLines || points > maxPoints) throw new DxfFault("The drawing has too many lines");
      const moved = line.points.map(transform);
      // An entity of a block on layer 0 takes the layer of its insertion.
      if (moved.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)))
        lines.push({ layer: depth > 0 && layer === "0" ? within : layer, points: moved });
    }
  };
  draw(sections.get("ENTITIES") ?? [], (point) => point, 0, "0");
  if (lines.length === 0) throw new DxfFault("The drawing contains no lines");
  const units = (sections.get("HEADER") ?? []).find(({ type }) => type === "$INSUNITS");
  return { lines, unitM: units === undefined ? null : (unitsM[numberOf(units, 70)] ?? null) };
}

function blocksOf(records: readonly DxfRecord[]): Map<string, { base: Point; entities: DxfRecord[] }> {
  const blocks = new Map<string, { base: Point; entities: DxfRecord[] }>();
  let open: { base: Point; entities: DxfRecord[] } | null = null;
  for (const record of records) {
    if (record.type === "BLOCK") {
      open = { base: [numberOf(record, 10), numberOf(record, 20)], entities: [] };
      blocks.set(textOf(record, 2).toUpperCase(), open);
    } else if (record.type === "ENDBLK") open = null;
    else open?.entities.push(record);
  }
  return blocks;
}

/** Layers that are frozen (flag 1), or off (a negative colour). */
function hiddenLayers(records: readonly DxfRecord[]): ReadonlySet<string> {
  const layers = records.filter(({ type }) => type === "LAYER");
  return new Set(
    layers
      .filter((layer) => (numberOf(layer, 70) & 1) === 1 || numberOf(layer, 62, 7) < 0)
      .map((layer) => textOf(layer, 2)),
  );
}

function verticesAfter(entities: readonly DxfRecord[], nth: number): DxfRecord[] {
  const found: DxfRecord[] = [];
  for (let at = nth + 1; entities[at]?.type === "VERTEX"; at++) found.push(entities[at]!);
  return found;
}

const maxCopies = 10_000;

/** Where a block is drawn: scaled, turned and moved, once or in rows and columns. */
function* insertions(entity: DxfRecord, [baseX, baseY]: Point): Generator<Transform> {
  const [x, y] = [numberOf(entity, 10), numberOf(entity, 20)];
  const [scaleX, scaleY] = [numberOf(entity, 41, 1), numberOf(entity, 42, 1)];
  const angle = (numberOf(entity, 50) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [columns, rows] = [Math.max(1, numberOf(entity, 70, 1)), Math.max(1, numberOf(entity, 71, 1))];
  if (columns * rows > maxCopies) throw new DxfFault("The drawing has too many lines");
  const [dx, dy] = [numberOf(entity, 44), numberOf(entity, 45)];
  for (let column = 0; column < columns; column++)
    for (let row = 0; row < rows; row++)
      yield ([px, py]) => {
        const [sx, sy] = [(px - baseX) * scaleX + column * dx, (py - baseY) * scaleY + row * dy];
        return [x + sx * cos - sy * sin, y + sx * sin + sy * cos];
      };
}
