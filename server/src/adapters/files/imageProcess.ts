import sharp from "sharp";

/** What is to be done with an image: written anew as it is, or made narrower. */
export type ImageJob = { rewrite: Uint8Array } | { narrow: string; width: number };
export type ImageReply = { data: Uint8Array; width: number; height: number } | { failed: string };

const maxPixels = 50_000_000;
/** A drawing has no pixels of its own: it is drawn so large that its longer side has this many. */
const drawnPixels = 4096;
const plainDensity = 72;

// A process of its own (imageProcesses.ts): what a decoder takes, and what a crafted image does to it, ends with it.
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
  const image =
    "rewrite" in job
      ? sharp(job.rewrite, { limitInputPixels: maxPixels, density: await densityFor(job.rewrite) }).webp({
          lossless: true,
          effort: 3,
        })
      : sharp(job.narrow).resize({ width: job.width, withoutEnlargement: true }).webp({ quality: 90 });
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Dots per inch at which an SVG becomes `drawnPixels` long; anything else keeps its own pixels. */
async function densityFor(bytes: Uint8Array): Promise<number> {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
  return format === "svg" ? Math.min(2400, (plainDensity * drawnPixels) / Math.max(width, height)) : plainDensity;
}
