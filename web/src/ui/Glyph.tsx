import type { ReactNode } from "react";

export type GlyphKind = "moving" | "still" | "stale" | "never" | "lowBattery" | "gateway" | "geofence" | "restricted";

const v = (token: string): string => `var(--pulse-${token})`;

const shapes: Record<GlyphKind, ReactNode> = {
  moving: (
    <>
      <circle cx="6.4" cy="7.6" r="4.6" fill={v("moving")} />
      <path
        d="M9.3 1.6L12.6 1.4L12.4 4.7Z"
        fill={v("moving")}
        stroke={v("moving")}
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
    </>
  ),
  still: <circle cx="7" cy="7" r="4.4" fill="none" stroke={v("still")} strokeWidth="2" />,
  stale: <circle cx="7" cy="7" r="4.6" fill="none" stroke={v("stale")} strokeWidth="1.7" strokeDasharray="2.2 2.6" />,
  never: <path d="M4 7H10" stroke={v("text-3")} strokeWidth="1.6" strokeLinecap="round" />,
  lowBattery: (
    <>
      <rect x="1.2" y="3.4" width="11.4" height="7.2" rx="1.8" fill="none" stroke={v("warn-text")} strokeWidth="1.5" />
      <rect x="2.9" y="5.1" width="2.6" height="3.8" rx=".6" fill={v("warn-text")} />
      <path d="M14.6 5.9V8.1" stroke={v("warn-text")} strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  gateway: (
    <>
      <rect x="2" y="2" width="10" height="10" rx="2.4" fill={v("ok")} />
      <circle cx="7" cy="7" r="1.9" fill={v("surface")} />
    </>
  ),
  geofence: (
    <rect
      x="1.8"
      y="1.8"
      width="10.4"
      height="10.4"
      rx="2.2"
      fill={v("fence-soft")}
      stroke={v("fence")}
      strokeWidth="1.5"
      strokeDasharray="3 1.8"
    />
  ),
  restricted: (
    <>
      <rect
        x="1.8"
        y="1.8"
        width="10.4"
        height="10.4"
        rx="2.2"
        fill={v("alert-soft")}
        stroke={v("alert")}
        strokeWidth="1.5"
        strokeDasharray="3 1.8"
      />
      <path d="M4.6 7H9.4" stroke={v("alert")} strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
};

/** The small symbol of a state, beside its word: filled is moving, open is still, broken is unknown. */
export function Glyph({ kind, size = 13 }: { kind: GlyphKind; size?: number }) {
  const width = kind === "lowBattery" ? 16 : 14;
  return (
    <svg
      width={(size * width) / 14}
      height={size}
      viewBox={`0 0 ${width} 14`}
      aria-hidden="true"
      style={{ flex: "none", display: "block" }}
    >
      {shapes[kind]}
    </svg>
  );
}
