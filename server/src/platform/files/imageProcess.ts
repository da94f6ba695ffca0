import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { limits as contractLimits } from "@pulse/contract/limits";
import sharp from "sharp";

/** A job for an image: re-encode it, reduce it to what is kept of a photograph, or make it narrower. */
export type ImageJob =
  | { rewrite: Uint8Array }
  | { photo: string }
  | { plan: string }
  | { narrow: string; width: number };
export type ImageReply = { data: Uint8Array; width: number; height: number } | { failed: string };

const maxPixels = contractLimits.imagePixels;
/**
 * What an image may take: processor time, which does not depend on what else the machine does, and memory. The largest
 * plan takes about half of each (docs/plans.md); crafted drawings of some hundred bytes take minutes or all memory.
 */
const [maxCpuMs, maxRssBytes] = [10_000, 1.5 * 1024 ** 3];
const watchMs = 50;
// Somebody waits for the encoder. These take an eighth and a half of what its defaults take, for files of twice and of
// the same size (docs/plans.md).
const lossless = { lossless: true, effort: 0 } as const;
const lossy = (quality: number) => ({ quality, effort: 2 });
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
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 < maxCpuMs && process.memoryUsage.rss() < maxRssBytes) return;
    // The other process ends this one then.
    clearInterval(watch);
    process.send?.({ failed: "too costly" });
  }, watchMs);
  answer(job)
    .then(
      (reply) => process.send?.(reply),
      (error: unknown) => process.send?.({ failed: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => clearInterval(watch));
});
process.on("disconnect", () => process.exit());

async function answer(job: ImageJob): Promise<ImageReply> {
  const image = await imageOf(job);
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Dots per inch at which an SVG becomes `drawnPixels` long; other formats keep their own pixels. */
async function densityFor(bytes: Uint8Array): Promise<number> {
  // A drawing's own size is not in pixels, so it is not limited: a site of 300 m in CAD's millimetres is drawn like any
  // other.
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const density = (plainDensity * drawnPixels) / Math.max(width, height);
  return format === "svg" ? Math.min(2400, Math.max(1, density)) : plainDensity;
}

async function imageOf(job: ImageJob): Promise<ReturnType<typeof sharp>> {
  const limits = { limitInputPixels: maxPixels };
  if ("narrow" in job) return sharp(job.narrow).resize({ width: job.width, withoutEnlargement: true }).webp(lossy(90));
  if ("rewrite" in job) return sharp(job.rewrite, { ...limits, density: await densityFor(job.rewrite) }).webp(lossless);
  if ("plan" in job) return planOf(await readFile(job.plan));
  if (isCompressed(await readFile(job.photo))) throw new Error("Input file contains unsupported image format svgz");
  const { format } = await sharp(job.photo, limits).metadata();
  if (!photoFormats.has(format)) throw new Error(`Input file contains unsupported image format ${format}`);
  // Rotated as the camera was held, since the metadata that says so is dropped, as are time and place.
  return sharp(job.photo, limits)
    .autoOrient()
    .resize({ width: photoPixels, height: photoPixels, fit: "inside", withoutEnlargement: true })
    .webp(lossy(85));
}

/** The accepted formats of a floor plan, and the longest side that WebP can have. */
const planFormats: ReadonlySet<string> = new Set(["png", "jpeg", "webp", "svg"]);
const longestSide = 16_383;

async function planOf(sent: Buffer): Promise<ReturnType<typeof sharp>> {
  const bytes = isCompressed(sent) ? await unpacked(sent) : sent;
  const limits = { limitInputPixels: maxPixels };
  const { format } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (!planFormats.has(format)) throw new Error(`Input file contains unsupported image format ${format}`);
  if (format === "svg" && fetchesOrRuns(bytes.toString("utf8"))) throw new Error("unsafe drawing");
  const drawn = sharp(bytes, { ...limits, density: await densityFor(bytes) }).autoOrient();
  const whole = drawn.resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true });
  return whole.webp(format === "jpeg" ? lossy(90) : lossless);
}

/** Whether these are the first bytes of gzip, which the decoder of drawings would unpack by itself, without a limit. */
const isCompressed = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function unpacked(bytes: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: contractLimits.svgUnpackedBytes });
  } catch (error) {
    const isTooLong = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw isTooLong ? new Error("unpacks to too much", { cause: error }) : error;
  }
}

/** Whether a drawing contains a script, or refers to something outside itself. Neither would run here. */
function fetchesOrRuns(svg: string): boolean {
  return (
    /<\s*(script|foreignObject|iframe)|<!ENTITY|@import|javascript:|\son\w+\s*=/i.test(svg) ||
    /href\s*=\s*["']?\s*(?!["']?\s*(#|data:image\/))[^\s"'>]/i.test(svg) ||
    /url\(\s*["']?\s*(?!["']?\s*(#|data:))[^\s"')]/i.test(svg)
  );
}
