import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { limits as contractLimits } from "@pulse/contract/limits";
import { DxfFault, isDxf } from "@pulse/geo/dxf/dxfPairs";
import { type DxfPlan, dxfPlan } from "@pulse/geo/dxf/dxfPlan";
import { drawnPixels } from "@pulse/geo/svgSize";
import sharp from "sharp";
import { safeDrawing } from "./drawing/safeDrawing.ts";
import { EncodingFault, xmlText } from "./xmlText.ts";

/** A job for an image: re-encode it, reduce it to what is kept of a photograph, or make it narrower. */
export type ImageJob =
  | { rewrite: Uint8Array }
  | { photo: string }
  | { plan: string }
  /** Answers with JSON instead of an image: what a CAD drawing contains besides its picture. */
  | { cad: string }
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
  if ("cad" in job) {
    const text = cadText(await readFile(job.cad));
    if (text === null) throw new Error("line 1: is not a DXF file");
    const { svg: _, ...contents } = cadPlan(text);
    const { width, height } = contents;
    return { data: new TextEncoder().encode(JSON.stringify(contents)), width, height };
  }
  const image = await imageOf(job);
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Dots per inch at which an SVG that says no size becomes `drawnPixels` long. */
async function densityFor(svg: Uint8Array): Promise<number> {
  const { width, height } = await sharp(svg, { limitInputPixels: false }).metadata();
  return Math.min(2400, Math.max(1, (plainDensity * drawnPixels) / Math.max(width, height)));
}

async function imageOf(job: Exclude<ImageJob, { cad: string }>): Promise<ReturnType<typeof sharp>> {
  const limits = { limitInputPixels: maxPixels };
  if ("narrow" in job) return sharp(job.narrow).resize({ width: job.width, withoutEnlargement: true }).webp(lossy(90));
  if ("rewrite" in job)
    return isDrawing(job.rewrite) ? drawingOf(job.rewrite) : sharp(job.rewrite, limits).webp(lossless);
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
const planFormats: ReadonlySet<string> = new Set(["png", "jpeg", "webp"]);
const longestSide = 16_383;
/** A sheet with more pixels than are kept becomes this large: A0 at 120 dpi, in half of the time that an image may take. */
const reducedPixels = 24_000_000;
/** White space before a drawing begins. */
const headBytes = 256;

async function planOf(sent: Buffer): Promise<ReturnType<typeof sharp>> {
  const bytes = isCompressed(sent) ? await unpacked(sent) : sent;
  if (isDrawing(bytes)) return drawingOf(bytes);
  const cad = cadText(bytes);
  if (cad !== null) return drawingOf(Buffer.from(cadPlan(cad).svg));
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (!planFormats.has(format)) throw new Error(`Input file contains unsupported image format ${format}`);
  // A scan of a large sheet is made smaller while it is decoded.
  const pixels = width * height > maxPixels ? reducedPixels : maxPixels;
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)), longestSide / Math.max(width, height));
  const [maxWidth, maxHeight] = [width, height].map((side) => Math.max(1, Math.floor(side * scale))) as [
    number,
    number,
  ];
  const longest = Math.max(maxWidth, maxHeight);
  return sharp(bytes, { limitInputPixels: contractLimits.planPixels })
    .autoOrient()
    .resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true })
    .webp(format === "jpeg" ? lossy(90) : lossless);
}

/** A drawing (SVG) as a picture, in the size that the browser's preview has, too (svgSize). */
async function drawingOf(bytes: Uint8Array): Promise<ReturnType<typeof sharp>> {
  const { svg, isSized } = safeDrawing(textOf(bytes), contractLimits.svgUnpackedBytes);
  const safe = Buffer.from(svg);
  const density = isSized ? plainDensity : await densityFor(safe);
  return sharp(safe, { limitInputPixels: maxPixels, density, unlimited: true })
    .resize({ width: drawnPixels, height: drawnPixels, fit: "inside", withoutEnlargement: true })
    .webp(lossless);
}

/** Of a file of lines in DXF, its text; of drawings that only CAD programs read, the refusal. Null: it is neither. */
function cadText(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, headBytes));
  if (/^AC10\d\d/.test(head) || head.startsWith("AutoCAD Binary DXF"))
    throw new Error("line 1: is a DWG or a binary DXF; save it as DXF in ASCII");
  if (!isDxf(head.replace(/^\u00ef\u00bb\u00bf/, ""))) return null;
  // Before 2007 the text is in the code page of the machine; only names of layers are not ASCII.
  return new TextDecoder("utf-8").decode(bytes);
}

function cadPlan(text: string): DxfPlan {
  try {
    return dxfPlan(text);
  } catch (error) {
    if (!(error instanceof DxfFault)) throw error;
    throw new Error(error.message.startsWith("line ") ? error.message : `line 1: ${error.message}`, { cause: error });
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return xmlText(bytes);
  } catch (error) {
    throw error instanceof EncodingFault ? new Error(`line 1: ${error.message}`, { cause: error }) : error;
  }
}

/** Whether a text of XML begins here, in any encoding; what is no drawing is refused by its reader, with the reason. */
const isDrawing = (bytes: Uint8Array): boolean =>
  /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*<\0?[?!a-z]/i.test(
    String.fromCharCode(...bytes.subarray(0, headBytes)),
  );

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
