/**
 * Runs one piece of work at a time. Owners take turns: someone with a hundred pieces waiting holds others up by one piece.
 * A failure only concerns its own caller.
 */
export function fairQueue(): <T>(owner: string, act: () => Promise<T>) => Promise<T> {
  /** By owner, in the order of their turns; an owner who has had a turn goes to the end. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let isRunning = false;

  const runAll = async (): Promise<void> => {
    isRunning = true;
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [owner, pieces] = next.value;
      const piece = pieces.shift()!;
      waiting.delete(owner);
      if (pieces.length > 0) waiting.set(owner, pieces);
      await piece();
    }
    isRunning = false;
  };

  return <T>(owner: string, act: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const piece = (): Promise<void> => act().then(resolve, reject);
      const pieces = waiting.get(owner);
      if (pieces === undefined) waiting.set(owner, [piece]);
      else pieces.push(piece);
      if (!isRunning) void runAll();
    });
}
