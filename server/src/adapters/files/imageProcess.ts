import sharp from "sharp";

/** A job for an image: re-encode it, reduce it to what is kept of a photograph, or make it narrower. */
export type ImageJob = { rewrite: Uint8Array } | { photo: string } | { narrow: string; width: number };
export type ImageReply = { data: Uint8Array; width: number; height: number } | { failed: string };

const maxPixels = 50_000_000;
/** A drawing has no pixels of its own, so it is drawn with this many on its longer side. */
const drawnPixels = 4096;
const plainDensity = 72;
/** The accepted formats of a photograph, and how many pixels of its longer side are kept. */
const photoFormats: ReadonlySet<string> = new Set(["png", "jpeg", "webp"]);
const photoPixels = 2048;

// A process of its own (imageProcesses.ts): the decoder's memory, and whatever a crafted image does to it, end with it.
sharp.cache(false);
sharp.concurrency(1);
process.on("message", (job: ImageJob) => {
  answer(job).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ failed: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit());

async function answer(job: ImageJob): Promise<ImageReply> {
  const image = await imageOf(job);
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Dots per inch at which an SVG becomes `drawnPixels` long; other formats keep their own pixels. */
async function densityFor(bytes: Uint8Array): Promise<number> {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
  return format === "svg" ? Math.min(2400, (plainDensity * drawnPixels) / Math.max(width, height)) : plainDensity;
}

async function imageOf(job: ImageJob): Promise<ReturnType<typeof sharp>> {
  const limits = { limitInputPixels: maxPixels };
  if ("narrow" in job)
    return sharp(job.narrow).resize({ width: job.width, withoutEnlargement: true }).webp({ quality: 90 });
  if ("rewrite" in job)
    return sharp(job.rewrite, { ...limits, density: await densityFor(job.rewrite) }).webp({
      lossless: true,
      effort: 3,
    });
  const { format } = await sharp(job.photo, limits).metadata();
  if (!photoFormats.has(format)) throw new Error(`Input file contains unsupported image format ${format}`);
  // Rotated as the camera was held, since the metadata that says so is dropped, as are time and place.
  return sharp(job.photo, limits)
    .autoOrient()
    .resize({ width: photoPixels, height: photoPixels, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 85 });
}
