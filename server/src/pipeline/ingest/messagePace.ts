/** Silence shorter than this never counts as a gap, ms. */
const minMs = 30_000;
/** Silence is a gap if it is this much longer than usual. */
const longer = 5;
/** How fast the usual time between two messages adapts, and after how many messages it is trusted. */
const share = 0.1;
const minSamples = 10;

export interface MessagePace {
  /** Notes a message. True: it came after a gap. */
  breaks(atMs: number): boolean;
}

/** Detects gaps in a gateway's messages from the usual time between two of them. */
export function messagePace(): MessagePace {
  let lastMs: number | null = null;
  let usualMs = 0;
  let count = 0;
  return {
    breaks: (atMs) => {
      const silentMs = lastMs === null ? 0 : Math.max(0, atMs - lastMs);
      const isGap = count >= minSamples && silentMs > Math.max(minMs, longer * usualMs);
      // A gap says nothing about what is usual.
      if (lastMs !== null && !isGap)
        usualMs += share * (silentMs - usualMs) + (count === 1 ? (1 - share) * silentMs : 0);
      lastMs = atMs;
      count++;
      return isGap;
    },
  };
}
