/**
 * Asks at most once in `maxAgeMs`, and once for all who ask meanwhile. A failure is not kept, and neither is null: there
 * may be an answer soon.
 */
export function recentValue<Value>(
  maxAgeMs: number,
  now: () => number,
  ask: () => Promise<Value>,
): () => Promise<Value> {
  let last: { atMs: number; value: Promise<Value> } | null = null;
  return () => {
    const nowMs = now();
    if (last !== null && nowMs - last.atMs < maxAgeMs) return last.value;
    const asked = { atMs: nowMs, value: ask() };
    last = asked;
    const forget = (): void => {
      if (last === asked) last = null;
    };
    asked.value.then((value) => {
      if (value === null) forget();
    }, forget);
    return asked.value;
  };
}
