import { retoneDark } from "./retone.ts";

/** How a plan's image is to be shown: its width, and whether dark. */
export interface PictureRequest {
  id: number;
  original: ImageBitmap;
  width: number;
  isDark: boolean;
}

// In a worker: the pixels of a large plan would hold up the page for a tenth of a second each time.
self.addEventListener("message", ({ data }: MessageEvent<PictureRequest>) => {
  const { id, original, width, isDark } = data;
  const canvas = new OffscreenCanvas(width, Math.max(1, Math.round((original.height * width) / original.width)));
  const context = canvas.getContext("2d", { willReadFrequently: isDark })!;
  context.imageSmoothingQuality = "high";
  context.drawImage(original, 0, 0, canvas.width, canvas.height);
  if (isDark) {
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    retoneDark(pixels.data);
    context.putImageData(pixels, 0, 0);
  }
  const picture = canvas.transferToImageBitmap();
  self.postMessage({ id, picture }, { transfer: [picture] });
});
