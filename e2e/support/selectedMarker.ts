import type { Page } from "@playwright/test";

/** The ring around the selected asset and the frame around the selected gateway, in the light scheme. */
const ring = [0xe0, 0x5c, 0x00] as const;

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface Node {
  tagName: string;
  closest(selector: string): Node | null;
  getAttribute(name: string): string | null;
}
interface Canvas extends Node {
  width: number;
  height: number;
  getBoundingClientRect(): { left: number; top: number; width: number };
  getContext(kind: string, ...more: unknown[]): unknown;
}
interface InPage {
  HTMLCanvasElement: { prototype: Canvas };
  document: { querySelector(selector: string): Canvas | null; elementFromPoint(x: number, y: number): Node | null };
  OffscreenCanvas: new (
    width: number,
    height: number,
  ) => {
    getContext(kind: "2d"): {
      drawImage(canvas: Canvas, x: number, y: number): void;
      getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
    };
  };
}

/** From the next page on, the functions below can read the map's picture at any time. */
export async function keepMapPicture(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { prototype } = (globalThis as unknown as InPage).HTMLCanvasElement;
    const real = prototype.getContext;
    prototype.getContext = function (this: Canvas, kind, options) {
      return real.call(this, kind, { ...(options as object), preserveDrawingBuffer: true });
    };
  });
}

/**
 * The middle of the selected asset's or gateway's marker in the window, px; null: it is not in the picture. It looks for
 * the marker's ring in the map's picture, which needs one pixel for each CSS pixel; other lines of that colour are thinner.
 */
export function selectedAt(page: Page): Promise<{ x: number; y: number } | null> {
  return page.evaluate((colour) => {
    const { document, OffscreenCanvas } = globalThis as unknown as InPage;
    const canvas = document.querySelector("canvas.maplibregl-canvas");
    if (canvas === null) return null;
    const { width, height } = canvas;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    // The points of that colour by cells of 8 px; the ring fits into 6 × 6 of them.
    const columns = Math.ceil(width / 8) + 6;
    const cells = new Map<number, { count: number; x: number; y: number }>();
    for (let at = 0; at < data.length; at += 4) {
      if (colour.some((value, channel) => Math.abs(data[at + channel]! - value) > 14)) continue;
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      const key = (y >> 3) * columns + (x >> 3);
      const cell = cells.get(key) ?? { count: 0, x: 0, y: 0 };
      cells.set(key, { count: cell.count + 1, x: cell.x + x, y: cell.y + y });
    }
    let best = { count: 0, x: 0, y: 0 };
    for (let row = 0; row * 8 < height; row++)
      for (let column = 0; column * 8 < width; column++) {
        const sum = { count: 0, x: 0, y: 0 };
        for (let at = 0; at < 36; at++) {
          const cell = cells.get((row + Math.floor(at / 6)) * columns + column + (at % 6));
          if (cell === undefined) continue;
          sum.count += cell.count;
          sum.x += cell.x;
          sum.y += cell.y;
        }
        if (sum.count > best.count) best = sum;
      }
    // A gateway's frame has about 150 points, a ring twice as many.
    if (best.count < 80) return null;
    const { left, top } = canvas.getBoundingClientRect();
    return { x: left + best.x / best.count, y: top + best.y / best.count };
  }, ring);
}

/** What covers the middle of the selected marker: "nothing", the name of the part that does, or "not in the picture". */
export async function coverOfSelected(page: Page): Promise<string> {
  const at = await selectedAt(page);
  if (at === null) return "not in the picture";
  return page.evaluate(({ x, y }) => {
    const seen = (globalThis as unknown as InPage).document.elementFromPoint(x, y);
    if (seen?.tagName === "CANVAS") return "nothing";
    return seen?.closest("[aria-label]")?.getAttribute("aria-label") ?? seen?.tagName ?? "the window's edge";
  }, at);
}
