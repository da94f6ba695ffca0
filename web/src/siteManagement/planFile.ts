import { limits } from "@pulse/contract/limits";
import { type DrawnSize, svgSize } from "@pulse/geo/svgSize";
import { imageSize, isOtherCad, type PlanKind, planKindOf } from "./imageSize.ts";

/** A chosen plan that is not saved yet. */
export interface PlanFile {
  blob: Blob;
  name: string;
  /** What is shown of it: of a CAD drawing, a picture of its lines. */
  picture: Blob;
  /** The walls of a CAD drawing, in shares of the picture's width and height from its top left. */
  walls: readonly (readonly (readonly [x: number, y: number])[])[];
  /** The width of a CAD drawing on the ground, m; null: it is not known. */
  widthM: number | null;
  /** Its object URL on this page. */
  url: string;
  width: number;
  height: number;
}

/** Why a file cannot be a plan; `values` fill the placeholders of its text. */
export class PlanRejection extends Error {
  override readonly name = "PlanRejection";
  readonly reason: "tooLarge" | "tooManyPixels" | "wrongType" | "wrongCad" | "unreadable" | "tooSlow";
  readonly values: Readonly<Record<string, number>>;

  constructor(
    reason: PlanRejection["reason"],
    values: Readonly<Record<string, number>> = {},
    options: ErrorOptions = {},
  ) {
    super(reason, options);
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
  if (kind === null) throw new PlanRejection(isOtherCad(head) ? "wrongCad" : "wrongType");
  const maxBytes = kind === "pdf" ? pdfBytes : limits.imageBytes;
  if (file.size > maxBytes) throw new PlanRejection("tooLarge", { max: maxBytes / megabyte });
  const size = imageSize(kind, head);
  if (size !== null && size.width * size.height > limits.planPixels)
    throw new PlanRejection("tooManyPixels", { ...size, max: limits.planPixels / 1e6 });
  return kind;
}

/** An image that can be shown at once. @throws {PlanRefused} if the browser cannot read it */
export async function openImage(blob: Blob, name: string, kind: Exclude<PlanKind, "pdf">): Promise<PlanFile> {
  if (kind === "dxf") return openDxf(blob, name);
  const types = { png: "image/png", jpeg: "image/jpeg", webp: "image/webp", svg: "image/svg+xml" };
  const typed = new Blob([blob], { type: types[kind] });
  const drawing = kind === "svg" ? await sizedDrawing(blob) : null;
  const url = URL.createObjectURL(drawing?.blob ?? typed);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    throw new PlanRejection("unreadable");
  }
  // A drawing that says no size has that of what it draws.
  const size = drawing?.size ?? { width: image.naturalWidth || 1000, height: image.naturalHeight || 1000 };
  const picture = drawing?.blob ?? typed;
  return { blob: typed, picture, name, url, width: size.width, height: size.height, walls: [], widthM: null };
}

/** A picture of a DXF file; the file itself is sent. */
async function openDxf(blob: Blob, name: string): Promise<PlanFile> {
  const { dxfPlan } = await import("@pulse/geo/dxf/dxfPlan");
  const text = await blob.text();
  try {
    const { svg, ...plan } = dxfPlan(text);
    const picture = new Blob([svg], { type: "image/svg+xml" });
    return {
      ...plan,
      blob: new Blob([blob], { type: "image/vnd.dxf" }),
      picture,
      name,
      url: URL.createObjectURL(picture),
    };
  } catch (error) {
    throw new PlanRejection("unreadable", {}, { cause: error });
  }
}

/** A drawing in the size in which the server will draw it (svgSize); null: it does not say one. */
async function sizedDrawing(blob: Blob): Promise<{ blob: Blob; size: DrawnSize } | null> {
  const text = xmlText(new Uint8Array(await blob.arrayBuffer()));
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = drawing.documentElement;
  if (root.localName !== "svg") return null;
  const size = svgSize({
    width: root.getAttribute("width"),
    height: root.getAttribute("height"),
    viewBox: root.getAttribute("viewBox"),
  });
  if (size === null) return null;
  for (const [name, value] of Object.entries(size)) root.setAttribute(name, String(value));
  return { blob: new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" }), size };
}

/** The text of an XML file in the encoding of its mark or its declaration. */
function xmlText(bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 256));
  const [, declared = "utf-8"] = /encoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? [];
  const wide = start.startsWith("ÿþ") ? "utf-16le" : start.startsWith("þÿ") ? "utf-16be" : null;
  try {
    return new TextDecoder(wide ?? declared).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
