/**
 * Runs work with the same key one after the other, in the order of the calls. A failure only concerns its own caller.
 */
export function keyedQueue<Key = string>(): <T>(key: Key, act: () => Promise<T>) => Promise<T> {
  const last = new Map<Key, Promise<void>>();
  return async (key, act) => {
    const ownTurn = (last.get(key) ?? Promise.resolve()).then(act);
    const settled = ownTurn.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, settled);
    try {
      return await ownTurn;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}

/** Runs one piece of work at a time, in the order of the calls. */
export function serialQueue(): <T>(act: () => Promise<T>) => Promise<T> {
  const serially = keyedQueue<null>();
  return (act) => serially(null, act);
}

/** Work that does nothing: with `oneAtATime` it resolves when all earlier work has ended. */
export const nothing = async (): Promise<void> => undefined;
