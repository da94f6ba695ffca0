import { isPlaced, type LiveAsset, type PlacedAsset } from "../../live/liveStore.ts";
import { type Place, planeX, planeY } from "../camera/plane.ts";

const longestMs = 2000;
const shortestMs = 200;
const minCapacity = 256;

/** Numbers by row, in arrays that grow together. */
interface Columns {
  fromX: Float64Array;
  fromY: Float64Array;
  toX: Float64Array;
  toY: Float64Array;
  startMs: Float64Array;
  durationMs: Float64Array;
  receivedMs: Float64Array;
}

export type MarkerTable = ReturnType<typeof markerTable>;

/**
 * The placed assets by row, each with its path from one place to the next at constant speed: nothing more is known
 * between two positions. `clockMs` is a monotonic clock.
 */
export function markerTable(clockMs: () => number, isReduced: () => boolean) {
  const rowOf = new Map<string, number>();
  const assets: (PlacedAsset | null)[] = [];
  const free: number[] = [];
  let columns = columnsOf(minCapacity);

  const jumpTo = (row: number, x: number, y: number): void => {
    columns.fromX[row] = columns.toX[row] = x;
    columns.fromY[row] = columns.toY[row] = y;
    columns.startMs[row] = columns.durationMs[row] = 0;
  };

  const shareAt = (row: number, nowMs: number): number => {
    const durationMs = columns.durationMs[row]!;
    return durationMs === 0 ? 1 : Math.min(1, Math.max(0, (nowMs - columns.startMs[row]!) / durationMs));
  };

  // From where the marker is now, in the time since the last position: it arrives when the next position comes.
  const glide = (row: number, x: number, y: number, nowMs: number): void => {
    if (isReduced()) return jumpTo(row, x, y);
    if (columns.toX[row] === x && columns.toY[row] === y) return;
    const share = shareAt(row, nowMs);
    columns.fromX[row]! += (columns.toX[row]! - columns.fromX[row]!) * share;
    columns.fromY[row]! += (columns.toY[row]! - columns.fromY[row]!) * share;
    columns.toX[row] = x;
    columns.toY[row] = y;
    columns.startMs[row] = nowMs;
    const durationMs = Math.min(longestMs, Math.max(shortestMs, nowMs - columns.receivedMs[row]!));
    columns.durationMs[row] = durationMs;
  };

  const forget = (guid: string): void => {
    const row = rowOf.get(guid);
    if (row === undefined) return;
    rowOf.delete(guid);
    assets[row] = null;
    free.push(row);
  };

  return {
    /** The number of rows; some may be empty. */
    length: (): number => assets.length,
    assetAt: (row: number): PlacedAsset | null => assets[row] ?? null,
    rowOf: (guid: string): number | undefined => rowOf.get(guid),
    columns: (): Readonly<Columns> => columns,

    /** Takes changed assets and returns their rows: new assets and changes of floor appear at once, others glide. */
    update(changed: readonly LiveAsset[]): number[] {
      const nowMs = clockMs();
      const rows: number[] = [];
      for (const asset of changed) {
        if (!isPlaced(asset)) {
          forget(asset.guid);
          continue;
        }
        const known = rowOf.get(asset.guid);
        const row = known ?? free.pop() ?? assets.length;
        if (row >= columns.fromX.length) columns = enlarge(columns);
        const [x, y] = [planeX(asset.lon), planeY(asset.lat)];
        if (known === undefined || assets[row]?.floorId !== asset.floorId) jumpTo(row, x, y);
        else glide(row, x, y, nowMs);
        columns.receivedMs[row] = nowMs;
        assets[row] = asset;
        rowOf.set(asset.guid, row);
        rows.push(row);
      }
      return rows;
    },
    forget,
    xAt: (row: number, nowMs: number): number =>
      columns.fromX[row]! + (columns.toX[row]! - columns.fromX[row]!) * shareAt(row, nowMs),
    yAt: (row: number, nowMs: number): number =>
      columns.fromY[row]! + (columns.toY[row]! - columns.fromY[row]!) * shareAt(row, nowMs),
    /** Where a row would be `beyondMs` after the end of its path if it went on; null: it does not glide. */
    headingOf(row: number, nowMs: number, beyondMs: number): Place | null {
      if (shareAt(row, nowMs) === 1) return null;
      const share = 1 + beyondMs / columns.durationMs[row]!;
      const { fromX, fromY, toX, toY } = columns;
      return {
        x: fromX[row]! + (toX[row]! - fromX[row]!) * share,
        y: fromY[row]! + (toY[row]! - fromY[row]!) * share,
      };
    },
    /** Where an asset is right now; null if it has no place. */
    placeOf(guid: string): Place | null {
      const row = rowOf.get(guid);
      if (row === undefined) return null;
      const share = shareAt(row, clockMs());
      const { fromX, fromY, toX, toY } = columns;
      return {
        x: fromX[row]! + (toX[row]! - fromX[row]!) * share,
        y: fromY[row]! + (toY[row]! - fromY[row]!) * share,
      };
    },
  };
}

function columnsOf(capacity: number): Columns {
  const column = (): Float64Array => new Float64Array(capacity);
  return {
    fromX: column(),
    fromY: column(),
    toX: column(),
    toY: column(),
    startMs: column(),
    durationMs: column(),
    receivedMs: column(),
  };
}

function enlarge(columns: Columns): Columns {
  const larger = columnsOf(columns.fromX.length * 2);
  for (const name of Object.keys(columns) as (keyof Columns)[]) larger[name].set(columns[name]);
  return larger;
}
