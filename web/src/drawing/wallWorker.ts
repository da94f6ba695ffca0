import { darkWalls } from "./darkWalls.ts";

/** A plan's image, and its size in the world. */
export interface WallRequest {
  image: ImageBitmap;
  widthM: number;
  heightM: number;
}

/** The resolution, at which walls are some pixels thick. */
const pxPerM = 25;
const maxPx = 3000;

self.addEventListener("message", ({ data: { image, widthM, heightM } }: MessageEvent<WallRequest>) => {
  const scale = Math.min(pxPerM, maxPx / Math.max(widthM, heightM));
  const [width, height] = [Math.max(1, Math.round(widthM * scale)), Math.max(1, Math.round(heightM * scale))];
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true })!;
  context.imageSmoothingQuality = "high";
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at++)
    grey[at] = 0.299 * data[at * 4]! + 0.587 * data[at * 4 + 1]! + 0.114 * data[at * 4 + 2]!;
  self.postMessage(darkWalls({ width, height, grey }, { x: widthM / width, y: heightM / height }), { transfer: [] });
});
