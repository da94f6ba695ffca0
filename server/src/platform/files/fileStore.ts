import type { Readable } from "node:stream";
import type { DxfPlan } from "@pulse/geo/dxf/dxfPlan";

export interface StoredImage {
  id: string;
  contentType: "image/webp" | "image/png";
  /** Bytes. */
  size: number;
  sha256: string;
  width: number;
  height: number;
}

/** An uploaded file, which exists as long as its request. */
export interface ReceivedFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** The sender's name for it. */
  filename: string;
}

/** What a CAD drawing contains besides its picture. */
export type CadContent = Omit<DxfPlan, "svg">;

export interface UploadStore {
  /** Receives a file as a stream. Rejects when the sender or the disk fails; nothing is left behind then. */
  receive(stream: Readable, filename: string): Promise<ReceivedFile>;
  discard(file: ReceivedFile): Promise<void>;
}

/**
 * Uploaded files, wherever their bytes are kept. Where that is elsewhere and does not answer, everything but receiving and
 * discarding rejects with an AppError `service_unavailable`.
 */
export interface FileStore extends UploadStore {
  /** Customers take turns at the decoder. Decodes and re-encodes an image (PNG, JPEG, WebP, SVG), so that we only serve what we wrote ourselves. */
  putImage(bytes: Uint8Array, customerId: string): Promise<StoredImage>;
  /** The same for a received photograph (PNG, JPEG, WebP): upright, at most 2048 pixels long, without its metadata. */
  putPhoto(file: ReceivedFile, customerId: string): Promise<StoredImage>;
  /** The same for a received floor plan (PNG, JPEG, WebP, SVG), with all its detail. */
  putPlan(file: ReceivedFile, customerId: string): Promise<StoredImage>;
  /** What a received CAD drawing contains besides its picture; stores nothing. Rejects as `putPlan` does. */
  readCad(file: ReceivedFile, customerId: string): Promise<CadContent>;
  /** The bytes, at most `width` pixels wide if given; null: nothing is stored under this id. */
  open(id: string, width: number | null, customerId: string): Promise<{ stream: Readable; size: number } | null>;
  /** Deletes a file in all its widths; a missing file is no fault. */
  remove(id: string): Promise<void>;
  /** The ids of everything untouched since then: stored files, and leftovers of unfinished ones. */
  untouchedSince(beforeMs: number): Promise<Set<string>>;
}
