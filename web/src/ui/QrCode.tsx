import { encode } from "uqr";

/** White around the code, in modules: scanners need four (ISO/IEC 18004). */
const quietModules = 4;

/** A QR code in black on white, in the dark scheme too, because scanners expect that. `label` is for people who cannot see it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const rows = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const side = size + 2 * quietModules;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quietModules} ${-quietModules} ${side} ${side}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect x={-quietModules} y={-quietModules} width={side} height={side} fill="#fff" />
      <path d={rows.join("")} fill="#000" />
    </svg>
  );
}
