import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from "pdfjs-dist";
// On our own origin, as the content security policy requires.
// oxlint-disable-next-line import/default -- the bundler answers with its address
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";

/** The longer side of a page's picture, and of the thumbnail to choose it by, px. */
const pictureSide = 4096;
const thumbSide = 240;

export interface PdfPages {
  count: number;
  /** A page as a PNG, counted from 1. */
  picture(page: number, size: "picture" | "thumb"): Promise<Blob>;
  close(): void;
}

/** Opens a PDF in its own worker. Rejects if it cannot be read or needs a password. */
export async function openPdf(file: Blob): Promise<PdfPages> {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const task = getDocument({ data: await file.arrayBuffer(), enableXfa: false, useWasm: false });
  const pdf = await task.promise;
  return {
    count: pdf.numPages,
    picture: (page, size) => drawn(pdf, page, size === "thumb" ? thumbSide : pictureSide),
    close: () => void task.destroy(),
  };
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
