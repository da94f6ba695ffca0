/** Which way an angle is measured. */
export type Axis = "lat" | "lon";

const letters: Readonly<Record<string, { axis: Axis; sign: 1 | -1 }>> = {
  N: { axis: "lat", sign: 1 },
  S: { axis: "lat", sign: -1 },
  E: { axis: "lon", sign: 1 },
  O: { axis: "lon", sign: 1 },
  W: { axis: "lon", sign: -1 },
};
const most = { lat: 90, lon: 180 } as const;

/** One coordinate: its degrees, and its axis if a letter names it. */
export interface Angle {
  degrees: number;
  axis: Axis | null;
}

const number = String.raw`\d+(?:[.,]\d+)?`;
const degreeMark = "(?:[°º˚:]|deg\\b\\.?)";
const minuteMark = "['’‘′´`:]";
const secondMark = "(?:[\"”“″]|''|’’|′′)";
const angleForm = new RegExp(
  String.raw`^([NSEWO])?\s*([-+])?\s*(${number})\s*(?:${degreeMark}\s*)?(?:(${number})\s*(?:${minuteMark}\s*)?(?:(${number})\s*(?:${secondMark}\s*)?)?)?([NSEWO])?$`,
  "i",
);

/** Uniform signs and spaces: no-break and thin spaces, and the minus and dashes that texts have for a hyphen. */
export function plainText(text: string): string {
  return text
    .replaceAll(/[\u00A0\u2000-\u200B\u202F\uFEFF]/g, " ")
    .replaceAll(/[−–—‐‑]/g, "-")
    .trim();
}

/**
 * An angle in degrees as maps and instruments write it: decimal with a point or a comma, or degrees, minutes and seconds,
 * with a sign or a letter before or behind (O: Ost). Null: it is none.
 */
export function angleIn(text: string): Angle | null {
  const [, before, sign, whole, minutes, seconds, behind] = angleForm.exec(plainText(text)) ?? [];
  if (whole === undefined || (before !== undefined && behind !== undefined)) return null;
  const letter = letters[(before ?? behind ?? "").toUpperCase()];
  if (letter !== undefined && sign === "-") return null;
  // Colons alone are a time of the day.
  if (letter === undefined && text.includes(":")) return null;
  const size = sizeOf(whole, minutes, seconds);
  if (size === null) return null;
  return { degrees: size * (sign === "-" ? -1 : (letter?.sign ?? 1)), axis: letter?.axis ?? null };
}

/** Degrees from their parts, of which only the last may have decimals; null: they are no angle. */
function sizeOf(whole: string, minutes: string | undefined, seconds: string | undefined): number | null {
  const valueOf = (part = "0"): number => Number(part.replace(",", "."));
  const [d, m, s] = [valueOf(whole), valueOf(minutes), valueOf(seconds)];
  if ((minutes !== undefined && !Number.isInteger(d)) || (seconds !== undefined && !Number.isInteger(m))) return null;
  return m >= 60 || s >= 60 ? null : d + m / 60 + s / 3600;
}

/** A latitude or longitude in a field of its own. Null: it is none. */
export function degreesIn(text: string, axis: Axis): number | null {
  const angle = angleIn(text);
  if (angle === null || (angle.axis !== null && angle.axis !== axis)) return null;
  return Math.abs(angle.degrees) <= most[axis] ? angle.degrees : null;
}
