/** What `ask` finds out in time; null: it takes longer, or it fails. What takes longer goes on. */
export async function withinTime<Value>(maxMs: number, ask: () => Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, maxMs, null);
  });
  return Promise.race([ask().catch(() => null), late]).finally(() => clearTimeout(timer));
}
