import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from "pdfjs-dist";
// Under our own origin, as the content security policy asks.
// oxlint-disable-next-line import/default -- the bundler answers with its address
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";

/** The longer side of a picture made of a page, px; of the small one to choose it by. */
const pictureSide = 4096;
const thumbSide = 240;

export interface PdfPages {
  count: number;
  /** A page as a PNG, counted from 1. */
  picture(page: number, size: "picture" | "thumb"): Promise<Blob>;
  close(): void;
}

/** Opens a PDF in a worker of its own. Rejects when it cannot be read, or wants a password. */
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
