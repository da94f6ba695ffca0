import { localFrame } from "@pulse/geo/localFrame";

interface PathPoint {
  lat: number;
  lon: number;
  floor_id: string | null;
}

/**
 * Reduces a path to at most `maxPoints` (2 or more) points, in order, that keep its shape: Visvalingam and Whyatt's
 * line generalisation (The Cartographic Journal 30, 1993), which repeatedly removes the point that spans the smallest
 * triangle with its neighbours. The ends always stay. A change of floor, which no triangle shows, is removed last.
 */
export function thinPath<Point extends PathPoint>(points: readonly Point[], maxPoints: number): Point[] {
  const count = points.length;
  if (count <= maxPoints) return [...points];
  const frame = localFrame(points[0]!);
  const xs = new Float64Array(count);
  const ys = new Float64Array(count);
  for (const [index, point] of points.entries()) {
    const { x, y } = frame.toLocal(point);
    xs[index] = x;
    ys[index] = y;
  }
  const previous = Int32Array.from(points, (_, index) => index - 1);
  const next = Int32Array.from(points, (_, index) => index + 1);
  const area = new Float64Array(count);

  const areaOf = (index: number): number => {
    const [a, b] = [previous[index]!, next[index]!];
    if (points[a]!.floor_id !== points[index]!.floor_id || points[b]!.floor_id !== points[index]!.floor_id)
      return Number.MAX_VALUE;
    return Math.abs((xs[index]! - xs[a]!) * (ys[b]! - ys[a]!) - (xs[b]! - xs[a]!) * (ys[index]! - ys[a]!));
  };

  const heap = indexHeap(area, count);
  for (let index = 1; index < count - 1; index += 1) {
    area[index] = areaOf(index);
    heap.push(index);
  }
  const removed = new Uint8Array(count);
  for (let remaining = count; remaining > Math.max(2, maxPoints); remaining -= 1) {
    const index = heap.pop();
    removed[index] = 1;
    const [a, b] = [previous[index]!, next[index]!];
    next[a] = b;
    previous[b] = a;
    for (const neighbour of [a, b]) {
      if (neighbour === 0 || neighbour === count - 1) continue;
      // Never smaller than what was just removed, or a spike would be eaten from its tip.
      area[neighbour] = Math.max(areaOf(neighbour), area[index]!);
      heap.moved(neighbour);
    }
  }
  return points.filter((_, index) => !removed[index]);
}

/** A binary heap of indices with the smallest `key[index]` on top, which must be notified when a key has changed. */
function indexHeap(key: Float64Array, size: number) {
  const items = new Int32Array(size);
  const place = new Int32Array(size);
  let length = 0;

  const setItem = (at: number, index: number): void => {
    items[at] = index;
    place[index] = at;
  };
  const rise = (start: number): number => {
    let at = start;
    const index = items[at]!;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (key[items[parent]!]! <= key[index]!) break;
      setItem(at, items[parent]!);
      at = parent;
    }
    setItem(at, index);
    return at;
  };
  const sink = (start: number): void => {
    let at = start;
    const index = items[at]!;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= length) break;
      if (child + 1 < length && key[items[child + 1]!]! < key[items[child]!]!) child += 1;
      if (key[items[child]!]! >= key[index]!) break;
      setItem(at, items[child]!);
      at = child;
    }
    setItem(at, index);
  };

  return {
    push(index: number): void {
      setItem(length, index);
      length += 1;
      rise(length - 1);
    },
    pop(): number {
      const top = items[0]!;
      length -= 1;
      if (length > 0) {
        setItem(0, items[length]!);
        sink(0);
      }
      return top;
    },
    moved(index: number): void {
      sink(rise(place[index]!));
    },
  };
}
