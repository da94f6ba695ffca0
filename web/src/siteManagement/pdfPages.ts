import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from "pdfjs-dist";
// On our own origin, as the content security policy requires.
// oxlint-disable-next-line import/default -- the bundler answers with its address
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { PlanRejection } from "./planFile.ts";

/** The longer side of a page's picture, and of the thumbnail to choose it by, px. */
const pictureSide = 4096;
const thumbSide = 240;
/**
 * How long a document may take to open, or a page to be drawn, ms. Heavy sheets of a building take up to half a minute on a
 * phone; a few kilobytes of forms within forms would take days.
 */
const drawingLimitMs = 120_000;

export interface PdfPages {
  count: number;
  /** A page as a PNG, counted from 1. */
  picture(page: number, size: "picture" | "thumb"): Promise<Blob>;
  close(): void;
}

/**
 * Opens a PDF in its own worker. Rejects if it cannot be read or needs a password.
 * @throws {PlanRejection} if it, or later one of its pages, takes longer than the limit; its worker has ended then
 */
export async function openPdf(file: Blob): Promise<PdfPages> {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const task = getDocument({ data: await file.arrayBuffer(), enableXfa: false, useWasm: false });
  const close = (): void => void task.destroy();
  const pdf = await withinLimit(task.promise, close);
  return {
    count: pdf.numPages,
    picture: (page, size) => withinLimit(drawn(pdf, page, size === "thumb" ? thumbSide : pictureSide), close),
    close,
  };
}

async function withinLimit<T>(work: Promise<T>, stop: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      stop();
      reject(new PlanRejection("tooSlow"));
    }, drawingLimitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

async function drawn(pdf: PDFDocumentProxy, number: number, side: number): Promise<Blob> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: side / Math.max(width, height) });
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport, background: "white" }).promise;
  page.cleanup();
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture of the page")) : resolve(blob)), "image/png"),
  );
}
