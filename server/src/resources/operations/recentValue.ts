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
    const request = { atMs: nowMs, value: ask() };
    last = request;
    const forget = (): void => {
      if (last === request) last = null;
    };
    request.value.then((value) => {
      if (value === null) forget();
    }, forget);
    return request.value;
  };
}
