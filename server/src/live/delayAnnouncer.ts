/** A change by no more than this is not sent, ms. */
const noticeableMs = 1_000;

/** Decides when clients learn how far behind the live picture is. A client that got no message assumes 0. */
export function delayAnnouncer(behindMs: () => number) {
  // The minimum and maximum that any client assumes.
  let [minMs, maxMs] = [0, 0];
  return {
    /** What to send to everybody now, ms; null: nothing. To be called at most once a second. */
    next: (): number | null => {
      const nowMs = Math.round(behindMs());
      if (Math.max(nowMs - minMs, maxMs - nowMs) <= noticeableMs) return null;
      minMs = maxMs = nowMs;
      return nowMs;
    },
    /** What to send to a client that joins, ms; null: nothing. */
    atJoin: (): number | null => {
      const nowMs = Math.round(behindMs());
      const isBehind = nowMs > noticeableMs;
      const announcedMs = isBehind ? nowMs : 0;
      minMs = Math.min(minMs, announcedMs);
      maxMs = Math.max(maxMs, announcedMs);
      return isBehind ? nowMs : null;
    },
  };
}
