import { limits } from "@pulse/contract/limits";
import { imageSize, type PlanKind, planKindOf } from "./imageSize.ts";

/** A chosen plan that is not saved yet. */
export interface PlanFile {
  blob: Blob;
  name: string;
  /** Its object URL on this page. */
  url: string;
  width: number;
  height: number;
}

/** Why a file cannot be a plan; `values` fill the placeholders of its text. */
export class PlanRejection extends Error {
  override readonly name = "PlanRejection";
  readonly reason: "tooLarge" | "tooManyPixels" | "wrongType" | "unreadable";
  readonly values: Readonly<Record<string, number>>;

  constructor(reason: PlanRejection["reason"], values: Readonly<Record<string, number>> = {}) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}

const megabyte = 1024 * 1024;
/** A PDF stays in the browser: only a picture of its page is sent. */
const pdfBytes = 100 * megabyte;
const headBytes = 256 * 1024;

/** The kind of a chosen file. @throws {PlanRefused} if the file cannot be a plan or is too large */
export async function examinePlan(file: Blob): Promise<PlanKind> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const kind = planKindOf(head);
  if (kind === null) throw new PlanRejection("wrongType");
  const maxBytes = kind === "pdf" ? pdfBytes : limits.imageBytes;
  if (file.size > maxBytes) throw new PlanRejection("tooLarge", { max: maxBytes / megabyte });
  const size = imageSize(kind, head);
  if (size !== null && size.width * size.height > limits.imagePixels)
    throw new PlanRejection("tooManyPixels", { ...size, max: limits.imagePixels / 1e6 });
  return kind;
}

/** An image that can be shown at once. @throws {PlanRefused} if the browser cannot read it */
export async function openImage(blob: Blob, name: string, kind: Exclude<PlanKind, "pdf">): Promise<PlanFile> {
  const types = { png: "image/png", jpeg: "image/jpeg", webp: "image/webp", svg: "image/svg+xml" };
  const typed = new Blob([blob], { type: types[kind] });
  const url = URL.createObjectURL(typed);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    throw new PlanRejection("unreadable");
  }
  // An SVG may have proportions but no size.
  return { blob: typed, name, url, width: image.naturalWidth || 1000, height: image.naturalHeight || 1000 };
}
