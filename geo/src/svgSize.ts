/** The size at which a drawing is shown and stored, px, and the part of its own coordinates that this shows. */
export interface DrawnSize {
  width: number;
  height: number;
  viewBox: string;
}

/** A drawing has no pixels of its own, so it is drawn with this many on its longer side. */
export const drawnPixels = 4096;

/** CSS pixels (1/96 in) in a unit (CSS Values 3, section 5.2); `em` and `ex` at the initial font of 16 px. */
const pixelsPer: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
  ex: 8,
};
const lengthForm = /^\s*\+?(\d*\.?\d+(?:e[-+]?\d+)?)\s*(px|in|cm|mm|q|pt|pc|em|rem|ex)?\s*$/i;

/** A length in CSS pixels; null: a percentage, `auto`, nothing, or no positive length. */
export function svgLength(text: string | null | undefined): number | null {
  const [, digits, unit = ""] = lengthForm.exec(text ?? "") ?? [];
  if (digits === undefined) return null;
  const pixels = Number(digits) * pixelsPer[unit.toLowerCase()]!;
  return Number.isFinite(pixels) && pixels > 0 ? pixels : null;
}

/** The four numbers of a view box; null: there is none, or it shows nothing. */
function boxOf(text: string | null | undefined): [x: number, y: number, width: number, height: number] | null {
  const numbers = (text ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x, y, width, height] = numbers;
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null;
  return width! > 0 && height! > 0 ? [x!, y!, width!, height!] : null;
}

/**
 * How large an SVG is drawn from the attributes of its root element, whatever their units: 4096 px on its longer side, in
 * the proportions of its width and height, or else of its view box (SVG 2, section 8.2). The browser's preview and the
 * server's picture are the same by this.
 * @returns null: the attributes say neither, so what is drawn decides
 */
export function svgSize(root: {
  width?: string | null | undefined;
  height?: string | null | undefined;
  viewBox?: string | null | undefined;
}): DrawnSize | null {
  const box = boxOf(root.viewBox);
  const ratio = box === null ? null : box[2] / box[3];
  let [width, height] = [svgLength(root.width), svgLength(root.height)];
  if (width === null && height === null && box !== null) [width, height] = [box[2], box[3]];
  if (ratio !== null) {
    width ??= height! * ratio;
    height ??= width / ratio;
  }
  if (width === null || height === null) return null;
  const scale = drawnPixels / Math.max(width, height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    viewBox: (box ?? [0, 0, width, height]).join(" "),
  };
}

const unitsInText = /(?<![\w#.-])([-+]?\d*\.?\d+(?:e[-+]?\d+)?)(in|cm|mm|q|pt|pc)(?![\w-])/gi;

/** A text of attributes or styles with its absolute lengths in pixels, since decoders disagree about dots per inch. */
export function lengthsInPixels(text: string): string {
  return text.replaceAll(unitsInText, (_, digits: string, unit: string) => {
    const pixels = Number(digits) * pixelsPer[unit.toLowerCase()]!;
    return String(Math.round(pixels * 1e6) / 1e6);
  });
}
