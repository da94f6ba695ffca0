/** Runs work of one key one after the other, in the order in which it was asked for. A failure is its caller's alone. */
export function turns<Key = string>(): <T>(key: Key, act: () => Promise<T>) => Promise<T> {
  const last = new Map<Key, Promise<void>>();
  return async (key, act) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(act);
    const over = mine.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, over);
    try {
      return await mine;
    } finally {
      if (last.get(key) === over) last.delete(key);
    }
  };
}

/** Runs one piece of work at a time, in the order in which it was asked for. */
export function oneAtATime(): <T>(act: () => Promise<T>) => Promise<T> {
  const inTurn = turns<null>();
  return (act) => inTurn(null, act);
}

/** For `oneAtATime`: nothing, so that it ends when all that was asked for before has. */
export const nothing = async (): Promise<void> => undefined;
