/** How well something is heard, in four bars: above −60, −70 and −80 dBm. */
export function SignalBars({ dbm }: { dbm: number }) {
  const lit = dbm > -60 ? 4 : dbm > -70 ? 3 : dbm > -80 ? 2 : 1;
  return (
    <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden="true">
      {[0, 1, 2, 3].map((bar) => (
        <rect
          key={bar}
          x={bar * 4}
          y={9 - bar * 3}
          width="2.6"
          height={3 + bar * 3}
          rx=".8"
          fill={bar < lit ? "currentColor" : "var(--pulse-border-2)"}
        />
      ))}
    </svg>
  );
}
