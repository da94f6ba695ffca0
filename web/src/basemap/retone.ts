/**
 * A plan drawn for light paper, converted to the dark scheme: brightness runs from the dark wall colour to the dark floor
 * colour instead of from black to white, and each room keeps its tint. Without the tint, two points define each channel's
 * line:
 * floor #FDFDFE → #20262D, wall #3C4653 → #98A4B1.
 */
const black = { r: 210, g: 209, b: 205 };
const white = { r: 31, g: 37, b: 44 };
const tint = 1.1;

/** Re-tones RGBA pixels in place; alpha stays. */
export function retoneDark(pixels: Uint8ClampedArray): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const r = pixels[i]!;
    const g = pixels[i + 1]!;
    const b = pixels[i + 2]!;
    const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    const share = luma / 255;
    pixels[i] = black.r + (white.r - black.r) * share + tint * (r - luma);
    pixels[i + 1] = black.g + (white.g - black.g) * share + tint * (g - luma);
    pixels[i + 2] = black.b + (white.b - black.b) * share + tint * (b - luma);
  }
}
