/** The logo: two arcs around a place, and the thing found there. */
export function Logo({ size = 24, colour = "var(--pulse-brand)" }: { size?: number; colour?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M12 3.6A8.4 8.4 0 1 0 20.4 12" stroke={colour} strokeWidth="3.1" strokeLinecap="round" />
      <path d="M12 8.7A3.3 3.3 0 1 0 15.3 12" stroke={colour} strokeWidth="3.1" strokeLinecap="round" opacity=".42" />
      <circle cx="18.3" cy="5.7" r="2.9" fill={colour} />
    </svg>
  );
}
