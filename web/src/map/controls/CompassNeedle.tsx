/** The needle of the compass: orange to the north. */
export function CompassNeedle({ bearing }: { bearing: number }) {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <g transform={`rotate(${-bearing} 9 9)`}>
        <path d="M9 1.5L12.2 9H5.8Z" fill="var(--pulse-brand)" />
        <path d="M9 16.5L12.2 9H5.8Z" fill="var(--pulse-border-ctl)" />
      </g>
    </svg>
  );
}
