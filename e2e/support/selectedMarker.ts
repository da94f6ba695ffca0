import type { Page } from "@playwright/test";

/** The ring around the selected marker, in the light scheme. */
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

/** From the next page on, `coverOfSelected` can read the map's picture at any time. */
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
 * What covers the middle of the selected asset's marker: "nothing", the name of the part that does, or "not in the
 * picture". It looks for the marker's ring in the map's picture; other lines of that colour are thinner.
 */
export function coverOfSelected(page: Page): Promise<string> {
  return page.evaluate((colour) => {
    const { document, OffscreenCanvas } = globalThis as unknown as InPage;
    const canvas = document.querySelector("canvas.maplibregl-canvas");
    if (canvas === null) return "no map";
    const { width, height } = canvas;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const box = canvas.getBoundingClientRect();
    const ratio = width / box.width;
    // The points of the ring's colour in cells of 8 px; the ring fits into 6 × 6 of them.
    const cell = 8 * ratio;
    const columns = Math.ceil(width / cell) + 6;
    const counts = new Uint16Array(columns * (Math.ceil(height / cell) + 6));
    for (let at = 0; at < data.length; at += 4) {
      if (colour.some((value, channel) => Math.abs(data[at + channel]! - value) > 14)) continue;
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      counts[Math.floor(y / cell) * columns + Math.floor(x / cell)]!++;
    }
    let best = { count: 0, x: 0, y: 0 };
    for (let row = 0; row * cell < height; row++)
      for (let column = 0; column * cell < width; column++) {
        let count = 0;
        for (let down = 0; down < 6; down++)
          for (let right = 0; right < 6; right++) count += counts[(row + down) * columns + column + right] ?? 0;
        if (count > best.count) best = { count, x: (column + 3) * 8, y: (row + 3) * 8 };
      }
    // Half of the ring, which is 3 px wide and 36 px across.
    if (best.count < 120 * ratio * ratio) return "not in the picture";
    const seen = document.elementFromPoint(box.left + best.x, box.top + best.y);
    if (seen?.tagName === "CANVAS") return "nothing";
    return seen?.closest("[aria-label]")?.getAttribute("aria-label") ?? seen?.tagName ?? "the window's edge";
  }, ring);
}
